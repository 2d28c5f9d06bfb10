package dev.inflight.net.switching.ecn;

/** Where a switch port's random decisions come from whether to mark a packet. */
public interface MarkingRandom {
  /** The next number, 0 to below 1. */
  double next();

  /** Whether a number is drawn for an acknowledgement too, although it takes no mark. */
  default boolean alsoForAcks() {
    return false;
  }

  /** A pause frame is sent, of either kind. */
  default void pauseFrameSent() {
  }
}
