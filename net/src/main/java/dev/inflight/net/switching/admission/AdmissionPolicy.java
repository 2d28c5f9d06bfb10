package dev.inflight.net.switching.admission;

import dev.inflight.net.link.Packet;

/** Decides at one switch which arriving packets are admitted. An abstract class, as calls to its only loaded heir cost nothing. */
public abstract class AdmissionPolicy {
  /**
   * Whether a packet is admitted for which the buffer has room; others are dropped without a question.
   *
   * @param packet the packet, whose {@code timePs} is when it arrived; it is not kept
   * @param port the number of its egress port at the switch, from 1
   * @param queueBytes what waits in its queue there, of its priority, 0 or more
   * @param freeBytes of the buffer, at least the packet's size
   */
  public abstract boolean admits(Packet packet, int port, int queueBytes, long freeBytes);
}
