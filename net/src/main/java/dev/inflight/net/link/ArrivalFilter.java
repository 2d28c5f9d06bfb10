package dev.inflight.net.link;

import org.jspecify.annotations.Nullable;

/** Inspects packets that arrive at a port: a faulty or failed cable loses some, and a watchdog drops others. */
public final class ArrivalFilter {
  /** Queue in front of a port's node, which delays arriving packets. */
  public interface Detour {
    /** Processes an arrived packet; false if its node must receive it at once. */
    boolean take(Packet packet);
  }

  private long receivableFromPs;
  private @Nullable LossModel loss;
  private @Nullable LossModel fault;
  private LinkObserver.Loss faultReason = LinkObserver.Loss.RANDOM;
  private @Nullable ArrivalTap tap;
  private @Nullable Detour queue;
  private int discarded; // priorities, a bit each

  /** The cable loses packets at all times. */
  public void loseBy(LossModel model) {
    loss = model;
  }

  /**
   * Adds losses by a fault of the cable.
   *
   * @param model decides on packets that the cable has not lost already; null: the fault has ended
   * @param why reason that counts for these packets
   */
  public void failBy(@Nullable LossModel model, LinkObserver.Loss why) {
    fault = model;
    faultReason = why;
  }

  /** Sets the tap of arriving packets, which gets each before its node does. */
  public void tapBy(ArrivalTap newTap) {
    tap = newTap;
  }

  /** Loses packets of these priorities, a bit each. */
  public void discard(int priorities) {
    discarded = priorities;
  }

  /** Sets the queue for arriving packets; null for none. */
  public void queueIn(@Nullable Detour newQueue) {
    queue = newQueue;
  }

  /** Hands a packet that has arrived to its port, or to a queue for later. */
  void handOn(Packet packet, Port to) {
    if (queue == null || !queue.take(packet)) {
      to.receive(packet);
    }
  }

  void takeDown() {
    receivableFromPs = Long.MAX_VALUE;
  }

  /** Drops packets that arrive before this time, because they left before the cable came back. */
  void bringUp(long receivableFromPs) {
    this.receivableFromPs = receivableFromPs;
  }

  /** Time before which arrivals need {@link #lossOf} and {@link #arrived}, in picoseconds. */
  long carefulUntilPs() {
    return loss == null && fault == null && tap == null && queue == null && discarded == 0 ? receivableFromPs : Long.MAX_VALUE;
  }

  /** Reason why a packet is lost; null if it has arrived. */
  LinkObserver.@Nullable Loss lossOf(Packet packet) {
    if (packet.timePs < receivableFromPs) {
      return LinkObserver.Loss.LINK_DOWN;
    }
    if (loss != null && loss.loses(packet)) {
      return LinkObserver.Loss.RANDOM;
    }
    if (fault != null && fault.loses(packet)) {
      return faultReason;
    }
    return (discarded >> packet.priority & 1) != 0 && !packet.kind.isLinkControl() ? LinkObserver.Loss.WATCHDOG : null;
  }

  /** Handles a packet that has arrived. */
  void arrived(Packet packet) {
    if (tap != null) {
      tap.arrived(packet);
    }
  }
}
