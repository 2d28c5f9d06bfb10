package dev.inflight.net.switching;

import dev.inflight.net.link.Packet;

/**
 * Admission of packets into one switch's memory: decides which are dropped, and which ports pause their peers. Without a subclass
 * that pauses, no sender is paused. An abstract class, because calls to its only loaded subclass cost nothing.
 */
public abstract class Admission {
  /**
   * Admits an arrived packet, and pauses the sender at its port if necessary.
   *
   * @return false if the switch must drop it for lack of room
   */
  abstract boolean enter(Packet packet, SwitchPort in, SwitchPort out);

  /** Admits a packet that the switch itself has made, without pausing any sender; false for lack of room. */
  abstract boolean enterOwn(Packet packet, SwitchPort out);

  /** True if a data packet without room is trimmed to its header instead of dropped. */
  boolean trims() {
    return false;
  }

  /**
   * Frame size of a packet after trimming, in bytes, in the framing of its class.
   *
   * @param packet the data packet, still whole
   * @param keptBytes bytes of its telemetry that remain
   */
  int trimmedBytes(Packet packet, int keptBytes) {
    throw new IllegalStateException("nothing is trimmed here");
  }

  /** True if trimmed packets return to the sender; otherwise they continue to the receiver. */
  boolean returnsTrimmed() {
    return false;
  }

  /** Handles a departing packet, which may end a pause. */
  abstract void leave(Packet packet, long nowPs);

  /** True if ports have to count the bytes of each queue. */
  abstract boolean countsQueues();

  /** Sends a PFC frame through a port, unless its cable is down. */
  void sendPauseFrame(SwitchPort through, int priority, Packet.Kind kind, long nowPs) {
    throw new IllegalStateException("switches without PFC send no pauses");
  }

  /** Clears the state of pauses sent through a port, because its cable has failed. */
  void forgetPauses(SwitchPort port) {
  }

  /** True if the sender to a port is paused now. */
  boolean isPausing(SwitchPort port, int priority) {
    return false;
  }

  /** Pause frames sent so far (resumes not counted). */
  long pausesSent() {
    return 0;
  }

  /** Bytes held now. */
  abstract long heldBytes();

  /**
   * The fewest bytes of one port, queue and priority at which the switch pauses or drops.
   *
   * @param occupiedBytes occupied memory, in bytes
   */
  abstract long leastThresholdBytes(long occupiedBytes);

  /** The most bytes held at once so far. */
  abstract long peakBytes();
}
