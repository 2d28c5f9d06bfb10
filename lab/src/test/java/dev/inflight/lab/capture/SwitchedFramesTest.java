package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.wire.frame.FrameForwarder;
import dev.inflight.wire.frame.FrameView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Frames with a UDP checksum, as some senders write one, that three switches have routed, marked and lengthened: Wireshark finds every
 * checksum valid, and the telemetry has the values that the switches were configured with.
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

  /** Fields that Wireshark has to show of each frame: names after the prefix, with the values of the hops in the order of the frame. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "native | 4 | inflight.native.hop. | ts=1000,2000,3000 txbytes=12800,25600,38400 qlen=0,800,1600 rate=100,100,100 number=1,2,3",
      "draft | 4 | inflight.draft.hop. | ts=1000,2000,3000 txbytes=12800,25600,38400 qlen=0,800,1600 rate=100,100,100 number=1,2,3",
      "int | 4 | inflight.int.hop. | node=7,8,6 ingress=2,2,2 egress=3,2,1 ts=3000,2000,1000 qlen=1600,800,0 number=3,2,1",
      "int | 6 | inflight.int.hop. | node=7,8,6 ingress=2,2,2 egress=3,2,1 ts=3000,2000,1000 qlen=1600,800,0 number=3,2,1",
      "ifa | 4 | inflight.ifa.hop. | device=7,8,6 egress=3,2,1 ts=3000,2000,1000 residence=500,500,500 txbytes=38400,25600,12800"
          + " qlen=1600,800,0 rate=100,100,100 ip_hop_limit=61,62,63",
      "ifa | 6 | inflight.ifa.hop. | device=7,8,6 egress=3,2,1 ts=3000,2000,1000 residence=500,500,500 txbytes=38400,25600,12800"
          + " qlen=1600,800,0 rate=100,100,100 ip_hop_limit=61,62,63",
      "ioam-incremental | 4 | inflight.ioam.hop. | node=7,8,6 ingress=2,2,2 egress=3,2,1 ts=3000,2000,1000 qlen=1600,800,0"
          + " txbytes=38400,25600,12800 hop_limit=61,62,63 number=3,2,1",
      "ioam | 6 | ipv6.opt.ioam.trace.node. | id=7,8,6 iif=2,2,2 eif=3,2,1 tsf=3000,2000,1000 qdepth=1600,800,0"
          + " undefined=38400,25600,12800 hlim=61,62,63",
      "csig | 4 | inflight.csig. | ethertype=2048", "csig-wide | 6 | inflight.csig_wide. | ethertype=34525"})
  void checksumsAndTelemetryAreRight(String name, int ipVersion, String prefix, String values) {
    Path capture = capture(name, ipVersion == 6);
    Tshark.Comparison comparison = tshark.compare(capture, field -> true);
    assertThat(comparison.values()).isGreaterThan(500);
    assertThat(comparison.complaints()).as("with checksums looked at").isEmpty();
    for (SecondReading frame : WireCaptures.readings(capture)) {
      assertThat(frame.last("udp.checksum")).as("0 would not be looked at").isNotZero();
      assertThat(frame.last(ipVersion == 4 ? "ip.ttl" : "ipv6.hlim")).isEqualTo(61);
      assertThat(frame.last(ipVersion == 4 ? "ip.dsfield.ecn" : "ipv6.tclass.ecn")).as("CE").isEqualTo(3);
      for (String value : values.split(" ")) {
        String[] named = value.split("=");
        assertThat(frame.all(prefix + named[0])).as(named[0])
            .isEqualTo(Arrays.stream(named[1].split(",")).map(Long::valueOf).toList());
      }
    }
  }

  /** Returns the capture of a flow's data packets after three switches. */
  private static Path capture(String name, boolean ipv6) {
    TelemetryFormat format = Formats.ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    var view = new FrameView(List.of(format));
    Path sent = new WireCaptures(folder.resolve(name + ipv6)).ofPort("0:1", """
        topology: star(hosts=2)
        flows: flow(from=0, to=1, size=20001B)
        """ + (ipv6 ? "framing: rocev2-ipv6\n" : ""), "--telemetry", name.startsWith("ioam") ? name + "(hops=3)" : name);
    var switched = new ArrayList<byte[]>();
    for (byte[] frame : WireCaptures.frames(sent)) {
      view.parse(frame, 0, frame.length);
      if (view.telemetry != null) {
        switched.add(switched(withUdpChecksum(frame, view), format));
      }
    }
    assertThat(switched).hasSize(21);
    return WireCaptures.write(folder.resolve("switched.pcap"), switched, 65_535);
  }

  private static byte[] switched(byte[] frame, TelemetryFormat format) {
    byte[] bytes = Arrays.copyOf(frame, ROOM);
    int length = frame.length;
    for (int hop = 0; hop < NODES.length; hop++) {
      var transit = new FrameForwarder(format, new EgressLink(NODES[hop], 1 + hop, 100_000_000_000L), true);
      var snapshot = new PortSnapshot().at(1_000_000L * (1 + hop), 12_800L * (1 + hop), 800L * hop);
      snapshot.arrivedPs = snapshot.nowPs - 500_000;
      snapshot.ingressPort = 2;
      length = transit.forward(bytes, 0, length, ROOM, snapshot, hop == 1);
    }
    return Arrays.copyOf(bytes, length);
  }

  /** The checksum over addresses, protocol, length, and what UDP counts: that is all bytes after its header except IFA's metadata. */
  private static byte[] withUdpChecksum(byte[] frame, FrameView view) {
    int udp = view.udp;
    int length = (frame[udp + 4] & 0xFF) << 8 | frame[udp + 5] & 0xFF;
    int payload = frame[view.ip + (view.isIpv6() ? 6 : 9)] == (byte) IFA ? view.bth : udp + 8;
    long sum = UDP + length;
    sum += view.isIpv6() ? sum(frame, view.ip + 8, 32) : sum(frame, view.ip + 12, 8);
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
