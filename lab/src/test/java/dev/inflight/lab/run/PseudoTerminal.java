package dev.inflight.lab.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.capture.OutsideTool;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program, in a separate process, on a terminal that a script operates. */
public final class PseudoTerminal {
  private static final String SCRIPT = "src/test/resources/terminal/play.py";
  private static final List<String> PYTHONS = List.of("/usr/bin/python3", "python3");

  private PseudoTerminal() {
  }

  /**
   * Result of a session.
   *
   * @param exit exit code of the program, below 0 for a signal
   * @param steps steps of the script, with the number of bytes written until each
   * @param transcript bytes that the terminal received
   */
  record Session(int exit, List<String> steps, byte[] transcript) {
    String text() {
      return new String(transcript, UTF_8);
    }

    /** Number of bytes that had been written when a step was done. */
    int bytesAt(String step) {
      return steps.stream().filter(line -> line.startsWith(step + " at "))
          .mapToInt(line -> Integer.parseInt(line.substring(step.length() + 4))).findFirst().orElseThrow();
    }
  }

  /** Returns the command line of this program in a separate JVM. */
  public static List<String> inflight(String... arguments) {
    String classPath = Stream.of("jdk.module.path", "java.class.path").map(System::getProperty).filter(path -> path != null)
        .collect(Collectors.joining(File.pathSeparator));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new ArrayList<>(
        List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp", classPath,
            "dev.inflight.lab.cli.Main"));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs a command on a terminal of {@code columns} columns; skips the test where there is no Python. */
  static Session run(Path folder, int columns, List<String> steps, List<String> command) throws IOException {
    String python = PYTHONS.stream().filter(OutsideTool::isInstalled).findFirst().orElse("");
    if (python.isEmpty()) {
      OutsideTool.missing("python3 is not installed (apt-get install python3), so there is no pseudo-terminal");
    }
    Path transcript = folder.resolve("transcript");
    var all = new ArrayList<>(List.of("/usr/bin/env", "TERM=xterm", "LC_ALL=C.UTF-8", python, SCRIPT, transcript.toString(),
        Integer.toString(columns)));
    all.addAll(steps);
    all.add("--");
    all.addAll(command);
    List<String> lines = OutsideTool.run(folder, all).expectSuccess().out().lines().toList();
    String last = lines.getLast();
    assertThat(last).startsWith("exit ");
    return new Session(Integer.parseInt(last.substring(5)), lines.subList(0, lines.size() - 1), Files.readAllBytes(transcript));
  }
}
