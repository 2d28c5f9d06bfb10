package dev.inflight.lab.circle.one;

import dev.inflight.lab.circle.two.Two;

/** Knows {@link Two}, which knows it: what no two packages of the program may do. */
public final class One {
  /** The other. */
  public Two other() {
    return new Two();
  }
}
