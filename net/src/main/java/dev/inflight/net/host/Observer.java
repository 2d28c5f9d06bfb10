package dev.inflight.net.host;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.LinkObserver;

/** Receives events that are rare enough for the cost of a call not to matter. */
public interface Observer extends LinkObserver {
  /** An observer that ignores all events. */
  Observer NONE = new Observer() {
  };

  /** Called when a flow's last byte was acknowledged. */
  default void flowFinished(Sender sender, long nowPs) {
  }

  /** Called when all bytes of a flow are at its receiver, unless the flow has already ended. */
  default void flowArrived(Flow flow, long nowPs) {
  }

  /** Called when a flow's receiver keeps the bytes of the packet with this number, in any order, for the first time. */
  default void delivered(Flow flow, long number, int bytes, long nowPs) {
  }
}
