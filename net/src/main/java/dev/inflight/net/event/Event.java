package dev.inflight.net.event;

import org.jspecify.annotations.Nullable;

/**
 * An action at a time. Packets and ports are themselves events (a packet arrives, a port's packet has left), so that the datapath
 * allocates nothing per event. While an event is scheduled its fields belong to the loop; a packet in a queue uses {@link #next}
 * as the queue's link.
 */
public abstract class Event {
  /** The next event in the list that holds this one. */
  public @Nullable Event next;
  /** Due time of this event, in picoseconds. Handlers compute with this time, even if the loop fires them late. */
  public long timePs;
  /** Orders events of the same time: destination port first, then that port's own counter. */
  public long key;

  /** Runs the event. */
  public abstract void fire();
}
