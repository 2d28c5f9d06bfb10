package dev.inflight.lab.store.check;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;

/**
 * Fact about a run's folder that its reader should know.
 *
 * @param kind consequence of the finding
 * @param place file, with its line where there is one
 * @param what sentence about it
 */
public record Finding(Kind kind, SourceLocation place, String what) {
  /** Consequences of a finding. */
  public enum Kind {
    /** The folder has no digests, so that changes cannot be detected. */
    UNVERIFIED,
    /** A file differs from the one that the run wrote, or is missing. */
    CHANGED,
    /** Values contradict each other. */
    CONTRADICTION,
    /** A value is impossible in its column: results computed from it are wrong, so that it is an error. */
    IMPOSSIBLE
  }

  /** The line of it, printable. */
  public String text() {
    return Quoted.message(place + ": " + what);
  }

  /** Returns the finding as an error. */
  InputError refusal() {
    return place.error(what);
  }
}
