package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reports of INT switches to a collector, by the figures of the report formats 0.5, 1.0 and 2.0. */
class DecodeReportsTest {
  /** UDP from 192.0.2.1 to 192.0.2.2 with DSCP 0x17, a header of INT 1.0 with one hop, and twelve bytes. */
  private static final byte[] INT1 = TunnelFrames.hex("020000000102020000000002 0800 455c0044000000004011f649c0000201c0000202"
      + "1388138900300000 01000700 10000407 f0000000 00000007 00010002 000005dc 00000021 68656c6c6f20776f726c6421");
  private static final String INNER = "inner{source=192.0.2.1 destination=192.0.2.2 kind=udp dscp=23 ecn=not-ect hopLimit=64 sourcePort=5000"
      + " destinationPort=5001 payloadBytes=12 telemetry{format=int type=1 lengthWords=7 originalDscp=0 version=1 replication=0"
      + " hopMlWords=4 remainingHopCount=7 instructionBitmap=61440 hop{nodeId=7 ingressInterfaceId=1 egressInterfaceId=2"
      + " hopLatencyNs=1500 queueId=0 queueOccupancyBytes=33}}}";
  // Version 1, five words, Ethernet, ports; of a tracked flow, by hardware 3 of switch 7.
  private static final byte[] VERSION_1 = TunnelFrames.hex("15100043 00000007 00000064 00001000 00010002");
  private static final String SAID_1 = " telemetry-report dscp=0 ecn=not-ect hopLimit=64 sourcePort=50000 destinationPort=%d payloadBytes=%d"
      + " telemetryReport{version=1 lengthWords=5 nextProtocol=0 metadataBits=32 hardwareId=3 nodeId=7 sequence=100 report{trackedFlow"
      + " ingressTimestampNs=4096 ingressInterfaceId=1 egressInterfaceId=2 %s}}\n";

  @TempDir
  private static Path folder;

  private static String decode(List<byte[]> frames, String... options) {
    var all = new ArrayList<>(List.of("decode", "--int-dscp", "0x17"));
    all.addAll(List.of(options));
    all.add(WireCaptures.write(folder.resolve("reports.pcap"), frames, 3000).toString());
    Program program = Program.run(all.toArray(String[]::new));
    assertThat(WireCaptures.complaints(program)).isEmpty();
    assertThat(program.exit()).isZero();
    return program.out();
  }

  private static String line(int port, byte[]... pieces) {
    return decode(List.of(TunnelFrames.udp(port, pieces)), "--report-port", "0x7d0");
  }

  @ParameterizedTest
  @ValueSource(ints = {2000, 32766, 54321})
  void readsVersion1WithThePacketAndItsInt(int port) {
    assertThat(line(port, VERSION_1, INT1)).endsWith(SAID_1.formatted(port, VERSION_1.length + INT1.length, INNER));
  }

  @Test
  void readsAllMetadataOfVersion1() {
    byte[] header = TunnelFrames.hex("1a3f8fc1 00000007 00000064 ffffffff 00010002 00000005 03000021 00001001 04050000 0000000a");
    assertThat(line(2000, header, TunnelFrames.packetOf(INT1)))
        .contains(" telemetryReport{version=1 lengthWords=10 nextProtocol=1 metadataBits=63 hardwareId=1 nodeId=7 sequence=100"
            + " report{dropped congestedQueue trackedFlow ingressTimestampNs=n/a ingressInterfaceId=1 egressInterfaceId=2 hopLatencyNs=5"
            + " queueId=3 queueOccupancyBytes=33 egressTimestampNs=4097 dropQueueId=4 dropReason=5 egressTxUtilization=10 "
            + INNER);
  }

  @Test
  void readsVersion05() {
    byte[] fixed = TunnelFrames.hex("02400001 00000064 00001000");
    byte[] local = TunnelFrames.hex("00000007 00010002 03000021 00001001");
    assertThat(line(32766, fixed, local, INT1)).contains(" telemetryReport{version=0 nextProtocol=2 hardwareId=1 sequence=100"
        + " report{congestedQueue ingressTimestampNs=4096 nodeId=7 ingressInterfaceId=1 egressInterfaceId=2 queueId=3"
        + " queueOccupancyBytes=33 egressTimestampNs=4097 " + INNER);
    byte[] drop = TunnelFrames.hex("01800001 00000064 00001000 00000007 00010002 04050000");
    assertThat(line(2000, drop, INT1)).contains(" report{dropped ingressTimestampNs=4096 nodeId=7 ingressInterfaceId=1"
        + " egressInterfaceId=2 dropQueueId=4 dropReason=5 " + INNER);
    assertThat(line(2000, TunnelFrames.hex("00200001 00000064 00001000"), INT1))
        .contains(" report{trackedFlow ingressTimestampNs=4096 " + INNER);
  }

