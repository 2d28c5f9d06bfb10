package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.rdma.HandshakeMessage;
import dev.inflight.net.rdma.TestStreams;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Reth;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Packets of connections become the right frames, and frames the original packets. */
class StreamFramesTest {
  private static final Path GOLDEN = Path.of("src/test/resources/stream-frames.txt");
  private final StreamPackets packets = new StreamPackets();

  private static List<Object> fields(Packet packet) {
    return Arrays.asList(packet.kind, packet.flow, packet.kind == Packet.Kind.CONTROL ? 0 : packet.number,
        packet.kind == Packet.Kind.NACK ? packet.arrivedNumber : -1,
        packet.kind == Packet.Kind.DATA ? said(packet.rdma()) : packet.sequence, packet.payloadBytes, packet.sizeBytes,
        packet.priority, packet.ecnMarked, packet.afterTimeout, packet.kind == Packet.Kind.CONTROL ? packet.code : -1,
        HexFormat.of().formatHex(packet.telemetry, 0, packet.telemetryBytes));
  }

  /** Fields that a frame carries. */
  private static String said(RdmaHeader header) {
    boolean asks = header.first && header.kind != RdmaHeader.Kind.READ_RESPONSE;
    return header.kind + " " + header.first + " " + header.last
        + (asks ? " " + header.address + " " + header.key + " " + header.memoryBytes : "")
        + (header.kind == RdmaHeader.Kind.READ_RESPONSE && (header.first || header.last) ? " " + header.completedMessages : "");
  }

  /** The frames are right: tshark reads the same fields in such ones, and scapy finds the same CRCs. */
  @Test
  void golden() throws IOException {
    var lines = new ArrayList<String>();
    for (Framing framing : new Framing[] {Framing.ROCEV2, Framing.ROCEV2_IPV6}) {
      FrameCodec codec = packets.codec(framing, null, false);
      var view = new FrameView(List.of());
      for (Packet packet : packets.all(codec.encoder().rules())) {
        byte[] frame = packets.frame(codec, packet);
        view.parse(frame, 0, frame.length);
        String what = packet.kind == Packet.Kind.CONTROL ? HandshakeMessage.of(packet.code).toString() : packet.kind.toString();
        lines.add((framing == Framing.ROCEV2 ? "ipv4 " : "ipv6 ") + what + " " + packet.sequence + " " + view.opcode + " "
            + HexFormat.of().formatHex(frame));
      }
    }
    assertThat(String.join("\n", lines) + "\n").isEqualTo(Files.readString(GOLDEN));
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.net.codec.FrameCodecTest#networks")
  void thereAndBack(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    FrameCodec codec = packets.codec(framing, format, sealed);
    for (Packet packet : packets.all(codec.encoder().rules())) {
      byte[] frame = packets.frame(codec, packet);
      assertThat(frame.length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
      byte[] shifted = new byte[frame.length + 6];
      System.arraycopy(frame, 0, shifted, 3, frame.length);
      Packet back = packets.pool.take();
      back.code = -1;
      assertThat(codec.decoder().decode(shifted, 3, frame.length, back)).as("%s: %s", packet, codec.decoder().problem())
          .isEqualTo(DecodeStatus.READ);
      assertThat(fields(back)).isEqualTo(fields(packet));
      packets.pool.release(packet);
      packets.pool.release(back);
    }
  }

  @Test
  void opcodesAndHeadersAreThoseOfTheMessages() {
    var seen = new ArrayList<String>();
    FrameCodec codec = packets.codec(Framing.ROCEV2, null, false);
    var view = new FrameView(List.of());
    for (Flow stream : List.of(packets.streams.there(), packets.streams.back())) {
      for (long at = 0; at < stream.sizeBytes(); at = TestStreams.after(stream, at)) {
        byte[] frame = packets.frame(codec, TestStreams.data(packets.pool, stream, at, Framing.ROCEV2));
        assertThat(view.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.READ);
        String reth = view.reth == FrameView.ABSENT
            ? ""
            : " " + (Reth.virtualAddress(frame, view.reth) - StreamPackets.ADDRESS) + ","
                + (Reth.remoteKey(frame, view.reth) - StreamPackets.KEY) + "," + Reth.messageBytes(frame, view.reth);
        String aeth = view.aeth == FrameView.ABSENT ? "" : " msn=" + Aeth.msn(frame, view.aeth);
        seen.add(Bth.psn(frame, view.bth) + " " + view.opcode + " " + view.payloadBytes + reth + aeth);
      }
    }
    assertThat(seen).containsExactly("0 WRITE_FIRST 40 0,0,87", "1 WRITE_MIDDLE 40", "2 WRITE_LAST 7", "3 WRITE_ONLY 1 1,0,1",
        "4 READ_REQUEST 0 2,0,89", "5 READ_REQUEST 0 3,0,5", "6 WRITE_ONLY 40 4,1,40", "0 READ_RESPONSE_FIRST 40 msn=3",
        "1 READ_RESPONSE_MIDDLE 40", "2 READ_RESPONSE_LAST 9 msn=3", "3 READ_RESPONSE_ONLY 5 msn=4");
  }

  @Test
  void answersNamePacketsAndCountMessages() {
    FrameCodec codec = packets.codec(Framing.ROCEV2, null, false);
    var view = new FrameView(List.of());
    var seen = new ArrayList<String>();
    for (Packet.Kind kind : List.of(Packet.Kind.ACK, Packet.Kind.NACK, Packet.Kind.REFUSAL)) {
      byte[] frame = packets.frame(codec,
          TestStreams.answer(packets.pool, packets.streams.there(), kind, 2 * StreamPackets.UNIT + 8, Framing.ROCEV2));
      view.parse(frame, 0, frame.length);
      seen.add("%s %x %d".formatted(Bth.psn(frame, view.bth), Aeth.syndrome(frame, view.aeth), Aeth.msn(frame, view.aeth)));
    }
    assertThat(seen).containsExactly("3 1f 2", "4 60 2", "4 62 2");
  }

  @Test
  void framesCostNothing() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    FrameCodec codec = packets.codec(Framing.ROCEV2, NativeFormat.DEFAULT, false);
    List<Packet> all = packets.all(codec.encoder().rules());
    Packet into = packets.pool.take();
    int frames = 2000;
    long allocated = 0;
    for (int round = 0; round < 6; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int frame = 0; frame < frames; frame++) {
        int length = codec.encoder().encode(all.get(frame % all.size()), packets.port);
        if (codec.decoder().decode(codec.encoder().frame(), 0, length, into) != DecodeStatus.READ) {
          throw new AssertionError(codec.decoder().problem());
        }
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).isLessThan(frames); // not even a byte for each
  }
}
