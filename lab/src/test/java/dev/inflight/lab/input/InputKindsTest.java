package dev.inflight.lab.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.Program;
import dev.inflight.lab.capture.OutsideTool;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.scenario.Scenario;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first line of a file determines its kind, not its name; and a scenario need not be in a file. */
class InputKindsTest {
  private static final Path DUMBBELL = Path.of("src/test/resources/reference/dumbbell-2to1-hpcc");
  private static final String YAML = "topology: star\nflows: incast\n";

  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"s.yaml", "s.YML", "s", "config.txt", "s.txt"})
  void readsYamlWithAnyFileName(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "# A comment\n\n" + YAML);
    assertThat(ScenarioReader.read(file).setup().flows().count()).isEqualTo(16);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{topology: star, flows: incast}", "\"topology\": star\nflows: incast",
      "---\ntopology: star\nflows: incast", "topology : star\nflows: incast"})
  void readsAnyYaml(String yaml) throws IOException {
    assertThat(ScenarioReader.read(Files.writeString(folder.resolve("s"), yaml)).setup().flows().count()).isEqualTo(16);
  }

  @Test
  void readsConfigurationsWithAnyFileName() throws IOException {
    for (String name : List.of("topology.txt", "flow.txt")) {
      Files.copy(DUMBBELL.resolve(name), folder.resolve(name));
    }
    Files.copy(DUMBBELL.resolve("config.txt"), folder.resolve("config.yaml"));
    assertThat(SetupText.of(ScenarioReader.read(folder.resolve("config.yaml")).setup()))
        .isEqualTo(SetupText.of(ScenarioReader.read(DUMBBELL.resolve("config.txt")).setup()));
  }

  @Test
  void readsTheProgramsInput() throws IOException {
    Path flows = Files.writeString(folder.resolve("flows.txt"), "1\n0 1 3 100 5000 0\n");
    String relative = Path.of("").toAbsolutePath().relativize(flows.toAbsolutePath()).toString();
    Path out = folder.resolve("out");
    Program program = withInput("topology: star\nflows: file(" + relative + ")\n",
        () -> Program.run("run", "-", "--out", out.toString(), "--quiet"));
    assertThat(program).isEqualTo(new Program(0, "", ""));
    assertThat(out.resolve("scenario.yaml")).content().contains("name: 'stdin'\n", flows.toString());
    assertThat(withInput("topology: star\nflows: incast\nsceme: x\n", () -> Program.run("run", "-")).err())
        .startsWith("inflight: stdin:3:1: unknown key 'sceme'; did you mean 'scheme'?");
    assertThat(withInput("", () -> Program.run("run", "-")).err()).isEqualTo("inflight: stdin: the file is empty\n");
  }

  private static Program withInput(String text, Supplier<Program> run) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(text.getBytes(UTF_8)));
    try {
      return run.get();
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void readsAPipe() throws Exception {
    assumeTrue(OutsideTool.isInstalled("mkfifo"), "needs mkfifo");
    Path pipe = folder.resolve("pipe");
    OutsideTool.run(folder, List.of("mkfifo", pipe.toString())).expectSuccess();
    var read = new FutureTask<>(() -> ScenarioReader.read(pipe));
    Thread.ofPlatform().daemon().start(read);
    Files.writeString(pipe, YAML);
    assertThat(read.get().name()).isEqualTo("pipe");
  }

  @Test
  void namesOfFilesInAProcessSubstitutionAreSeenFromTheWorkingFolder() {
    var text = new InputText(Path.of("/dev/fd/63"), List.of("x"));
    assertThat(text.sibling("a/flows.txt")).isEqualTo(Path.of("a/flows.txt"));
    assertThat(Scenario.nameOf(text.path())).isEqualTo("stdin");
  }

  /** Whether a descriptor leads to a pipe or a file, the descriptor's folder holds no other files of it. */
  @ParameterizedTest
  @ValueSource(strings = {"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "/proc/1/task/1/fd/0"})
  void recognizesDescriptorsAsPipes(String path) {
    assertThat(InputText.isPipe(Path.of(path))).isTrue();
  }

  /** A folder in memory is a folder like any other. */
  @Test
  void readsAScenarioInSharedMemory() throws IOException {
    Path memory = Path.of("/dev/shm");
    assumeTrue(Files.isDirectory(memory) && Files.isWritable(memory), "needs /dev/shm");
    Path fd = Files.createDirectory(Files.createTempDirectory(memory, "inflight").resolve("fd"));
    try {
      for (String name : List.of("config.txt", "topology.txt", "flow.txt")) {
        Files.copy(DUMBBELL.resolve(name), fd.resolve(name));
      }
      assertThat(SetupText.of(ScenarioReader.read(fd.resolve("config.txt")).setup()))
          .isEqualTo(SetupText.of(ScenarioReader.read(DUMBBELL.resolve("config.txt")).setup()));
      Path yaml = Files.writeString(fd.resolve("mine.yaml"), "topology: file(topology.txt)\nflows: file(flow.txt)\n");
      assertThat(ScenarioReader.read(yaml).name()).isEqualTo("mine");
    } finally {
      for (String name : List.of("config.txt", "topology.txt", "flow.txt", "mine.yaml", ".", "..")) {
        Files.deleteIfExists(fd.resolve(name).normalize());
      }
    }
  }
}
