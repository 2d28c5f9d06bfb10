package dev.inflight.lab.store.check;

import dev.inflight.lab.read.InputError;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * Treatment of findings: a line each, and an error for impossible values.
 *
 * @param err stream of the lines
 * @param mode findings that are errors
 */
public record Warnings(PrintStream err, Mode mode) {
  /** Findings that are errors. */
  public enum Mode {
    /** No findings, for commands that show the rows themselves. */
    LENIENT,
    /** Impossible values only. */
    USUAL,
    /** All findings. */
    STRICT
  }

  /** Returns the treatment of a command, with {@code --strict} or without. */
  public static Warnings of(PrintStream err, boolean strict) {
    return new Warnings(err, strict ? Mode.STRICT : Mode.USUAL);
  }

  /** Returns the treatment for reports of the server, which show the warnings themselves. */
  public static Warnings inTheReport() {
    return of(new PrintStream(OutputStream.nullOutputStream()), false);
  }

  /**
   * Prints findings that are warnings, and rejects the rest.
   *
   * @throws InputError with a line for each finding that is an error
   */
  public void give(List<Finding> findings) {
    findings.stream().filter(one -> !isRefused(one)).forEach(one -> err.println("inflight: warning: " + one.text()));
    err.flush();
    List<InputError> refused = findings.stream().filter(this::isRefused).map(Finding::refusal).toList();
    if (!refused.isEmpty()) {
      throw InputError.of(refused);
    }
  }

  private boolean isRefused(Finding finding) {
    return switch (mode) {
      case LENIENT -> false;
      case USUAL -> finding.kind() == Finding.Kind.IMPOSSIBLE;
      case STRICT -> true;
    };
  }
}
