package dev.inflight.net.host;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;

/** Who takes a flow's bytes, as their receiver sees it; see {@link SendOwner}. */
public abstract class ReceiveOwner {
  /** A plain flow: takes everything, and its last byte is the end of its message. */
  public static final ReceiveOwner FLOW = new FlowOwner();

  /** Whether a packet's message is one that this end takes. */
  public abstract boolean permits(Packet packet);

  /** A request was refused here. */
  public abstract void hasRefused(long nowPs);

  /** Whether a message ends with this byte not counted, which is acknowledged at once. */
  public abstract boolean endsMessage(Flow flow, long end);

  /** All bytes before this one are here. */
  public abstract void arrived(long expected, long nowPs);

  private static final class FlowOwner extends ReceiveOwner {
    @Override
    public boolean permits(Packet packet) {
      return true;
    }

    @Override
    public void hasRefused(long nowPs) {
      throw new IllegalStateException("a plain flow refuses nothing");
    }

    @Override
    public boolean endsMessage(Flow flow, long end) {
      return end >= flow.sizeBytes();
    }

    @Override
    public void arrived(long expected, long nowPs) {
    }
  }
}
