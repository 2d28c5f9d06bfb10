package dev.inflight.net.link;

/** Is notified of events on links. */
public interface LinkObserver {
  /** Why a packet was lost. */
  enum Loss {
    /** The switch had no buffer left for it, or its queue was too long for what was left. */
    BUFFER,
    /** Its cable was down. */
    LINK_DOWN,
    /** The cable lost it at random. */
    RANDOM,
    /** No route leads to its destination. */
    NO_ROUTE,
    /** The watchdog of a switch's port dropped it, as the port was paused without end. */
    WATCHDOG
  }

  /** A port starts to obey a PFC frame that it has received. */
  default void pauseChanged(Port port, int priority, boolean paused, long nowPs) {
  }

  /** A packet was lost at a port; it is still whole while this runs. */
  default void packetLost(Port port, Packet packet, Loss why, long nowPs) {
  }
}
