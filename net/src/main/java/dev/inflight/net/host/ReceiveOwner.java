package dev.inflight.net.host;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;

/** Owner of a flow's received bytes, as its receiver uses it; see {@link SendPolicy}. */
public abstract class ReceiveOwner {
  /** A plain flow: takes everything, and its last byte is the end of its message. */
  public static final ReceiveOwner FLOW = new FlowOwner();

  /** Reports whether this end accepts a packet's message. */
  public abstract boolean permits(Packet packet);

  /** True if packets have real bytes, which a third party may have made. */
  public boolean takesBytes() {
    return false;
  }

  /** Called when a request was refused here. */
  public abstract void hasRefused(long nowPs);

  /**
   * Called when a packet is kept, in order or before.
   *
   * @return false when its bytes could not be kept after all, and nothing is to be answered any more
   */
  public abstract boolean taken(Packet packet);

  /**
   * Reports whether a message, which the receiver acknowledges at once, ends where the next packet is expected.
   *
   * @param expected the number of that packet
   * @param expectedBytes bytes of the flow before it
   */
  public abstract boolean endsMessage(Flow flow, long expected, long expectedBytes);

  /** Writes message fields into an acknowledgement of any kind that is about to leave. */
  public abstract void answers(Packet ack);

  /** Called when all packets before the one with this number are here. */
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
    public boolean taken(Packet packet) {
      return true;
    }

    @Override
    public boolean endsMessage(Flow flow, long expected, long expectedBytes) {
      return expectedBytes >= flow.sizeBytes();
    }

    @Override
    public void answers(Packet ack) {
    }

    @Override
    public void arrived(long expected, long nowPs) {
    }
  }
}
