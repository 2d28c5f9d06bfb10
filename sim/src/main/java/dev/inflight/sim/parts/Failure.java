package dev.inflight.sim.parts;

import org.jspecify.annotations.Nullable;

/** The first thing that went wrong in any of several threads, to be thrown where all have ended. */
final class Failure {
  private @Nullable Throwable first;

  /** Notes that a thread could not go on. */
  synchronized void note(Throwable failed) {
    first = first == null ? failed : first;
  }

  /** Whether anything went wrong. */
  synchronized boolean hasCome() {
    return first != null;
  }

  /** Throws what went wrong, if anything did, and forgets it. */
  synchronized void rethrow() {
    Throwable failed = first;
    first = null;
    if (failed instanceof RuntimeException problem) {
      throw problem;
    }
    if (failed instanceof Error error) {
      throw error;
    }
  }
}
