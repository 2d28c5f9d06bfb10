package dev.inflight.net;

/** Is told what happens in the datapath, seldom enough that a call costs nothing that matters. */
public interface Observer {
  /** Why a packet was lost. */
  enum Loss {
    /** The switch had no buffer left for it, or its queue was too long for what was left. */
    BUFFER,
    /** Its cable was down. */
    LINK_DOWN,
    /** The cable lost it at random. */
    RANDOM,
    /** No way leads to its destination. */
    NO_ROUTE
  }

  /** Sees nothing. */
  Observer NONE = new Observer() {
  };

  /** A flow's last byte was acknowledged. */
  default void flowFinished(Sender sender, long nowPs) {
  }

  /** A port received a PFC frame. */
  default void pauseChanged(EgressPort port, int group, boolean paused, long nowPs) {
  }

  /** A packet was lost at a port; it is still whole while this runs. */
  default void packetLost(EgressPort port, Packet packet, Loss why, long nowPs) {
  }

  /** Bytes of a flow are at its receiver for the first time, in whatever order; it keeps them. */
  default void delivered(Flow flow, long sequence, int bytes, long nowPs) {
  }
}
