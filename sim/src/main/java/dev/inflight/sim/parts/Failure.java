package dev.inflight.sim.parts;

import org.jspecify.annotations.Nullable;

/** The first failure of any of several threads, to be thrown when all have ended. */
final class Failure {
  private @Nullable Throwable first;

  /** Stores the failure of a thread. */
  synchronized void note(Throwable failed) {
    first = first == null ? failed : first;
  }

  /** True if there was any failure. */
  synchronized boolean hasCome() {
    return first != null;
  }

  /** Throws the stored failure, if there is one, and removes it. */
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
