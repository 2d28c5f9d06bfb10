package dev.inflight.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.Program;
import dev.inflight.lab.capture.OutsideTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An output of any command replaces no pipe, device or folder, and no file of a run. */
class OutputFileTest {
  private static final Duration AT_MOST = Duration.ofSeconds(60);
  private static final String NO_FILE = "this is a device, a pipe or the like, which output does not replace; name a regular file";
  private static final String OF_A_RUN = "this is a file of the run in ";
  private static final String TARGET = "TARGET";

  @TempDir
  private static Path shared;
  private static Path scenario;
  private static Path run;
  private static Path other;

  @TempDir
  private Path folder;

  @BeforeAll
  static void simulate() throws IOException {
    scenario = Files.writeString(shared.resolve("s.yaml"), "topology: star(hosts=4)\nflows: incast(senders=3, size=20KB)\n");
    run = made("run", "1");
    other = made("other", "2");
  }

  private static Path made(String name, String seed) {
    Path out = shared.resolve(name);
    Program program = Program.run("run", scenario.toString(), "--seed", seed, "--out", out.toString(), "--quiet", "--pcap",
        "all");
    assertThat(program.exit()).as(program.err()).isZero();
    return out;
  }

  /** A command line for each option that names one file. */
  static Stream<Arguments> options() {
    return Stream.of(
        Arguments.of("html", List.of("report", "RUN", "--out", TARGET)),
        Arguments.of("html", List.of("report", "RUN", "OTHER", "--out", TARGET)),
        Arguments.of("html", List.of("compare", "RUN", "OTHER", "--report", TARGET)),
        Arguments.of("csv", List.of("query", "RUN", "FROM flows", "--out", TARGET)),
        Arguments.of("parquet", List.of("query", "RUN", "FROM flows", "--out", TARGET)),
        Arguments.of("json", List.of("query", "RUN", "FROM flows", "--out", TARGET)),
        Arguments.of("pftrace", List.of("explain", "RUN", "0", "--perfetto", TARGET)),
        Arguments.of("md", List.of("paper", "fig13", "--markdown", TARGET, "--out", "NEW")));
  }

  private Program run(List<String> command, Path target) {
    String[] arguments = command.stream().map(word -> switch (word) {
      case "RUN" -> run.toString();
      case "OTHER" -> other.toString();
      case "NEW" -> folder.resolve("new").toString();
      case TARGET -> target.toString();
      default -> word;
    }).toArray(String[]::new);
    return assertTimeoutPreemptively(AT_MOST, () -> Program.run(arguments));
  }

  private void refuses(List<String> command, Path target, String sentence) {
    Program program = run(command, target);
    assertThat(program.err()).as(program.out()).contains(target + ": " + sentence);
    assertThat(program.exit()).isEqualTo(2);
    assertThat(folder.resolve("new")).doesNotExist();
  }

  private Path pipe(String name) throws IOException {
    assumeTrue(OutsideTool.isInstalled("mkfifo"), "needs mkfifo");
    Path pipe = folder.resolve(name);
    OutsideTool.run(shared, List.of("mkfifo", pipe.toString())).expectSuccess();
    return pipe;
  }

  @ParameterizedTest
  @MethodSource("options")
  void rejectsPipeAndLinkToPipe(String ending, List<String> command) throws IOException {
    Path pipe = pipe("pipe." + ending);
    refuses(command, pipe, NO_FILE);
    Path link = Files.createSymbolicLink(folder.resolve("link." + ending), pipe);
    refuses(command, link, NO_FILE);
    assertThat(link).isSymbolicLink();
    assertThat(Files.isRegularFile(pipe, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(names(folder)).containsExactlyInAnyOrder("pipe." + ending, "link." + ending);
  }

  @ParameterizedTest
  @MethodSource("options")
  void rejectsFolderAndStandardOutput(String ending, List<String> command) throws IOException {
    Path target = Files.createDirectory(folder.resolve("folder." + ending));
    refuses(command, target, "this is a folder; name a file, as in ");
    refuses(command, Path.of("-"), "outputs are not written to the standard output; name a file");
    assertThat(target).isEmptyDirectory();
  }

  @ParameterizedTest
  @MethodSource("options")
  void rejectsFilesOfRunsAndLinksToThem(String ending, List<String> command) throws IOException {
    Map<Path, String> before = contents();
    try (Stream<Path> files = Files.list(other)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("report.html")) {
          refuses(command, file, OF_A_RUN);
          Path link = Files.createSymbolicLink(folder.resolve(file.getFileName() + "." + ending), file);
          refuses(command, link, OF_A_RUN);
          Files.delete(link);
        }
      }
    }
    Path linked = Files.createSymbolicLink(folder.resolve("linked"), other);
    refuses(command, linked.resolve("flows.csv"), OF_A_RUN);
    Files.delete(linked);
    refuses(command, other.resolve("flows.parquet"), OF_A_RUN); // a second table of flows would hide the first
    try (Stream<Path> captures = Files.list(other.resolve("pcap"))) {
      refuses(command, captures.findFirst().orElseThrow(), OF_A_RUN);
    }
    assertThat(contents()).isEqualTo(before);
  }

  private static Map<Path, String> contents() throws IOException {
    var contents = new HashMap<Path, String>();
    try (Stream<Path> files = Files.walk(other)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(file, Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
    return contents;
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }

  @Test
  void replacesEarlierOutputsAndLinksWithoutFollowingThem() throws IOException {
    List<String> command = List.of("explain", "RUN", "0", "--perfetto", TARGET);
    Path mine = Files.writeString(folder.resolve("mine.txt"), "mine");
    Path link = Files.createSymbolicLink(folder.resolve("link.pftrace"), mine);
    assertThat(run(command, link).exit()).isZero();
    assertThat(mine).hasContent("mine");
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(run(command, link).exit()).isZero();
    assertThat(names(folder)).containsExactlyInAnyOrder("mine.txt", "link.pftrace");
  }

  @Test
  void acceptsReportInTheFolderOfItsRun() {
    assertThat(run(List.of("report", "RUN"), run).exit()).isZero();
    assertThat(run(List.of("report", "RUN", "--out", TARGET), run.resolve("report.html")).exit()).isZero();
    assertThat(run(List.of("report", "RUN", "--out", TARGET), run.resolve("second.html")).exit()).isZero();
  }

  @Test
  void explainKeepsItsScenario() throws IOException {
    Path mine = Files.copy(scenario, folder.resolve("mine.yaml"));
    Program program = Program.run("explain", mine.toString(), "0", "--perfetto", mine.toString());
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains(mine + ": this is the input");
    assertThat(mine).hasSameTextualContentAs(scenario);
  }

  @Test
  void initWritesNoSchemaIntoPipe() throws IOException {
    Path pipe = pipe("inflight.schema.json");
    Path file = folder.resolve("new.yaml");
    Program program = assertTimeoutPreemptively(AT_MOST, () -> Program.run("init", file.toString(), "--scheme", "hpcc"));
    assertThat(program.err()).contains(pipe + ": " + NO_FILE);
    assertThat(program.exit()).isEqualTo(2);
    assertThat(file).doesNotExist();
  }
}
