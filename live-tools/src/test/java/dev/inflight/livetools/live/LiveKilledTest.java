package dev.inflight.livetools.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.inflight.lab.Program;
import dev.inflight.livetools.live.machine.FabricNamespaces;
import dev.inflight.livetools.live.machine.Privileges;
import dev.inflight.live.testing.JavaMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Remains of killed live commands, and their removal: real processes get real signals. */
@Tag("live")
class LiveKilledTest {
  private static final int NODES = 3;
  private static final List<String> OPTIONS = List.of("../scenarios/live/incast.yaml", "--set",
      "topology=star(hosts=2, rate=200Mbps, delay=100us)", "--set", "retransmitTimeout=2s", "--waiting", "park");
  private static final String SHORT = "flows=incast(senders=1, size=50KB)";
  private static final String LONG = "flows=incast(senders=1, size=500MB)";
  private static final String REMOVED = "inflight: removed \\d+ namespaces that an earlier run has left\n";

  @TempDir
  private Path folder;

  private Process process;

  @BeforeEach
  void needsRoot() {
    assumeThat(Privileges.areThere()).as("this process may make network namespaces").isTrue();
  }

  @AfterEach
  void end() throws InterruptedException {
    if (process != null && process.isAlive()) {
      process.destroyForcibly().waitFor();
    }
  }

  private List<String> arguments(String command, String flows, String out) {
    var arguments = new ArrayList<>(List.of("live", command));
    arguments.addAll(OPTIONS);
    arguments.addAll(List.of("--set", flows));
    if (command.equals("run")) {
      arguments.addAll(List.of("--out", folder.resolve(out).toString()));
    }
    return arguments;
  }

  /** Starts a command in its own JVM, with scratch files in a folder of the test; it would run for a long time. */
  private void start(String live) throws IOException {
    var command = new ArrayList<>(List.of(JavaMachine.program().toString(), "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + Files.createDirectory(folder.resolve("tmp")), "-cp",
        JavaMachine.classPath(JavaMachine.classes()), "dev.inflight.lab.cli.Main"));
    command.addAll(arguments(live, LONG, "killed"));
    process = JavaMachine.alone(new ProcessBuilder(command)).redirectOutput(folder.resolve("stdout").toFile())
        .redirectError(folder.resolve("stderr").toFile()).start();
  }

  private List<String> namespaces() {
    return FabricNamespaces.all().stream().filter(name -> name.startsWith("inflight-" + process.pid() + "-")).toList();
  }

  private String said(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  private void await(BooleanSupplier what) throws InterruptedException {
    while (!what.getAsBoolean()) {
      boolean ended = process.waitFor(5, TimeUnit.MILLISECONDS);
      assertThat(ended).as("it ended by itself: %s", said("stderr")).isFalse();
    }
  }

  private List<Path> scratch() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("tmp"))) {
      return files.toList();
    }
  }

  @ParameterizedTest
  @CsvSource({"run, up", "up, run"})
  void nextRunRemovesRemainsOfAKilledOne(String killed, String next) throws Exception {
    start(killed);
    await(() -> namespaces().size() == NODES);
    process.destroyForcibly().waitFor();
    assertThat(process.exitValue()).isEqualTo(128 + 9);
    assertThat(namespaces()).hasSize(NODES);
    assertThat(Program.run("live", "status").out())
        .contains("inflight-" + process.pid() + "  3 namespaces  left by a process that is no more\n");
    List<String> arguments = arguments(next, SHORT, "next");
    if (next.equals("up")) {
      arguments.addAll(List.of("--for", "100ms"));
    }
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.err().lines().map(line -> line + "\n")).anyMatch(line -> line.matches(REMOVED));
    assertThat(namespaces()).isEmpty();
    assertThat(scratch()).isEmpty();
  }

  /** Ended while it sets up or rehearses: there is no result yet. */
  @ParameterizedTest
  @ValueSource(strings = {"run", "up"})
  void aSignalCleansUp(String live) throws Exception {
    start(live);
    await(() -> namespaces().size() == NODES);
    terminate(live.equals("run") ? 130 : 0);
    assertThat(folder.resolve("killed")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "up"})
  void signalDuringSetupCleansUpToo(String live) throws Exception {
    start(live);
    Path begun = folder.resolve("killed").resolve("flows.csv");
    await(() -> live.equals("run") ? Files.exists(begun) : said("stdout").contains("end  "));
    assertThat(namespaces()).hasSize(NODES);
    terminate(live.equals("run") ? 130 : 0);
    assertThat(said("stdout")).contains(live.equals("run") ? "INTERRUPTED, results are partial: " : "forwarded ");
    if (live.equals("run")) {
      assertThat(said("killed/summary.json")).contains("\"partial\" : true");
      assertThat(folder.resolve("killed").resolve("live.txt")).exists();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "up"})
  void downEndsARunningFabric(String live) throws Exception {
    start(live);
    Path begun = folder.resolve("killed").resolve("flows.csv");
    await(() -> live.equals("run") ? Files.exists(begun) : said("stdout").contains("end  "));
    String fabric = "inflight-" + process.pid();
    assertThat(Program.run("live", "down").out()).contains(" in use; --all ends ");
    Program mistyped = Program.run("live", "down", fabric.replace("flight", "fligth"));
    assertThat(mistyped.exit()).isEqualTo(2);
    assertThat(mistyped.err()).contains("; did you mean '" + fabric + "'? known: ");
    assertThat(namespaces()).hasSize(NODES);
    assertThat(Program.run("live", "down", fabric).out()).startsWith("ended " + fabric + "\n");
    assertThat(namespaces()).isEmpty();
    assertThat(process.isAlive()).isFalse();
    assertThat(process.exitValue()).isEqualTo(live.equals("run") ? 130 : 0);
  }

  private void terminate(int exit) throws Exception {
    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
    assertThat(process.exitValue()).as(said("stderr")).isEqualTo(exit);
    assertThat(said("stderr")).doesNotContain("Exception");
    assertThat(namespaces()).isEmpty();
    assertThat(scratch()).isEmpty();
  }
}
