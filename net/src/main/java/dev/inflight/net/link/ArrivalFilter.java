package dev.inflight.net.link;

import org.jspecify.annotations.Nullable;

/**
 * Inspects packets that arrive at a port with a faulty cable: some are lost at random, because the cable was down, or because a watchdog
 * drops them.
 */
public final class ArrivalFilter {
  /** Receives the packets that arrive at a port before the port's node does, and hands them on later. */
  public interface Detour {
    /** Takes a packet that has arrived; returns false if its node is to receive it at once. */
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
   * The cable has a fault, by which it loses packets besides.
   *
   * @param model decides on packets that the cable has not lost anyway; null: the fault has ended
   * @param why loss that these packets count as
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

  /** Packets go through a queue from now on, or through none (null). */
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

  /** Drops packets that arrive before this time: they were sent before the cable came back. */
  void bringUp(long receivableFromPs) {
    this.receivableFromPs = receivableFromPs;
  }

  /** Time before which arrivals need {@link #lossOf} and {@link #arrived}, in picoseconds. */
  long carefulUntilPs() {
    return loss == null && fault == null && tap == null && queue == null && discarded == 0 ? receivableFromPs : Long.MAX_VALUE;
  }

  /** Reason for which a packet is lost, or null if it has arrived. */
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
