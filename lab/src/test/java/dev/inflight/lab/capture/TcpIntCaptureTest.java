package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.tcp.TcpHeader;
import dev.inflight.wire.header.tcp.TcpOptions;
import dev.inflight.wire.header.tcpint.TcpIntLoad;
import dev.inflight.wire.header.tcpint.TcpIntOption;
import dev.inflight.wire.header.tcpint.TcpIntPort;
import dev.inflight.wire.pcap.PcapWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments with TCP-INT's option, read by Wireshark after each of several ports: it skips the option, and finds the checksum valid. */
class TcpIntCaptureTest {
  private static final int IP = Ethernet.HEADER_BYTES;
  private static final int TCP = IP + Ipv4.HEADER_BYTES;
  private static final int HEADER_BYTES = TcpHeader.HEADER_BYTES + TcpOptions.TIMESTAMPS_BYTES + TcpIntOption.BYTES;
  private static final int DATA_BYTES = 101;
  private static final long RATE = 100_000_000_000L;

  @TempDir
  private Path folder;

  private static byte[] frame() {
    byte[] frame = new byte[TCP + HEADER_BYTES + DATA_BYTES];
    Ethernet.write(frame, 0, 0x0200_0000_0002L, 0x0200_0000_0001L, Ethernet.IPV4);
    Ipv4.write(frame, IP, frame.length - IP, Ipv4.TCP);
    Ipv4.addresses(frame, IP, 0x0A000001, 0x0A000002);
    Ipv4.writeChecksum(frame, IP);
    TcpHeader.write(frame, TCP, 50_001, 5001, 1, 1, HEADER_BYTES, TcpHeader.ACK, 1000);
    TcpOptions.writeTimestamps(frame, TCP + TcpHeader.HEADER_BYTES, 3, 4);
    TcpIntOption.write(frame, TCP + TcpHeader.HEADER_BYTES + TcpOptions.TIMESTAMPS_BYTES, TcpIntOption.SWITCH_DEFAULT);
    for (int at = 0; at < DATA_BYTES; at++) {
      frame[TCP + HEADER_BYTES + at] = (byte) (7 * at);
    }
    TcpHeader.writeChecksum(frame, TCP, IP, frame.length - TCP);
    return frame;
  }

  @Test
  void wiresharkReadsTelemetryOfPorts() throws IOException {
    Tshark tshark = Tshark.plain(folder).with("-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-o",
        "tcp.analyze_sequence_numbers:FALSE");
    byte[] frame = frame();
    var view = new FrameView(List.of());
    Path capture = folder.resolve("tcpint.pcap");
    try (OutputStream out = Files.newOutputStream(capture)) {
      var writer = new PcapWriter(out::write, PcapWriter.WHOLE_FRAMES);
      writer.write(0, frame, 0, frame.length);
      for (int hop = 1; hop <= 3; hop++) {
        var port = new TcpIntPort(new EgressLink(hop, 1, RATE), TcpIntLoad.UTILIZATION, 1_000_000);
        view.parse(frame, 0, frame.length);
        Ipv4.decrementTtl(frame, view.ip);
        var snapshot = new PortSnapshot().at(0, 0, 0);
        port.stamp(new byte[TcpHeader.HEADER_BYTES], 0, TcpHeader.HEADER_BYTES, snapshot);
        snapshot.at(1_000_000, 12_500, 8192L * (hop == 3 ? 1 : 2 * hop)); // full; the second has the longest queue
        snapshot.arrivedPs = 1_000_000 - 512_000;
        snapshot.hopLimit = Ipv4.ttl(frame, view.ip);
        assertThat(port.stamp(frame, view.tcp, view.ipEnd, snapshot)).isTrue();
        writer.write(hop * 1_000_000L, frame, 0, frame.length);
      }
      writer.flush();
    }
    List<List<List<String>>> rows = tshark.fields(capture, List.of("ip.ttl", "tcp.option_kind", "tcp.option_len",
        "tcp.options.unknown.payload", "tcp.checksum.status", "ip.checksum.status", "tcp.len", "tcp.options.timestamp.tsval"));
    List<String> payloads = List.of("f0000000000000000000", "f5823f00000200000000", "f5843e00000400000000",
        "f5843e00000600000000");
    assertThat(rows).hasSize(4);
    for (int hop = 0; hop < rows.size(); hop++) {
      List<List<String>> row = rows.get(hop);
      assertThat(row.get(0)).containsExactly(Integer.toString(64 - hop));
      assertThat(row.get(1)).containsExactly("1", "1", "8", "114");
      assertThat(row.get(2)).containsExactly("10", "12");
      assertThat(row.get(3)).containsExactly(payloads.get(hop));
      assertThat(row.subList(4, 8)).containsExactly(List.of("1"), List.of("1"), List.of("101"), List.of("3"));
    }
  }
}
