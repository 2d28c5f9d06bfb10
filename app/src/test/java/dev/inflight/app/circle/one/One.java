package dev.inflight.app.circle.one;

import dev.inflight.app.circle.two.Two;

/** Knows {@link Two}, which knows it: what no two packages of the program may do. */
public final class One {
  /** The other. */
  public Two other() {
    return new Two();
  }
}
