package dev.inflight.lab.read;

import java.io.Serial;

/** Error of a file that does not exist or is a folder. */
final class MissingFile extends InputError {
  @Serial
  private static final long serialVersionUID = 1;

  MissingFile(String message) {
    super(message);
  }

  /** Returns the error with the place in another file that names this file. */
  InputError namedAt(SourceLocation place) {
    return place.error(String.valueOf(getMessage()));
  }
}
