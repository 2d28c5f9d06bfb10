package dev.inflight.lab.circle.two;

import dev.inflight.lab.circle.one.One;

/** Knows {@link One}, which knows it. */
public final class Two {
  /** The other. */
  public One other() {
    return new One();
  }
}
