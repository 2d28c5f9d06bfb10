package dev.inflight.lab.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces as the compiler of Protocol Buffers reads them. */
class TraceFileTest {
  @TempDir
  private Path folder;

  private static String decoded(Path trace) throws IOException, InterruptedException {
    Process protoc;
    try {
      protoc = new ProcessBuilder("protoc", "--decode_raw").redirectInput(trace.toFile()).redirectErrorStream(true).start();
    } catch (IOException missing) {
      assumeTrue(System.getenv("CI") != null, "protoc is missing");
      throw missing;
    }
    String text = new String(protoc.getInputStream().readAllBytes(), UTF_8);
    assertThat(protoc.waitFor()).as(text).isZero();
    return text.replaceAll("\\s+", " ").strip();
  }

  @Test
  void fieldsAreThoseOfTheFormat() throws Exception {
    var bytes = new ByteArrayOutputStream();
    var trace = new TraceFile(bytes);
    long parent = trace.track(0, "flow");
    assertThat(trace.track(0, "flow")).isEqualTo(parent);
    trace.slice(parent, "paused", 1_500_000, 2_000_000, List.of(7L));
    trace.value(trace.counter(parent, "window", "B"), 3_000_000, -1);
    trace.instant(parent, "lost", 4_000_000);
    Path file = Files.write(folder.resolve("t"), bytes.toByteArray());
    assertThat(decoded(file)).isEqualTo("1 { 60 { 1: 1 2: \"flow\" } 10: 1 13: 1 }"
        + " 1 { 8: 1500 11 { 9: 1 11: 1 23: \"paused\" 47: 0x0000000000000007 } 10: 1 } 1 { 8: 2000 11 { 9: 2 11: 1 } 10: 1 }"
        + " 1 { 60 { 1: 2 2: \"window\" 5: 1 8 { 6: \"B\" } } 10: 1 } 1 { 8: 3000 11 { 9: 4 11: 2 30: 18446744073709551615 } 10: 1 }"
        + " 1 { 8: 4000 11 { 9: 3 11: 1 23: \"lost\" } 10: 1 }");
  }

  @Test
  void flowHasItsTracks() throws Exception {
    Path scenario = Files.writeString(folder.resolve("s.yaml"), """
        topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=4)
        flows:
          - flow(from=0, to=5, size=200KB)
          - flow(from=1, to=4, size=4MB)
          - flow(from=2, to=4, size=4MB)
          - flow(from=3, to=4, size=4MB)
        scheme: none
        buffer: 1600KB
        """);
    Path trace = folder.resolve("trace");
    Program explain = Program.run("explain", scenario.toString(), "0", "--perfetto", trace.toString());
    assertThat(explain.err()).isEmpty();
    assertThat(explain.exit()).isZero();
    String text = decoded(trace);
    assertThat(text).contains("2: \"flow 0 (host 0 to host 5, 200 KB, from 0 ps)\"").contains("2: \"what its time went to\"")
        .contains("2: \"host 0 port 1 to leaf0\"").contains("23: \"sending\"").contains("2: \"window\"").contains("2: \"queue\"")
        .contains("2: \"flow 3 (host 3 to host 4, 4.00 MB, from 0 ps)\"");
    assertThat(text.split(" 9: 1 ")).hasSameSizeAs(text.split(" 9: 2 ")); // each slice ends
  }

  @Test
  void reportsUnwritableFile() throws IOException {
    Path scenario = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=3)\nflows: incast(senders=2)\n");
    Program explain = Program.run("explain", scenario.toString(), "0", "--perfetto", folder.resolve("none/t").toString());
    assertThat(explain.exit()).isEqualTo(2);
    assertThat(explain.err()).contains("cannot write the trace");
  }
}
