package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output of {@code decode} for the packets of connections. */
class DecodeStreamsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/decode-streams.txt");

  @TempDir
  private Path folder;

  private static String decode(Path capture) {
    Program program = Program.run("decode", capture.toString());
    assertThat(program.err()).isEmpty();
    assertThat(program.exit()).isZero();
    return program.out();
  }

  @Test
  void printsEveryKindOfPacket() throws IOException {
    assertThat(decode(StreamCaptures.ofEveryKind(folder, false))).isEqualTo(Files.readString(GOLDEN));
  }

  @Test
  void printsMessagesOverIpv6() throws IOException {
    assertThat(decode(StreamCaptures.ofEveryKind(folder, true))).contains("fd00::1 > fd00::3 342 ud-send-only ")
        .doesNotContain("wrong").doesNotContain("unknown");
  }

  /** The output for a capture of the first bytes of frames is a part of that for whole frames. */
  @Test
  void cutFramesPrintAPartOfWholeFrames() throws IOException {
    List<byte[]> frames = WireCaptures.frames(StreamCaptures.ofEveryKind(folder, false));
    var whole = new ArrayList<List<String>>();
    decode(WireCaptures.write(folder.resolve("whole.pcap"), frames, 65_535)).lines()
        .forEach(line -> whole.add(List.of(line.split("[ {}]+"))));
    for (int kept = 54; kept < 322; kept += 4) {
      List<String> lines = decode(WireCaptures.write(folder.resolve("cut.pcap"), frames, kept)).lines().toList();
      assertThat(lines).hasSameSizeAs(whole);
      for (int packet = 0; packet < lines.size(); packet++) {
        List<String> more = new ArrayList<>(List.of(lines.get(packet).split("[ {}]+")));
        more.removeAll(whole.get(packet));
        more.removeAll(List.of("capturedOnly=" + kept, "icrc=not-captured"));
        assertThat(more).as("packet %d, cut to %d", packet + 1, kept).isEmpty();
      }
    }
  }

  /** Datagrams of others, of another version, and with a message that does not exist. */
  @Test
  void otherDatagramsHaveNoMessage() throws IOException {
    byte[] request = WireCaptures.frames(StreamCaptures.ofEveryKind(folder, false)).stream().filter(frame -> frame[42] == 0x64)
        .findFirst().orElseThrow();
    byte[] other = request.clone();
    other[63] = 0x07; // another magic
    byte[] newer = request.clone();
    newer[66] = 2;
    byte[] unknown = request.clone();
    unknown[67] = 6;
    String said = decode(WireCaptures.write(folder.resolve("others.pcap"), List.of(other, newer, unknown), 65_535));
    assertThat(said.lines().toList()).satisfiesExactly(
        line -> assertThat(line).contains(" ud-send-only ", "queueKey=0x80010000 sourceQueuePair=1 payloadBytes=256")
            .doesNotContain("connection{"),
        line -> assertThat(line).contains(" ud-send-only ").doesNotContain("connection{"),
        line -> assertThat(line).contains("connection{message=6 priority=3 sourceQueuePair=7 "));
  }
}
