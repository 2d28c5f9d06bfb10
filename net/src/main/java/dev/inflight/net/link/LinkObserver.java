package dev.inflight.net.link;

/** Receives events of links. */
public interface LinkObserver {
  /** Why a packet was lost. */
  enum Loss {
    /** The switch had too little buffer left, or the packet's queue was at its limit. */
    BUFFER,
    /** The cable was down. */
    LINK_DOWN,
    /** The cable lost it at random. */
    RANDOM,
    /** No route leads to the packet's destination. */
    NO_ROUTE,
    /** The watchdog of a switch's port dropped it, because the port was paused without end. */
    WATCHDOG
  }

  /** Called when a port starts to obey a PFC frame that it has received. */
  default void pauseChanged(Port port, int priority, boolean paused, long nowPs) {
  }

  /** Receives the loss of a packet at a port; the packet's fields are intact during the call. */
  default void packetLost(Port port, Packet packet, Loss why, long nowPs) {
  }
}
