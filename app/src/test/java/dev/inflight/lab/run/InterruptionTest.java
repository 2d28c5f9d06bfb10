package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SIGINT and SIGTERM end a run early and keep its results so far: a real process receives real signals. */
@Tag("sweep")
@Timeout(120)
class InterruptionTest {
  private static final String YAML = """
      topology: leaf-spine
      flows: poisson(load=0.5, duration=100ms)
      """;

  @TempDir
  private Path folder;

  private Process start() throws IOException {
    return start(1);
  }

  private Process start(int threads) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), YAML);
    return start("run", file.toString(), "--threads", Integer.toString(threads));
  }

  private Process start(String... arguments) throws IOException {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--out", folder.resolve("out").toString()));
    return startPlain(all.toArray(String[]::new));
  }

  private Process startPlain(String... arguments) throws IOException {
    String classPath = Stream.of("jdk.module.path", "java.class.path").map(System::getProperty).filter(path -> path != null)
        .collect(Collectors.joining(File.pathSeparator));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new ArrayList<>(
        List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath, "dev.inflight.lab.cli.Main"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectOutput(folder.resolve("stdout").toFile())
        .redirectError(folder.resolve("stderr").toFile()).start();
  }

  private void awaitFlows(Process process) throws IOException, InterruptedException {
    await(folder.resolve("out/flows.csv"), process);
  }

  private void await(Path flows, Process process) throws IOException, InterruptedException {
    while (!Files.exists(flows) || Files.size(flows) == 0) {
      boolean ended = process.waitFor(20, TimeUnit.MILLISECONDS);
      assertThat(ended).as("the run ended by itself: %s", Files.readString(folder.resolve("stderr"))).isFalse();
    }
  }

  private void check(Process process) throws IOException, InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(folder.resolve("stderr")).content().doesNotContain("Exception");
    assertThat(folder.resolve("stdout")).content().contains("INTERRUPTED, results are partial: ", " flows did not finish (",
        "): the run was interrupted at ");
    assertThat(folder.resolve("out/summary.json")).content().contains("\"partial\" : true");
    assertThat(folder.resolve("out/INCOMPLETE")).doesNotExist();
    String report = folder.resolve("partial.html").toString();
    assertThat(Program.run("report", folder.resolve("out").toString(), "--partial", "--strict", "--out", report).err()).isEmpty();
    long finished = Files.readAllLines(folder.resolve("out/flows.csv")).size() - 1;
    assertThat(folder.resolve("out/summary.json")).content().contains("\"flowsFinished\" : " + finished + ",");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void sigtermLeavesAReadableFolder(int threads) throws IOException, InterruptedException {
    Process process = start(threads);
    awaitFlows(process);
    process.destroy();
    check(process);
    assertThat(folder.resolve("out/summary.json")).content().contains("\"threads\" : " + threads + ",");
  }

  @Test
  void ctrlCLeavesAReadableFolder() throws IOException, InterruptedException {
    assumeTrue(interruptible(), "needs a parent that does not ignore SIGINT");
    Process process = start();
    awaitFlows(process);
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).inheritIO().start().waitFor();
    check(process);
  }

  /** One line names the rest; a sweep without the remaining points is another one, and changes nothing. */
  @Test
  void sameCommandContinuesAnInterruptedSweep() throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=5)
        flows: ['incast(senders=4, size=20KB)', 'poisson(load=0.5, duration=1us)']
        sweep: {flows.1.duration: [1us, 500ms, 501ms]}
        """);
    Process process = start("sweep", file.toString(), "--jobs", "1");
    await(folder.resolve("out/0002/flows.csv"), process);
    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    List<String> lines = Files.readAllLines(folder.resolve("stderr"));
    assertThat(lines).hasSize(3).last()
        .isEqualTo("interrupted: 1 of 3 points done, 2 left; the same command runs the remaining points");
    assertThat(Files.readString(folder.resolve("stdout"))).isEmpty();
    Program again = Program.run("sweep", file.toString(), "--jobs", "1", "--out", folder.resolve("out").toString(), "--set",
        "flows.1.duration=[1us]");
    assertThat(again.exit()).isEqualTo(2);
    assertThat(again.err()).contains("its point 0002 is flows.1.duration=500ms, which this sweep omits");
    assertThat(folder.resolve("out/0001/summary.json")).exists();
  }

  /** Existing members stay, their spread is not written, and the same command resumes. */
  @Test
  void sameCommandContinuesAnInterruptedEnsemble() throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("e.yaml"), """
        topology: star(hosts=5)
        flows: ['incast(senders=4, size=20KB)', 'poisson(load=0.5, duration=500ms)']
        """);
    Process process = start("run", file.toString(), "--ensemble", "3", "--threads", "1");
    await(folder.resolve("out/0001/flows.csv"), process);
    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(Files.readAllLines(folder.resolve("stderr"))).last()
        .isEqualTo("interrupted: 0 of 3 points done, 3 left; the same command runs the remaining points");
    assertThat(folder.resolve("out/ensemble.json")).doesNotExist();
    assertThat(folder.resolve("out/0001/summary.json")).content().contains("\"partial\" : true");
    Program again = Program.run("run", file.toString(), "--ensemble", "3", "--out", folder.resolve("out").toString(), "--set",
        "flows=[incast(senders=4)]");
    assertThat(again.exit()).as(again.err()).isZero();
    assertThat(again.out()).startsWith("ensemble of 3 members, seed 1\n");
  }

  /** A process started in the background ignores SIGINT, and so do its children. */
  private static boolean interruptible() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return true;
    }
    String ignored = Files.readAllLines(status).stream().filter(line -> line.startsWith("SigIgn:")).findFirst()
        .orElse("SigIgn: 0");
    return (Long.parseUnsignedLong(ignored.substring(7).strip(), 16) & 2) == 0;
  }

  @Test
  void killedRunsLookIncomplete() throws IOException, InterruptedException {
    Process process = start();
    awaitFlows(process);
    process.destroyForcibly().waitFor();
    assertThat(folder.resolve("out/INCOMPLETE")).exists();
    assertThat(folder.resolve("out/summary.json")).doesNotExist();
  }

  @Test
  void interruptedFiguresAreMarked() throws IOException, InterruptedException {
    Process process = start("paper", "small");
    await(folder.resolve("out/fig06-hpcc/flows.csv"), process);
    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(folder.resolve("stderr")).content().contains("interrupted: ").doesNotContain("Exception");
    assertThat(folder.resolve("out/FAILED")).content().contains("The user ended it.");
    assertThat(folder.resolve("out/INCOMPLETE")).doesNotExist();
    assertThat(folder.resolve("out/summary.json")).doesNotExist();
    try (Stream<Path> runs = Files.list(folder.resolve("out"))) {
      for (Path run : runs.filter(run -> Files.exists(run.resolve("summary.json"))).toList()) {
        boolean isPartial = Files.readString(run.resolve("summary.json")).contains("\"partial\" : true");
        assertThat(Files.exists(run.resolve("input.sha256"))).as("%s is kept by --resume", run).isNotEqualTo(isPartial);
      }
    }
  }

  /** There is nothing to be written. */
  @Test
  void idleServerEndsAtOnce() throws IOException, InterruptedException {
    Path runs = Files.createDirectory(folder.resolve("runs"));
    Process process = startPlain("serve", runs.toString(), "--port", "0");
    await(folder.resolve("stdout"), process);
    process.destroy();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(folder.resolve("stderr")).content().doesNotContain("Exception");
  }
}
