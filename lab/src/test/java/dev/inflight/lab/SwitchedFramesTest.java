package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.frame.FrameTransit;
import dev.inflight.net.frame.FrameView;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Formats;
import dev.inflight.telemetry.Snapshot;
import dev.inflight.telemetry.TelemetryFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Frames that have a UDP checksum, as some senders' do, and that switches write into: Wireshark finds every checksum right after three of
 * them, which have routed each frame, marked it and made it longer.
 */
class SwitchedFramesTest {
  private static final int[] NODES = {6, 8, 7};
  private static final int ROOM = 4096;
  private static final int UDP = 17;
  private static final int IFA = 253;

  @TempDir
  private static Path folder;

  private static Tshark tshark;

  @BeforeAll
  static void find() {
    tshark = Tshark.withOurs(folder).with("-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE");
  }

  @ParameterizedTest
  @CsvSource({"native, false", "draft, false", "int, false", "ifa, false", "ioam-incremental, false", "csig, false", "csig-wide, false",
      "native, true", "int, true", "ifa, true", "ioam, true", "ioam-incremental, true", "csig, true"})
  void checksumsAreRight(String name, boolean ipv6) {
    TelemetryFormat format = Formats.ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    var view = new FrameView(List.of(format));
    String telemetry = name.startsWith("ioam") ? name + "(hops=3)" : name;
    Path sent = new WireCaptures(folder.resolve(name + ipv6)).ofPort("0:1", """
        topology: star(hosts=2)
        flows: flow(from=0, to=1, size=20001B)
        """ + (ipv6 ? "framing: rocev2-ipv6\n" : ""), "--telemetry", telemetry);
    var switched = new ArrayList<byte[]>();
    for (byte[] frame : WireCaptures.frames(sent)) {
      view.parse(frame, 0, frame.length);
      if (view.telemetry() != null) {
        switched.add(switched(withUdpChecksum(frame, view), format));
      }
    }
    assertThat(switched).hasSize(21);
    Path capture = WireCaptures.write(folder.resolve("switched.pcap"), switched, 65_535);
    Tshark.Comparison comparison = tshark.compare(capture, field -> true);
    assertThat(comparison.values()).isGreaterThan(1000);
    assertThat(comparison.complaints()).isEmpty();
    String ip = ipv6 ? "ipv6.hlim" : "ip.checksum.status";
    assertThat(tshark.fields(capture, List.of("udp.checksum.status", ip))).allSatisfy(row -> {
      assertThat(row.getFirst()).as("1: good").containsExactly("1");
      assertThat(row.getLast()).containsExactly(ipv6 ? "61" : "1");
    });
    assertThat(WireCaptures.readings(capture)).allMatch(frame -> frame.last(ipv6 ? "ipv6.tclass.ecn" : "ip.dsfield.ecn") == 3);
  }

  private static byte[] switched(byte[] frame, TelemetryFormat format) {
    byte[] bytes = Arrays.copyOf(frame, ROOM);
    int length = frame.length;
    for (int hop = 0; hop < NODES.length; hop++) {
      var transit = new FrameTransit(format, new EgressLink(NODES[hop], 1 + hop, 100_000_000_000L), true);
      var snapshot = new Snapshot().at(1_000_000L * (1 + hop), 12_800L * (1 + hop), 800L * hop);
      snapshot.arrivedPs = snapshot.nowPs - 500_000;
      snapshot.ingressPort = 2;
      length = transit.forward(bytes, 0, length, ROOM, snapshot, hop == 1);
    }
    return Arrays.copyOf(bytes, length);
  }

  /** The checksum over addresses, protocol, length, and what UDP counts: that is all behind its header but IFA's metadata. */
  private static byte[] withUdpChecksum(byte[] frame, FrameView view) {
    int udp = view.udpOffset();
    int length = (frame[udp + 4] & 0xFF) << 8 | frame[udp + 5] & 0xFF;
    int payload = frame[view.ipOffset() + (view.isIpv6() ? 6 : 9)] == (byte) IFA ? view.bthOffset() : udp + 8;
    long sum = UDP + length;
    sum += view.isIpv6() ? sum(frame, view.ipOffset() + 8, 32) : sum(frame, view.ipOffset() + 12, 8);
    sum += sum(frame, udp, 8) + sum(frame, payload, length - 8);
    while (sum >>> 16 != 0) {
      sum = (sum & 0xFFFF) + (sum >>> 16);
    }
    byte[] summed = frame.clone();
    summed[udp + 6] = (byte) (~sum >> 8);
    summed[udp + 7] = (byte) ~sum;
    return summed;
  }

  private static long sum(byte[] bytes, int from, int count) {
    long sum = 0;
    for (int at = 0; at < count; at++) {
      sum += (bytes[from + at] & 0xFF) << (at % 2 == 0 ? 8 : 0);
    }
    return sum;
  }
}
