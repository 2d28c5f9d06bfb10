package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.net.codec.capture.CaptureTap;
import dev.inflight.net.codec.capture.CaptureWire;
import dev.inflight.net.codec.capture.FrameLog;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.wire.pcap.Capture;
import dev.inflight.wire.pcap.CaptureReader;
import dev.inflight.wire.pcap.PcapWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A capture has the packets that pass a port: each once, whole, at the time when its last bit passes, in order of time. */
class CaptureTest {
  private static final long NS = 1000;

  private final PacketPool pool = new PacketPool(100);
  private final Flow flow = new Flow(5, 0, 2, 10_000, 100, 3, 100_000, 0);
  private final FrameEncoder encoder = new FrameEncoder(new FrameRules(Framing.ROCEV2, 1000, null, false));
  private final Port port = TestPorts.of(0, 1);
  private final ByteArrayOutputStream file = new ByteArrayOutputStream();
  private final Capture capture = new Capture(new PcapWriter(file::write, PcapWriter.WHOLE_FRAMES));

  private Packet data(long sequence, int payloadBytes) {
    Packet packet = pool.take();
    packet.kind = Packet.Kind.DATA;
    packet.flow = flow;
    packet.priority = flow.priority();
    packet.sequence = sequence;
    packet.number = sequence / 1000;
    packet.payloadBytes = payloadBytes;
    packet.sizeBytes = Framing.ROCEV2.dataBytes(payloadBytes, 0, sequence == 0 ? Framing.ROCEV2.rethBytes() : 0);
    return packet;
  }

  private String frame(Packet packet, Port from) {
    int bytes = encoder.encode(packet, from);
    return HexFormat.of().formatHex(encoder.frame(), 0, bytes);
  }

  private record Seen(long timeNs, String bytes) {
  }

  private List<Seen> captured(long endPs) throws IOException {
    capture.finish(endPs);
    var in = new ByteArrayInputStream(file.toByteArray());
    var seen = new ArrayList<Seen>();
    try (var reader = new CaptureReader(in::read)) {
      while (reader.next()) {
        assertThat(reader.frameBytes()).isEqualTo(reader.capturedBytes());
        seen.add(new Seen(reader.timeNs(), HexFormat.of().formatHex(Arrays.copyOf(reader.bytes(), reader.capturedBytes()))));
      }
    }
    return seen;
  }

  @Test
  void wireRecordsAndForwardsSentPackets() throws IOException {
    var sent = new ArrayList<Long>();
    var wire = new CaptureWire(encoder, port, FrameLog.into(capture), (packet, endPs) -> sent.add(endPs));
    Packet first = data(0, 1000);
    Packet second = data(1000, 500);
    wire.send(first, 1000 * NS);
    wire.send(second, 2000 * NS);
    assertThat(sent).containsExactly(1000 * NS, 2000 * NS);
    assertThat(captured(3000 * NS)).containsExactly(new Seen(1000, frame(first, port)), new Seen(2000, frame(second, port)));
  }

  /** A wire gets a packet when its first bit leaves: a short one that passes before a long one may come later. */
  @Test
  void framesOfTwoPortsAreInOrderOfTheLastBit() throws IOException {
    Port other = TestPorts.of(1, 1);
    var wire = new CaptureWire(encoder, port, FrameLog.into(capture), (packet, endPs) -> {
    });
    var wireOfAnother = new CaptureWire(encoder, other, FrameLog.into(capture), (packet, endPs) -> {
    });
    Packet longOne = data(1000, 1000);
    Packet shortOne = data(2000, 100);
    long endPs = 1000 * NS;
    wire.send(longOne, endPs + 5 * NS);
    wireOfAnother.send(shortOne, endPs);
    assertThat(captured(2000 * NS)).containsExactly(new Seen(1000, frame(shortOne, other)), new Seen(1005, frame(longOne, port)));
  }

  @Test
  void writesFramesDuringTheRun() {
    var wire = new CaptureWire(encoder, port, FrameLog.into(capture), (packet, endPs) -> {
    });
    for (int n = 1; n <= 2000; n++) {
      wire.send(data(1000, 1000), 1000 * NS * n);
    }
    assertThat(file.size()).isGreaterThan(1_000_000);
    file.reset();
    var tap = new CaptureTap(encoder, port, FrameLog.into(capture));
    for (int n = 1; n <= 2000; n++) {
      Packet packet = data(1000, 1000);
      packet.timePs = (2_000_000L + n) * NS;
      tap.arrived(packet);
    }
    assertThat(file.size()).isGreaterThan(1_000_000);
  }

  @Test
  void tapRecordsArrivingPacketsAsSent() throws IOException {
    var tap = new CaptureTap(encoder, port, FrameLog.into(capture));
    var expected = new ArrayList<Seen>();
    for (int n = 0; n < 3; n++) {
      Packet packet = data(1000L * n, 1000);
      packet.timePs = (100 + 10 * n) * NS;
      tap.arrived(packet);
      expected.add(new Seen(100 + 10 * n, frame(packet, port.peer())));
    }
    assertThat(captured(120 * NS)).isEqualTo(expected);
  }

  @Test
  void recorderReportsAFileThatCannotBeWritten() {
    var full = new Capture(new PcapWriter((bytes, offset, length) -> {
      throw new IOException("no space left on device");
    }, PcapWriter.WHOLE_FRAMES));
    var wire = new CaptureWire(encoder, port, FrameLog.into(full), (packet, endPs) -> {
    });
    var tap = new CaptureTap(encoder, port, FrameLog.into(full));
    assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> {
      for (int n = 0; n < 1000; n++) {
        wire.send(data(1000, 1000), 1000 * NS * (n + 1));
      }
    }).withMessageContaining("no space left");
    assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> {
      for (int n = 0; n < 1000; n++) {
        Packet packet = data(1000, 1000);
        packet.timePs = 2_000_000 * NS + n;
        tap.arrived(packet);
      }
    }).withMessageContaining("no space left");
  }
}
