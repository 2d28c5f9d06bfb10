package dev.inflight.lab.capture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Programs that are not ours, and what becomes of tests where they are missing. */
public final class OutsideTool {
  private static final String CI = "CI";
  private static final long PATIENCE_SECONDS = 60;

  /**
   * Result of a program.
   *
   * @param exit exit code
   * @param out standard output
   * @param err standard error
   */
  public record Ended(int exit, String out, String err) {
    public Ended expectSuccess() {
      assertThat(exit).as("exit code; %s", err).isZero();
      return this;
    }
  }

  private OutsideTool() {
  }

  /** Ends the test as skipped where a program of Debian's package is missing, but as failed where CI should have installed it. */
  public static void require(String program, String debianPackage) {
    if (!isInstalled(program)) {
      missing(program + " is not installed (apt-get install " + debianPackage + ")");
    }
  }

  /** Skips or fails the test for a missing part of a tool. */
  public static void missing(String what) {
    if (System.getenv(CI) != null) {
      Assertions.fail(what + ", and CI installs it: see .ci/run");
    }
    skip(what);
  }

  /** Ends the test as skipped, and prints the reason where test runners do not. */
  static void skip(String why) {
    System.err.println("SKIPPED: " + why);
    Assumptions.abort(why);
  }

  public static boolean isInstalled(String program) {
    for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
      if (Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return Files.isExecutable(Path.of(program));
  }

  /** Runs a program to its end. */
  public static Ended run(Path home, List<String> command) {
    try {
      Path out = Files.createTempFile(home, "out", "");
      Path err = Files.createTempFile(home, "err", "");
      var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.environment().put("HOME", home.toString()); // nothing that a user has configured
      builder.environment().remove("XDG_CONFIG_HOME");
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        Assertions.fail(command + " has not ended");
      }
      return new Ended(process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    } catch (IOException failed) {
      throw new IllegalStateException(command.toString(), failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }
}
