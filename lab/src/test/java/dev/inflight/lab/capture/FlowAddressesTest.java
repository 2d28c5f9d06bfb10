package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Udp;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All packets that a flow sends toward its receiver have the addresses, IP protocol, ports and class selector of its data, with a header
 * and without, and so do probes (draft-miao-rtgwg-hpccplus §6.2.1, §7.1): a switch without telemetry forwards all of them alike.
 */
@Tag("sweep")
class FlowAddressesTest {
  private static final String FLOWS = """
      topology: star(hosts=3)
      flows: incast(senders=2, size=60KB)
      scheme: hpcc
      lossRate: 0.01
      retransmitTimeout: 1ms
      """;
  private static final String MIXED = """
      topology: star(hosts=5)
      flows: incast(senders=2, receiver=4, size=100KB)
      scheme: hpcc
      classes:
        - name: plain
          scheme: dcqcn
          priority: 4
          flows:
            - flow(from=2, to=4, size=100001B)
            - flow(from=3, to=4, size=1B)
      """;
  private static final int PLAIN_PRIORITY = 4;
  private static final int UDP = 17;
  private static final int SENDERS = 2;
  private static final int MOST_BYTES = 1024;

  @TempDir
  private static Path folder;

  private static WireCaptures captures;

  @BeforeAll
  static void find() {
    captures = new WireCaptures(folder);
  }

  static Stream<Arguments> formatsAndCarriers() {
    return Formats.ALL.stream().filter(format -> !format.name().equals("authors")).flatMap(format -> TelemetryPacketKinds.ALL
        .stream().filter(carrier -> runs(format, carrier)).map(carrier -> Arguments.of(format.name(), carrier.name())));
  }

  /** A format of one figure has no records of hops that a port could leave out. */
  private static boolean runs(TelemetryFormat format, TelemetryPackets carrier) {
    return !(carrier instanceof OnQueue) || !format.bottleneckOnly();
  }

  private static Path capture(TelemetryFormat format, String carrier) {
    return captures.of(FLOWS + (format.placement().needsIpv6() ? "framing: rocev2-ipv6\n" : ""), "--telemetry", format.name(),
        "--set", "telemetryPackets=" + carrier);
  }

  /** Fields of a RoCEv2 frame by which a switch hashes and queues, at fixed offsets. */
  private record Addresses(String between, int protocol, int ports, int priority) {
    static Addresses of(byte[] frame) {
      ByteBuffer bytes = ByteBuffer.wrap(frame);
      int type = bytes.getShort(12) & 0xFFFF;
      int ip = type == 0x9900 ? 18 : type == 0x9901 ? 22 : 14;
      boolean ipv6 = bytes.get(ip) >> 4 == 6;
      int protocol = bytes.get(ip + (ipv6 ? 6 : 9)) & 0xFF;
      int udp = ip + (ipv6 ? 40 : 20) + (protocol == 253 ? 4 : 0);
      if (protocol == 0) {
        protocol = bytes.get(udp);
        udp += 8 + 8 * bytes.get(udp + 1);
      }
      int trafficClass = ipv6 ? bytes.getShort(ip) >> 4 & 0xFF : bytes.get(ip + 1) & 0xFF;
      byte[] both = ipv6 ? new byte[32] : new byte[8];
      bytes.get(ip + (ipv6 ? 8 : 12), both);
      return new Addresses(HexFormat.of().formatHex(both), protocol, bytes.getInt(udp), trafficClass >> 5);
    }
  }

  @ParameterizedTest
  @MethodSource("formatsAndCarriers")
  void flowHasOneSetOfAddresses(String telemetry, String carrier) {
    TelemetryFormat format = format(telemetry);
    var view = new FrameView(List.of(format));
    byte[] blank = new byte[format.blankBytes()];
    format.writeBlank(blank, 0);
    byte[] header = new byte[MOST_BYTES];
    var ofFlows = new TreeSet<String>();
    int with = 0;
    int without = 0;
    for (byte[] frame : WireCaptures.frames(capture(format, carrier))) {
      view.parse(frame, 0, frame.length);
      if (view.opcode.code() < Opcode.ACKNOWLEDGE.code() || view.opcode == Opcode.PROBE) {
        ofFlows.add(Addresses.of(frame).toString());
        int bytes = view.copyTelemetry(header, 0);
        boolean hasHeader = bytes > 0 && !Arrays.equals(header, 0, bytes, blank, 0, blank.length);
        with += hasHeader ? 1 : 0;
        without += hasHeader ? 0 : 1;
      }
    }
    assertThat(ofFlows).as("one for each flow").hasSize(SENDERS);
    assertThat(with).as("packets with a header").isPositive();
    boolean onAll = carrier.equals("every") || carrier.equals("on-queue");
    assertThat(without > 0).as("packets without one").isNotEqualTo(onAll);
  }

  static Stream<String> formats() {
    return Formats.ALL.stream().map(TelemetryFormat::name).filter(name -> !name.equals("authors"));
  }

  /** Flows under a scheme without telemetry are plain RoCEv2 even if other flows carry telemetry. */
  @ParameterizedTest
  @MethodSource("formats")
  void flowsWithoutTelemetryHaveThePortAndProtocolOfRoCE(String telemetry) {
    TelemetryFormat format = format(telemetry);
    var view = new FrameView(List.of(format));
    Path capture = captures.of(MIXED + (format.placement().needsIpv6() ? "framing: rocev2-ipv6\n" : ""), "--telemetry",
        telemetry);
    int plain = 0;
    int tiny = 0;
    int marked = 0;
    for (byte[] frame : WireCaptures.frames(capture)) {
      view.parse(frame, 0, frame.length);
      if (view.opcode.code() < Opcode.ACKNOWLEDGE.code()) {
        Addresses found = Addresses.of(frame);
        if (found.priority == PLAIN_PRIORITY) {
          assertThat(found.protocol).isEqualTo(UDP);
          assertThat(found.ports & 0xFFFF).isEqualTo(Udp.ROCE_V2);
          assertThat(view.telemetry).isNull();
          plain++;
          tiny += view.payloadBytes < 10 ? 1 : 0;
        } else {
          marked += view.telemetry == null ? 0 : 1;
        }
      }
    }
    assertThat(plain).isGreaterThan(100);
    assertThat(tiny).isPositive();
    assertThat(marked).isGreaterThan(100);
  }

  /** Wireshark and a second reading find the same in packets of either kind. */
  @ParameterizedTest
  @CsvSource({"native, one-in(packets=8)", "draft, one-in(packets=8)", "int, one-in(packets=8)", "ifa, one-in(packets=8)",
      "ioam-incremental, one-in(packets=8)", "busiest, one-in(packets=8)"})
  void wiresharkFindsTheHeadersOfSomePackets(String telemetry, String carrier) {
    Tshark.Comparison comparison = Tshark.withOurs(folder).compare(capture(format(telemetry), carrier), name -> true);
    assertThat(comparison.values()).isGreaterThan(5000);
    assertThat(comparison.complaints()).isEmpty();
  }

  private static TelemetryFormat format(String name) {
    return Formats.ALL.stream().filter(format -> format.name().equals(name)).findFirst().orElseThrow();
  }
}
