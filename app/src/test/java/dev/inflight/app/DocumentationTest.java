package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.app.Documents.Block;
import dev.inflight.lab.Program;
import dev.inflight.lab.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every example in the documents runs as a reader copies it. A block marked {@code yaml} is a scenario, or some keys of one; in a block
 * marked {@code sh} each line that starts with {@code ./inflight} is run, and a program of the project that another line calls exists.
 * Other blocks have no mark, or another one. Commands of tutorials run in {@link TutorialsTest}.
 */
@Tag("sweep")
class DocumentationTest {
  private static final Path ROOT = Documents.ROOT;
  /** Files for {@code path/to}: an experiment of the authors' simulator, and a capture of another program. */
  private static final Path REFERENCE = Path.of("../lab/src/test/resources/reference/dumbbell-2to1-hpcc");
  private static final String CAPTURE = "path/to/trace.pcapng.gz";
  /** Simulated time of examples, which are read as a whole and run long enough for packets to arrive. */
  private static final String SHORT = "60us";

  @TempDir
  private Path folder;

  static Stream<Block> scenarios() throws IOException {
    return Documents.all().flatMap(document -> Documents.blocks(document).stream())
        .filter(block -> block.language().equals("yaml"));
  }

  /** Commands by page. */
  static Stream<List<DocumentedCommand>> pages() throws IOException {
    return Documents.all().filter(document -> !document.toString().contains("/tutorials/")).map(DocumentedCommand::of)
        .filter(commands -> !commands.isEmpty());
  }

  @Test
  void thereAreExamples() throws IOException {
    assertThat(scenarios().map(Block::file)).contains("README.md", "docs/scenario.md", "docs/running.md");
    assertThat(pages().map(commands -> commands.getFirst().file())).contains("README.md", "docs/scenario.md", "docs/telemetry.md",
        "wireshark/README.md");
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void scenarioRuns(Block block) throws IOException {
    String text = block.text() + "\n";
    for (String required : new String[] {"topology: star", "flows: incast"}) {
      String key = required.substring(0, required.indexOf(':') + 1);
      text += ("\n" + text).contains("\n" + key) ? "" : required + "\n";
    }
    Path file = Files.writeString(folder.resolve("example.yaml"), text);
    boolean isSweep = ("\n" + text).contains("\nsweep:");
    runs(List.of(isSweep ? "check" : "run", file.toString()), block.toString());
  }

  /** All commands of a page in order, in one folder. */
  @ParameterizedTest
  @MethodSource("pages")
  void commandsRun(List<DocumentedCommand> page) throws IOException {
    if (page.stream().anyMatch(command -> command.text().contains(CAPTURE))) {
      capture(folder.resolve("trace.pcapng.gz"));
    }
    for (DocumentedCommand command : page) {
      List<String> words = command.words().stream().map(this::here).toList();
      if (words.getFirst().equals("./inflight")) {
        runs(words.subList(1, words.size()), command.toString());
      } else if (words.getFirst().matches("(\\./)?[\\w.-]+/\\S+")) {
        assertThat(ROOT.resolve(words.getFirst())).as(command.toString()).isExecutable();
      }
    }
  }

  private void capture(Path file) throws IOException {
    Path run = folder.resolve("captured");
    Program.run("run", ROOT.resolve("scenarios/incast.yaml").toString(), "--pcap", "17:17", "--until", SHORT, "--out",
        run.toString());
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      Files.copy(run.resolve("pcap/17-17.pcap"), out);
    }
  }

  /** A word with paths as seen from the folder of this test. */
  private String here(String word) {
    if (word.startsWith("runs/") || word.matches("[\\w-]+\\.(yaml|html|csv|dot)")) {
      return folder.resolve(word).toString();
    }
    if (word.equals(CAPTURE)) {
      return folder.resolve("trace.pcapng.gz").toString();
    }
    if (word.startsWith("scenarios/")) {
      return ROOT.resolve(word).toString();
    }
    return word.startsWith("path/to/") ? REFERENCE.resolve(word.substring("path/to/".length())).toString() : word;
  }

  private void runs(List<String> command, String example) {
    var arguments = new ArrayList<>(command);
    boolean run = arguments.getFirst().equals("run");
    if (run) {
      if (!arguments.contains("--out")) {
        arguments.addAll(List.of("--out", folder.resolve("runs/default-" + System.identityHashCode(arguments)).toString()));
      }
      if (!arguments.contains("--until") && !arguments.get(1).endsWith(".txt") && !example.contains(" --out runs/")) {
        arguments.addAll(List.of("--until", SHORT));
      }
      arguments.add("--quiet");
    }
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(program.err()).as(example).doesNotContain("inflight: sorry");
    assertThat(program.exit()).as(example + "\n" + program.err())
        .isIn(run ? List.of(Run.DONE, Run.STALLED, Run.MISSED) : List.of(Run.DONE));
  }
}
