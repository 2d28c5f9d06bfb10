package dev.inflight.lab.store.check;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;

/**
 * Fact about a run's folder that users should know.
 *
 * @param kind consequence of the finding
 * @param place file, with its line if known
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
    /** A value is impossible in its column. This is an error, because results computed from it are wrong. */
    IMPOSSIBLE
  }

  /** Printable line about the finding. */
  public String text() {
    return Quoted.message(place + ": " + what);
  }

  /** Returns the finding as an error. */
  InputError refusal() {
    return place.error(what);
  }
}
