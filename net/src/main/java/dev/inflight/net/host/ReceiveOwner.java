package dev.inflight.net.host;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;

/** Owner of a flow's received bytes, for its receiver; see {@link SendPolicy}. */
public abstract class ReceiveOwner {
  /** A plain flow: accepts everything, and ends its only message with its last byte. */
  public static final ReceiveOwner FLOW = new FlowOwner();

  /** Reports whether this end accepts a packet's message. */
  public abstract boolean permits(Packet packet);

  /** True if packets have real bytes, which may come from a third party. */
  public boolean takesBytes() {
    return false;
  }

  /** Called when a request was refused here. */
  public abstract void hasRefused(long nowPs);

  /**
   * Called when a packet is kept, in order or early.
   *
   * @return false if its bytes could not be kept, so that the receiver sends no more answers
   */
  public abstract boolean taken(Packet packet);

  /**
   * Reports whether a message ends before the next expected packet; the receiver acknowledges its end at once.
   *
   * @param expected the number of that packet
   * @param expectedBytes bytes of the flow before it
   */
  public abstract boolean endsMessage(Flow flow, long expected, long expectedBytes);

  /** Writes message fields into a departing acknowledgement of any kind. */
  public abstract void answers(Packet ack);

  /** Called when all packets before the one with this number have arrived. */
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
