package dev.inflight.app.circle.two;

import dev.inflight.app.circle.one.One;

/** Knows {@link One}, which knows it. */
public final class Two {
  /** The other. */
  public One other() {
    return new One();
  }
}