  /** Two reports in one datagram: of a dropped packet with metadata, and of a packet alone, as IPv4. */
  @Test
  void readsSeveralReportsOfVersion2() {
    byte[] packet = TunnelFrames.packetOf(INT1);
    byte[] group = TunnelFrames.hex("21400009 00000007");
    byte[] first = TunnelFrames.hex("131c05a0 54010000 00000000 00010002 03000021 0000000000001000 04050000");
    byte[] second = TunnelFrames.hex("04110020");
    byte[] frame = TunnelFrames.udp(2000, group, first, INT1, new byte[2], second, packet);
    assertThat(decode(List.of(frame), "--report-port", "2000"))
        .contains(" telemetryReport{version=2 hardwareId=5 sequence=9 nodeId=7"
            + " report{reportType=1 innerType=3 lengthWords=28 metadataWords=5 dropped trackedFlow metadataBits=21505 domainSpecificId=0"
            + " domainMetadataBits=0 domainStatus=0 ingressInterfaceId=1 egressInterfaceId=2 queueId=3 queueOccupancyBytes=33"
            + " egressTimestampNs=4096 dropQueueId=4 dropReason=5 " + INNER + "} report{reportType=0 innerType=4 lengthWords=17"
            + " metadataWords=0 trackedFlow " + INNER + "}}\n");
    Map<?, ?> object = (Map<?, ?>) new Load(LoadSettings.builder().build())
        .loadFromString(decode(List.of(frame), "--report-port", "2000", "--json"));
    var reports = (List<?>) ((Map<?, ?>) object.get("telemetryReport")).get("reports");
    assertThat(reports).hasSize(2).allSatisfy(report -> assertThat(((Map<?, ?>) report).get("inner")).isInstanceOf(Map.class));
  }

  @Test
  void readsListsAndDataOfVersion2() {
    byte[] packet = TunnelFrames.packetOf(INT1);
    assertThat(line(2000, TunnelFrames.hex("21400009 00000007 01140020 00010000 deadbeef 20110000"), packet))
        .contains(" report{reportType=0 innerType=1 lengthWords=20 metadataWords=0 trackedFlow tlv0=00010000deadbeef " + INNER);
    assertThat(line(2000, TunnelFrames.hex("21400009 00000007 12ff0220 10000001 80000000 03000021 cafecafe deadbeef")))
        .endsWith(" metadataBits=4096 domainSpecificId=1 domainMetadataBits=32768 domainStatus=0 queueId=3 queueOccupancyBytes=33"
            + " domainSpecific=cafecafe domainExtension=deadbeef}}\n");
  }

  @Test
  void namesUnsupportedParts() {
    assertThat(line(2000, TunnelFrames.hex("31400009 00000007 00000000")))
        .contains(" unknown=\"a telemetry report of version 3; versions 0, 1 and 2 are read\"");
    assertThat(line(2000, TunnelFrames.hex("21400009 00000007 20010000 deadbeef")))
        .contains(" unknown=\"a report of type 2 (IOAM); type 0 and 1 (INT) are read\" contents=deadbeef}}");
    assertThat(line(2000, TunnelFrames.hex("14e00043 00000007 00000064 00001000"))).contains("{wrong=unsupported ",
        " unknown=\"next protocol 7; 0 to 2 are read\"");
    assertThat(line(2000, TunnelFrames.hex("14100043 00000007 00000064 00001000 00010002")))
        .contains(" telemetryReport{wrong=malformed ");
    assertThat(line(2000, TunnelFrames.hex("21400009 00000007 131c05a0 5401"))).contains(" telemetryReport{wrong=truncated ");
  }

  /** Reports hold the beginnings of packets. */
  @Test
  void readsPacketsThatWereCut() {
    for (int kept = 14; kept < INT1.length; kept++) {
      String line = line(2000, VERSION_1, Arrays.copyOf(INT1, kept));
      assertThat(line).as("%d bytes", kept).contains("capturedOnly=" + kept + "}").endsWith("}}}\n");
      assertThat(line.contains(" hop{nodeId=7 ")).as("%d bytes", kept).isEqualTo(kept >= 70);
    }
  }

  @Test
  void leavesOtherDatagramsToTheUsualPortsAlone() {
    for (String other : List.of("", "15", "00000000000000000000000000000000", "68656c6c6f20776f726c6421", "1500004300000007")) {
      assertThat(line(32766, TunnelFrames.hex(other))).contains(" udp ").doesNotContain("telemetryReport{");
    }
    assertThat(line(2001, VERSION_1, INT1)).contains(" udp ").doesNotContain("telemetryReport{");
  }

  @Test
  void rejectsInvalidPorts() {
    for (String port : List.of("0", "65536", "0x10000")) {
      long number = Long.decode(port);
      assertThat(Program.run("decode", "--report-port", port, folder.toString()))
          .isEqualTo(new Program(2, "", "inflight: --report-port: UDP port " + number + " is outside 1 to 65535\n"));
    }
  }

  @Test
  void describesAnyBytes() {
    var random = new SplittableRandom(21);
    byte[] version2 = TunnelFrames
        .hex("21400009 00000007 131c05a0 54010000 00000000 00010002 03000021 0000000000001000 04050000");
    var frames = new ArrayList<byte[]>();
    for (int round = 0; round < 4000; round++) {
      byte[] report = TunnelFrames.join(round % 2 == 0 ? VERSION_1 : version2, INT1);
      for (int change = random.nextInt(8); change >= 0; change--) {
        report[random.nextInt(report.length)] = (byte) random.nextInt();
      }
      frames.add(TunnelFrames.udp(2000, Arrays.copyOf(report, random.nextInt(report.length + 1))));
    }
    assertThat(decode(frames, "--report-port", "2000").lines()).hasSize(frames.size());
    assertThat(decode(frames, "--report-port", "2000", "--json").lines()).hasSize(frames.size());
  }
}
