package dev.inflight.live.device;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a constructor has opened so far, to be closed when it cannot go on. */
public final class Opened {
  private final Deque<AutoCloseable> all = new ArrayDeque<>();

  /** Notes something; returns it. */
  public <T extends AutoCloseable> T add(T one) {
    all.push(one);
    return one;
  }

  /** Closes all, the last one first. */
  public void closeAll() {
    while (!all.isEmpty()) {
      try {
        all.pop().close();
      } catch (Exception impossible) { // none of them has a checked one
        throw new IllegalStateException(impossible);
      }
    }
  }
}
