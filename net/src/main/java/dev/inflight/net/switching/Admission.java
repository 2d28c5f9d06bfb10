package dev.inflight.net.switching;

import dev.inflight.net.link.Packet;

/**
 * Admission of packets into a switch's memory: which are dropped, and which ports pause their peers. There is one for each switch. It
 * pauses no sender unless a subclass does. An abstract class, as calls to its only loaded subclass cost nothing.
 */
public abstract class Admission {
  /**
   * Takes a packet in that has arrived, and pauses the sender at its port if need be.
   *
   * @return false if there is no room for it, so that it is dropped
   */
  abstract boolean enter(Packet packet, SwitchPort in, SwitchPort out);

  /** Takes a packet in that the switch itself has made; false when there is no room for it. It pauses no sender. */
  abstract boolean enterOwn(Packet packet, SwitchPort out);

  /** True if a data packet without room is cut behind its header, and not dropped whole. */
  boolean trims() {
    return false;
  }

  /**
   * Frame size of a trimmed packet.
   *
   * @param keptBytes bytes of its telemetry that remain
   * @param wholeBytes its frame size before
   */
  int trimmedBytes(int keptBytes, int wholeBytes) {
    throw new IllegalStateException("nothing is trimmed here");
  }

  /** True if trimmed packets return to the sender, instead of going on to the receiver. */
  boolean returnsTrimmed() {
    return false;
  }

  /** Handles a packet that leaves, which may end a pause. */
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

  /** True if the sender to a port is paused. */
  boolean isPausing(SwitchPort port, int priority) {
    return false;
  }

  /** Pause frames sent so far (resumes not counted). */
  long pausesSent() {
    return 0;
  }

  /** Bytes held now. */
  abstract long heldBytes();

  /** The most bytes held at once so far. */
  abstract long peakBytes();
}
