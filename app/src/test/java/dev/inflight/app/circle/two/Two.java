package dev.inflight.app.circle.two;

import dev.inflight.app.circle.one.One;

/** Uses {@link One}, which uses it. */
public final class Two {
  /** The other. */
  public One other() {
    return new One();
  }
}
