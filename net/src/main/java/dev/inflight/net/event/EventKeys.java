package dev.inflight.net.event;

/** Draws ascending order keys for a port's events, so that events of the same time run in the order of drawing. */
public interface EventKeys {
  /** The next {@link Event#key}. */
  long nextKey();
}
