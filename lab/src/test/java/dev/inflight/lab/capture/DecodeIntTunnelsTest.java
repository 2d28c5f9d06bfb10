package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Output of {@code decode} for INT after VXLAN GPE and in options of Geneve; headers by the figures of each version. */
class DecodeIntTunnelsTest {
  private static final byte[] CNP = TunnelFrames
      .hex("020000030003020000020001080045c2003c00004000401125ec0a0000030a000001271012b7002800008100ffff40000007"
          + "00".repeat(20) + "1dc9b094");
  private static final String INNER = " inner{source=10.0.0.3 destination=10.0.0.1 kind=cnp dscp=48 ecn=ect0 hopLimit=64 sourcePort=10000"
      + " destinationPort=4791 queuePair=7 psn=0 becn payloadBytes=0 icrc=ok}\n";
  /** The last hop first: nodes 2 and 1, which write node ID and queue. */
  private static final String STACK = "00000002 01000014 00000001 02000028";
  private static final String V2 = "20000206 90000000 00000000" + STACK;
  private static final String V1 = "10000206 90000000" + STACK;
  private static final String V0 = "00021002 90000000" + STACK;
  private static final String HOPS = " hop{nodeId=1 queueId=2 queueOccupancyBytes=40} hop{nodeId=2 queueId=1 queueOccupancyBytes=20}}";
  private static final String READ_2 = " version=2 hopMlWords=2 remainingHopCount=6 instructionBitmap=36864 domainSpecificId=0"
      + " dsInstruction=0 dsFlags=0" + HOPS;
  private static final String READ_1 = " version=1 replication=0 hopMlWords=2 remainingHopCount=6 instructionBitmap=36864" + HOPS;

  @TempDir
  private static Path folder;

  private static String decode(List<byte[]> frames, int snapBytes) {
    Program program = Program.run("decode", WireCaptures.write(folder.resolve("int.pcap"), frames, snapBytes).toString());
    assertThat(WireCaptures.complaints(program)).isEmpty();
    assertThat(program.exit()).isZero();
    return program.out();
  }

  private static String line(byte[] frame) {
    return decode(List.of(frame), 3000);
  }

  private static byte[] gpe(int port, String next, String between) {
    return TunnelFrames.udp(port, TunnelFrames.hex("0c0000" + next + "00109200" + between), CNP);
  }

  private static byte[] geneve(String options) {
    byte[] bytes = TunnelFrames.hex(options);
    return TunnelFrames.udp(6081, TunnelFrames.hex(String.format("%02x00655800006300", bytes.length / 4)), bytes, CNP);
  }

  @ParameterizedTest
  @CsvSource({"82, 1007 8003, originalVxlan nextProtocol=3", "80, 1007 0003, nextProtocol=3", "08, 1007 0003, nextProtocol=3"})
  void readsVersion2BehindVxlan(String next, String shim, String fields) {
    for (int port : new int[] {4789, 4790, 8472}) {
      assertThat(line(gpe(port, next, shim + V2))).contains(" vxlan{network=4242 nextProtocol=" + Integer.parseInt(next, 16)
          + "} telemetry{format=int type=1 lengthWords=7 " + fields + READ_2).endsWith(INNER);
    }
  }

  @Test
  void readsVersion1BehindVxlan() {
    assertThat(line(gpe(4790, "08", "01000703" + V1)))
        .contains(" vxlan{network=4242 nextProtocol=8} telemetry{format=int type=1 lengthWords=7 nextProtocol=3" + READ_1)
        .endsWith(INNER);
  }

  @Test
  void readsInstructionsOnly() {
    assertThat(line(gpe(4790, "82", "30030003" + "20000000 90000000 00000000"))).contains(
        " telemetry{format=int type=3 lengthWords=3 nextProtocol=3 version=2 instructionBitmap=36864 domainSpecificId=0 dsInstruction=0"
            + " dsFlags=0}")
        .endsWith(INNER);
  }

  @Test
  void readsSeveralHeadersBehindOneAnother() {
    String destination = "20030082" + "20000000 12345678 00000000";
    assertThat(line(gpe(4790, "82", destination + "10070003" + V2)))
        .contains(" telemetry{format=int wrong=unsupported type=2 lengthWords=3 nextProtocol=130 version=2 unknown=",
            " telemetry2{format=int type=1 lengthWords=7 nextProtocol=3" + READ_2)
        .endsWith(INNER);
    assertThat(line(gpe(4790, "82", destination.repeat(5) + "10070003" + V2)))
        .endsWith(" unknown=\"more than 4 INT headers behind one another\"\n").contains(" telemetry4{")
        .doesNotContain("telemetry5");
  }

