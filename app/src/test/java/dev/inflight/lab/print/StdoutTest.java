package dev.inflight.lab.print;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.capture.OutsideTool;
import dev.inflight.lab.cli.Main;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.PseudoTerminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Output that cannot be written is an error of every command; a reader that has seen enough is none. */
class StdoutTest {
  private static final String NO_SPACE = "inflight: the output cannot be written: No space left on device\n";

  @TempDir
  private static Path shared;

  @TempDir
  private Path folder;

  /** Every command once, with output. */
  static Stream<List<String>> commands() {
    String run = shared.resolve("run").toString();
    return Stream.of(List.of("init", "out"), List.of("check", "s.yaml"), List.of("schema"), List.of("topology", "star"),
        List.of("explain", run, "0"), List.of("advise", "s.yaml"), List.of("new", "scheme", "x", "--out", "out"),
        List.of("run", "s.yaml", "--out", "out"), List.of("list"), List.of("list", "hpcc"), List.of("compare", run, run),
        List.of("query", run), List.of("report", run), List.of("sweep", "s.yaml", "--set", "seed=[1, 2]", "--out", "out"),
        List.of("decode", run + "/pcap/all.pcap"), List.of("decode", "--json", run + "/pcap/all.pcap"), List.of("paper"),
        List.of("live", "status"), List.of("watch", "--help"), List.of("help"), List.of("help", "run"), List.of("--help"),
        List.of("run", "--help"), List.of("--version"), List.of("completion", "bash"));
  }

  @BeforeAll
  static void run() throws IOException {
    String file = Files.writeString(shared.resolve("s.yaml"), "topology: star(hosts=3)\nflows: incast(senders=2, size=20KB)\n")
        .toString();
    assertThat(Program.run("run", file, "--out", shared.resolve("run").toString(), "--quiet", "--pcap", "all").exit()).isZero();
  }

  private static Program to(OutputStream stdout, Path folder, List<String> command) {
    String[] arguments = command.stream().map(word -> switch (word) {
      case "out" -> folder.resolve("out").toString();
      case "s.yaml" -> shared.resolve("s.yaml").toString();
      default -> word;
    }).toArray(String[]::new);
    var err = new ByteArrayOutputStream();
    int exit = Main.run(stdout, new PrintStream(err, true, UTF_8), RunFolder.Opener.DISK, arguments);
    return new Program(exit, "", err.toString(UTF_8).replaceAll("(?m)^\\d+ of \\d+  .*\n", "")); // progress
  }

  private static OutputStream failing(String why) {
    return new OutputStream() {
      @Override
      public void write(int oneByte) throws IOException {
        throw new IOException(why);
      }
    };
  }

  @Test
  void everyCommandIsTried() {
    assertThat(commands().map(List::getFirst)).containsAll(
        Main.commands(System.out, System.err, RunFolder.Opener.DISK).getSubcommands().keySet().stream()
            .filter(command -> !command.equals("serve")).toList()); // which runs until it is ended
  }

  /** Returns the output without the lines that a sweep prints about its points on the way. */
  private static Program withoutPoints(Program program) {
    return new Program(program.exit(), program.out(), program.err().replaceAll("(?m)^(done | *\\d+/\\d+ ).*\n", ""));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void reportsFullDisk(List<String> command) {
    assertThat(withoutPoints(to(failing("No space left on device"), folder, command))).isEqualTo(new Program(2, "", NO_SPACE));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void endsWhenTheReaderCloses(List<String> command) {
    assertThat(withoutPoints(to(failing("Broken pipe"), folder, command))).isEqualTo(new Program(0, "", ""));
  }

  @Test
  void resultsAreWhole() {
    to(failing("No space left on device"), folder, List.of("run", "s.yaml", "--out", "out"));
    assertThat(folder.resolve("out/summary.json")).exists();
    assertThat(folder.resolve("out/INCOMPLETE")).doesNotExist();
  }

  @Test
  void flowsThatDidNotFinishDoNotHideIt() {
    assertThat(to(failing("No space left on device"), folder, List.of("run", "s.yaml", "--out", "out", "--until", "1us")))
        .isEqualTo(new Program(2, "", NO_SPACE));
  }

  @Test
  void realProgramEndsWithoutAnErrorOnAClosedPipe() {
    assertThat(shell("exec \"$@\" >/dev/full")).isEqualTo(new OutsideTool.Ended(2, "", NO_SPACE));
    assertThat(shell("exec \"$@\" >&-"))
        .isEqualTo(new OutsideTool.Ended(2, "", "inflight: the output cannot be written: Bad file descriptor\n"));
  }

  private OutsideTool.Ended shell(String script) {
    var command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
    command.addAll(PseudoTerminal.inflight("list"));
    return OutsideTool.run(folder, command);
  }
}
