package dev.inflight.net;

/** Who takes a flow's bytes, as their receiver sees it; see {@link SendOwner}. */
abstract class ReceiveOwner {
  /** A plain flow: takes everything, and its last byte is the end of its message. */
  static final ReceiveOwner FLOW = new FlowOwner();

  /** Whether a packet's message is one that this end takes. */
  abstract boolean permits(Packet packet);

  /** A request was refused here. */
  abstract void hasRefused(long nowPs);

  /** Whether a message ends with this byte not counted, which is acknowledged at once. */
  abstract boolean endsMessage(Flow flow, long end);

  /** All bytes before this one are here. */
  abstract void arrived(long expected, long nowPs);

  private static final class FlowOwner extends ReceiveOwner {
    @Override
    boolean permits(Packet packet) {
      return true;
    }

    @Override
    void hasRefused(long nowPs) {
      throw new IllegalStateException("a plain flow refuses nothing");
    }

    @Override
    boolean endsMessage(Flow flow, long end) {
      return end >= flow.sizeBytes();
    }

    @Override
    void arrived(long expected, long nowPs) {
    }
  }
}
