package dev.inflight.lab.store.check;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;

/**
 * Something about a run's folder that its reader should know.
 *
 * @param kind what follows from it
 * @param place the file, with its line where there is one
 * @param what it is, in a sentence
 */
public record Finding(Kind kind, SourceLocation place, String what) {
  /** What follows from a finding. */
  public enum Kind {
    /** Nothing states what the run wrote, so that changes cannot be noticed. */
    UNVERIFIED,
    /** A file is not what the run wrote, or is missing. */
    CHANGED,
    /** Values contradict each other. */
    CONTRADICTION,
    /** A value that no run writes in such a column: what is computed from it is wrong, so that it is refused. */
    IMPOSSIBLE
  }

  /** The line of it, printable. */
  public String text() {
    return Quoted.message(place + ": " + what);
  }

  /** The same as a refusal. */
  InputError refusal() {
    return place.error(what);
  }
}
