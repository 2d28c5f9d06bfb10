package dev.inflight.net.switching.ecn;

/** Source of a switch port's random numbers for marking. */
public interface MarkingRandom {
  /** The next number, 0 to below 1. */
  double next();

  /** True if the port also draws a number for an acknowledgement, which it never marks. */
  default boolean alsoForAcks() {
    return false;
  }

  /** Called when a pause frame of either kind is sent. */
  default void pauseFrameSent() {
  }
}
