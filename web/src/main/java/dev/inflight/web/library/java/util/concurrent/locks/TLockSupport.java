package dev.inflight.web.library.java.util.concurrent.locks;

/** Replacement of {@link java.util.concurrent.locks.LockSupport} for a single thread, which never sleeps. */
public final class TLockSupport {
  private TLockSupport() {
  }

  /** Fails: no other thread would wake this one. */
  public static void park(Object blocker) {
    throw new IllegalStateException("a browser's worker has one thread, which would wait for itself");
  }

  /** Does nothing: no thread sleeps. */
  public static void unpark(Thread thread) {
  }
}
