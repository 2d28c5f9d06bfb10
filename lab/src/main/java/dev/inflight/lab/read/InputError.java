package dev.inflight.lab.read;

import dev.inflight.lab.print.Quoted;
import java.io.Serial;

/**
 * Something is wrong with what the user wrote. The message is meant for that user, on one line: {@code FILE:LINE: what is wrong,
 * what was understood, the nearest valid choice}; without a line where there is none, as for a missing file. What it
 * repeats of the user's words is printable.
 */
public sealed class InputError extends RuntimeException permits MissingFile {
  @Serial
  private static final long serialVersionUID = 1;

  public InputError(String message) {
    super(Quoted.message(message));
  }
}