  @Test
  void namesOtherVersionsAndReadsTheirPayload() {
    String unknown = " unknown=\"INT of version %d; versions 1 and 2 are read\"}";
    assertThat(line(gpe(4790, "82", "10070003" + V2.replace("20000206", "30000206"))))
        .contains(" version=3" + unknown.formatted(3)).endsWith(INNER);
    assertThat(line(gpe(4790, "08", "01000703" + V0))).contains(" version=0" + unknown.formatted(0)).endsWith(INNER);
    assertThat(line(gpe(4790, "05", "01000703" + V0))).contains(
        " vxlan{network=4242 nextProtocol=5} telemetry{format=int wrong=unsupported type=1 lengthWords=7 nextProtocol=3 version=0"
            + unknown.formatted(0))
        .endsWith(INNER);
    assertThat(line(geneve("01030106" + V0))).contains(" version=0" + unknown.formatted(0)).endsWith(INNER);
  }

  /** The number that INT 0.5 took is that of MPLS. */
  @Test
  void readsLabelsWhereLengthsDoNotAgree() {
    for (String labels : List.of("00064140", "01000703" + V0.replace("00021002", "00031002"), "01000703" + V1)) {
      assertThat(line(gpe(4790, "05", labels))).contains(" mpls{").doesNotContain("telemetry");
    }
  }

  @Test
  void readsOptionsOfGeneve() {
    assertThat(line(geneve("01048001 12345678" + "01030107" + V2)))
        .contains(" options=0104800112345678" + "01030107", " telemetry{format=int type=1 lengthWords=7" + READ_2)
        .endsWith(INNER);
    assertThat(line(geneve("01030106" + V1))).contains(" telemetry{format=int type=1 lengthWords=6" + READ_1).endsWith(INNER);
    assertThat(line(geneve("01038107" + V2))).contains(" telemetry{format=int type=129 lengthWords=7" + READ_2).endsWith(INNER);
    assertThat(line(geneve("01030107" + V2 + "01030106" + V1))).contains(" telemetry{", " telemetry2{").endsWith(INNER);
    assertThat(line(geneve("01030202" + "20000000 12345678"))).contains(" type=2 lengthWords=2 version=2 unknown=")
        .endsWith(INNER);
    assertThat(line(geneve("01030100"))).contains(" telemetry{format=int wrong=truncated type=1 lengthWords=0}").endsWith(INNER);
  }

  @Test
  void showsNoHopsOfLengthsThatDoNotAgree() {
    assertThat(line(gpe(4790, "82", "10ff0003" + V2)))
        .contains(" telemetry{format=int wrong=truncated type=1 lengthWords=255 nextProtocol=3 version=2 hopMlWords=2 ")
        .endsWith("} unknown=\"the packet ends within INT behind VXLAN GPE\"\n").doesNotContain("hop{");
    assertThat(line(geneve("01030106" + V2.substring(0, 52)))).contains(" wrong=malformed ").endsWith(INNER);
    assertThat(line(geneve("0103011f" + V2))).contains(" options=0103011f").doesNotContain("telemetry").endsWith(INNER);
    assertThat(line(TunnelFrames.udp(4790, TunnelFrames.hex("0c00008200109200" + "1007"))))
        .endsWith(" unknown=\"the packet ends within the tunnel's header\"\n");
  }

  @Test
  void namesTheNextHeader() {
    assertThat(line(gpe(4790, "82", "10070004" + V2))).endsWith(" unknown=\"INT behind VXLAN GPE with next protocol 0x04\"\n");
  }

  /** Reserved bits of plain VXLAN, and a group policy, name nothing. */
  @Test
  void readsPlainVxlanAsBefore() {
    for (String header : List.of("0c000000", "8c000082")) {
      assertThat(line(TunnelFrames.udp(4789, TunnelFrames.hex(header + "00109200"), CNP))).doesNotContain("nextProtocol")
          .endsWith(INNER);
    }
  }

  @Test
  void readsFramesCutBySnapLength() {
    for (byte[] frame : List.of(gpe(4790, "82", "10078003" + V2), gpe(4790, "08", "01000703" + V1), geneve("01030107" + V2))) {
      for (int kept = 0; kept < frame.length; kept++) {
        String line = decode(List.of(frame), kept);
        assertThat(line).contains("capturedOnly=" + kept).doesNotContain("unknown=");
        assertThat(line.contains(" inner{")).as("%d bytes", kept).isEqualTo(kept > frame.length - CNP.length);
      }
    }
  }

  @Test
  void describesAnyBytes() {
    var random = new SplittableRandom(5);
    var frames = new ArrayList<byte[]>();
    List<byte[]> whole = List.of(gpe(4790, "82", "10078003" + V2), gpe(4790, "05", "01000703" + V0), geneve("01030107" + V2),
        geneve("01030106" + V1), gpe(4790, "08", "01000708" + V1 + "10070003" + V2));
    for (int round = 0; round < 4000; round++) {
      byte[] frame = whole.get(random.nextInt(whole.size())).clone();
      for (int change = random.nextInt(6); change >= 0; change--) {
        frame[random.nextInt(frame.length)] = (byte) random.nextInt();
      }
      frames.add(Arrays.copyOf(frame, 14 + random.nextInt(frame.length - 13)));
    }
    assertThat(decode(frames, 3000).lines()).hasSize(frames.size());
  }
}
