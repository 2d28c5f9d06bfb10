package dev.inflight.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.inflight.lab.cli.Main;
import dev.inflight.lab.result.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * Result of a run of the program in this JVM.
 *
 * @param exit exit code
 * @param out standard output
 * @param err standard error
 */
public record Program(int exit, String out, String err) {
  /** Runs the program. */
  public static Program run(String... arguments) {
    return run(RunFolder.Opener.DISK, arguments);
  }

  /** Runs the program on a disk of this kind. */
  public static Program run(RunFolder.Opener disk, String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int exit = Main.run(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), disk, arguments);
    return new Program(exit, out.toString(UTF_8), err.toString(UTF_8));
  }
}
