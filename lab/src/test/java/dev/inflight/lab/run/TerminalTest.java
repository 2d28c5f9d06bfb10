package dev.inflight.lab.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.run.PseudoTerminal.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a terminal: the real program, on a real pseudo-terminal. */
@Tag("sweep")
@Timeout(300)
class TerminalTest {
  private static final String ENDLESS = """
      topology: leaf-spine
      flows: poisson(load=0.5, duration=100ms)
      """;
  private static final String BAR = "expect=%.*\\|.* flows";

  @TempDir
  private Path folder;
  private String file = "";
  private String out = "";

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("s.yaml"), ENDLESS).toString();
    out = folder.resolve("out").toString();
  }

  private void checkWhole(Session session) throws IOException {
    assertThat(session.exit()).isEqualTo(130);
    assertThat(folder.resolve("out/summary.json")).content().contains("\"partial\" : true");
    assertThat(folder.resolve("out/INCOMPLETE")).doesNotExist();
    long finished = Files.readAllLines(folder.resolve("out/flows.csv")).size() - 1;
    assertThat(folder.resolve("out/summary.json")).content().contains("\"flowsFinished\" : " + finished + ",");
  }

  @Test
  void controlCWhileTheBarShowsLeavesAWholeResultAndNoBar() throws IOException {
    Session session = PseudoTerminal.run(folder, 100, List.of(BAR, "type=^C"),
        PseudoTerminal.inflight("run", file, "--out", out));
    assertThat(session.text()).contains("INTERRUPTED, results are partial: ", "): the run was interrupted at ");
    checkWhole(session);
    var screen = new ScreenModel(100, true);
    screen.send(session.text());
    assertThat(screen.rows().getFirst()).isEqualTo("s: hpcc on leaf-spine");
    assertThat(screen.rows()).noneMatch(row -> row.contains("|"));
  }

  @Test
  void redirectedErrorsHoldNoBar() throws IOException {
    var command = new ArrayList<>(
        List.of("/bin/sh", "-c", "log=$1; shift; exec \"$@\" 2>\"$log\"", "sh", folder.resolve("log").toString()));
    command.addAll(PseudoTerminal.inflight("run", file, "--out", out, "--until", "3ms"));
    Session session = PseudoTerminal.run(folder, 100, List.of("expect=results "), command);
    assertThat(session.exit()).isZero();
    assertThat(folder.resolve("log")).content().doesNotContain("\u001b", "\r", "|");
  }

  @Test
  void redirectedOutputLeavesTheBarOnTheTerminal() throws IOException {
    var command = new ArrayList<>(
        List.of("/bin/sh", "-c", "log=$1; shift; exec \"$@\" >\"$log\"", "sh", folder.resolve("log").toString()));
    command.addAll(PseudoTerminal.inflight("run", file, "--out", out));
    checkWhole(PseudoTerminal.run(folder, 100, List.of(BAR, "type=^C"), command));
    assertThat(folder.resolve("log")).content().startsWith("s: hpcc on leaf-spine").doesNotContain("\u001b");
  }

  /** The terminal is that of standard output, whether or not standard input has one. */
  @Test
  void binaryResultsAreNotPrintedOnATerminal() throws IOException {
    String small = "topology: star(hosts=2)\nflows: flow(from=0, to=1, size=1KB)\n";
    assertThat(Program.run("run", Files.writeString(folder.resolve("s.yaml"), small).toString(), "--quiet", "--out", out).exit())
        .isZero();
    var command = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$@\" </dev/null", "sh"));
    command.addAll(PseudoTerminal.inflight("query", out, "FROM flows", "--format", "arrow"));
    Session session = PseudoTerminal.run(folder, 100, List.of(), command);
    assertThat(session.text()).contains("arrow is not for a terminal").doesNotContain("\u0000");
    assertThat(session.exit()).isEqualTo(2);
  }

  @Test
  void dumbTerminalsGetNoBar() throws IOException {
    var command = new ArrayList<>(List.of("/usr/bin/env", "TERM=dumb"));
    command.addAll(PseudoTerminal.inflight("run", file, "--out", out));
    Session session = PseudoTerminal.run(folder, 100, List.of("expect=inflight: .* %: .* flows", "type=^C"), command);
    assertThat(session.text()).doesNotContain("\u001b");
    checkWhole(session);
  }

  @Test
  void narrowerTerminalKeepsOneWholeLine() throws IOException {
    Session session = PseudoTerminal.run(folder, 120,
        List.of(BAR, "columns=60", BAR, BAR, "columns=30", "expect=% \\|", "expect=% \\|", "type=^C"),
        PseudoTerminal.inflight("run", file, "--out", out));
    String text = session.text();
    int first = drawnBy(session, "columns=60");
    int second = drawnBy(session, "columns=30");
    int last = text.lastIndexOf(ProgressOnTerminal.DRAWN) + ProgressOnTerminal.DRAWN.length();
    for (boolean breaksAnew : new boolean[] {true, false}) {
      var screen = new ScreenModel(120, breaksAnew);
      screen.send(text.substring(0, first));
      checkBar(screen);
      screen.resize(60);
      screen.send(text.substring(first, second));
      checkBar(screen);
      screen.resize(30);
      screen.send(text.substring(second, last));
      checkBar(screen);
    }
  }

  /** One row with percentage, bar and some of the numbers, none of them cut off. */
  private static void checkBar(ScreenModel screen) {
    String number = "[\\d,.]+ ";
    assertThat(screen.rows()).singleElement().asString().matches(" *\\d+ % \\|[^|]+\\|( " + number + "[munp]?s)?(,? " + number
        + "of " + number + "flows)?(, " + number + "[kMG]? ?hops/s)?(,? " + number + "(s|min|h)( \\d\\d (s|min))? left)?");
  }

  /** Offset, in the transcript, of the end of the line that was being drawn when a step was done. */
  private static int drawnBy(Session session, String step) {
    int length = new String(session.transcript(), 0, session.bytesAt(step), UTF_8).length();
    return session.text().indexOf(ProgressOnTerminal.DRAWN, length) + ProgressOnTerminal.DRAWN.length();
  }
}
