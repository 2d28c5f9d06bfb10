package dev.inflight.net.event;

/** Draws the order keys of a port's events: each one higher than the one before, so that events of one time run in the order of drawing. */
public interface EventKeys {
  /** The next {@link Event#key}. */
  long nextKey();
}
