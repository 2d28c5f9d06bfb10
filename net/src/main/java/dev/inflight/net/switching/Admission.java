package dev.inflight.net.switching;

import dev.inflight.net.link.Packet;

/**
 * What packets pass on their way into a switch's memory and out of it: who is dropped, and who is paused for it. There is one for each
 * switch. It pauses no sender unless a subclass does. An abstract class, as calls to its only loaded heir cost nothing.
 */
public abstract class Admission {
  /**
   * Takes a packet in that has arrived, and pauses the sender at its port if need be.
   *
   * @return false when there is no room for it, so that it is dropped
   */
  abstract boolean enter(Packet packet, SwitchPort in, SwitchPort out);

  /** Takes a packet in that the switch itself has made; false when there is no room for it. It pauses no sender. */
  abstract boolean enterOwn(Packet packet, SwitchPort out);

  /** Whether a data packet for which there is no room is cut behind its header, and not dropped whole. */
  boolean trims() {
    return false;
  }

  /**
   * Frame size of what is left of it.
   *
   * @param keptBytes of its telemetry
   * @param wholeBytes its frame size before
   */
  int trimmedBytes(int keptBytes, int wholeBytes) {
    throw new IllegalStateException("nothing is trimmed here");
  }

  /** Whether that goes back to the sender, and not on to the receiver. */
  boolean returnsTrimmed() {
    return false;
  }

  /** A packet leaves, which may end a pause. */
  abstract void leave(Packet packet, long nowPs);

  /** Whether ports have to count the bytes of each queue. */
  abstract boolean countsQueues();

  /** Has a port send a PFC frame; nothing while its cable is down. */
  void sendPauseFrame(SwitchPort through, int priority, Packet.Kind kind, long nowPs) {
    throw new IllegalStateException("switches without PFC send no pauses");
  }

  /** Forgets that pauses were sent through a port: its cable has failed. */
  void forgetPauses(SwitchPort port) {
  }

  /** Whether the sender to a port is paused. */
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
