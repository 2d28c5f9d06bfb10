package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output of {@code decode} for IFA of other programs; the frame is that of {@code IfaFormatTest}. */
class DecodeIfaTest {
  private static final Path VECTOR = Path.of("../telemetry/src/test/resources/vectors/ifa.hex");
  private static final int IFA = 34; // behind Ethernet and IPv4
  private static final int STACK = IFA + 4 + 8 + 4;

  @TempDir
  private Path folder;

  private static byte[] vector() throws IOException {
    return HexFormat.of().parseHex(Files.readAllLines(VECTOR).getFirst().split(" ")[2]);
  }

  private String decode(byte[] frame) {
    Path file = WireCaptures.write(folder.resolve("ifa.pcap"), List.of(frame), 2000);
    Program program = Program.run("decode", file.toString(), "--telemetry", "ifa(protocol=131)");
    assertThat(WireCaptures.complaints(program)).isEmpty();
    assertThat(program.exit()).isZero();
    return program.out();
  }

  @Test
  void version3NeedsNoOption() throws IOException {
    assertThat(decode(vector()))
        .contains(" payloadBytes=64 telemetry{format=ifa version=3 gns=15 nextHdr=17 inband ",
            " hop{lns=0 deviceId=2577 ipHopLimit=63 ", " hop{lns=0 deviceId=2850 ipHopLimit=62 ")
        .doesNotContain("wrong", "unknown");
  }

  @Test
  void namesUnknownVersions() throws IOException {
    byte[] frame = vector();
    frame[IFA] = 0x4f;
    assertThat(decode(frame)).contains("telemetry{format=ifa wrong=unsupported version=4}", " unknown=");
  }

  @Test
  void keepsBlocksOfAnotherNameSpaceUndivided() throws IOException {
    byte[] frame = vector();
    frame[STACK] |= 0x70;
    assertThat(decode(frame))
        .contains(" payloadBytes=64 telemetry{format=ifa wrong=unsupported version=3 ", " currentLengthWords=16 stack=700b223e")
        .doesNotContain(" hop{");
    byte[] global = vector();
    global[IFA] = 0x31;
    assertThat(decode(global)).contains(" gns=1 ", " stack=000b223e").doesNotContain(" hop{");
  }

  @Test
  void metadataBehindThePayloadAreAnnouncedAtLeast() throws IOException {
    byte[] frame = vector();
    frame[IFA + 2] |= 8;
    assertThat(decode(frame)).contains(
        "telemetry{format=ifa wrong=unsupported version=3 gns=15 nextHdr=17 tailStamp inband maxLengthWords=255}",
        " unknown=\"the rest after the IP header\"");
  }
}
