package dev.inflight.lab.read;

import java.io.Serial;

/** A file that the user named is not there, or a folder is. */
final class MissingFile extends InputError {
  @Serial
  private static final long serialVersionUID = 1;

  MissingFile(String message) {
    super(message);
  }

  /** Returns the error with the place in another file that names this one. */
  InputError namedAt(SourceLocation place) {
    return new InputError(getMessage() + " (named at " + place + ")", exactly() + " (named at " + place.exactly() + ")");
  }
}
