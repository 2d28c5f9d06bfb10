package dev.inflight.net.host;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.LinkObserver;

/** Receives events of the datapath that are rare enough for the cost of a call not to matter. */
public interface Observer extends LinkObserver {
  /** Sees nothing. */
  Observer NONE = new Observer() {
  };

  /** Called when a flow's last byte was acknowledged. */
  default void flowFinished(Sender sender, long nowPs) {
  }

  /** Called when all bytes of a flow are at its receiver, unless its end comes before. */
  default void flowArrived(Flow flow, long nowPs) {
  }

  /** Called when the bytes of the packet with this number are at a flow's receiver for the first time, in any order; it keeps them. */
  default void delivered(Flow flow, long number, int bytes, long nowPs) {
  }
}
