package dev.inflight.net.link;

import org.jspecify.annotations.Nullable;

/**
 * Looks at packets that arrive at a port where something may be wrong with the cable: some are lost at random, or because it was down, or
 * because a watchdog drops them.
 */
final class ArrivalFilter {
  private long receivableFromPs;
  private @Nullable LossModel loss;
  private @Nullable ArrivalTap tap;
  private int discarded; // priorities, a bit each

  void loseBy(LossModel model) {
    loss = model;
  }

  void tapBy(ArrivalTap newTap) {
    tap = newTap;
  }

  /** Loses packets of these priorities, a bit each. */
  void discard(int priorities) {
    discarded = priorities;
  }

  void takeDown() {
    receivableFromPs = Long.MAX_VALUE;
  }

  /** What arrives before this time was sent before the cable came back. */
  void bringUp(long receivableFromPs) {
    this.receivableFromPs = receivableFromPs;
  }

  /** Arrivals before this time need {@link #lossOf} and {@link #arrived}. */
  long carefulUntilPs() {
    return loss == null && tap == null && discarded == 0 ? receivableFromPs : Long.MAX_VALUE;
  }

  /** Why a packet is lost, or null when it has arrived. */
  LinkObserver.@Nullable Loss lossOf(Packet packet) {
    if (packet.timePs < receivableFromPs) {
      return LinkObserver.Loss.LINK_DOWN;
    }
    if (loss != null && loss.loses(packet)) {
      return LinkObserver.Loss.RANDOM;
    }
    return (discarded >> packet.priority & 1) != 0 && !packet.kind.isLinkControl() ? LinkObserver.Loss.WATCHDOG : null;
  }

  /** A packet has arrived. */
  void arrived(Packet packet) {
    if (tap != null) {
      tap.arrived(packet);
    }
  }
}
