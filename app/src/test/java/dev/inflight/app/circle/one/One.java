package dev.inflight.app.circle.one;

import dev.inflight.app.circle.two.Two;

/** Uses {@link Two}, which uses it: a cycle that packages of the program must not have. */
public final class One {
  /** The other. */
  public Two other() {
    return new Two();
  }
}
