package dev.inflight.net.host;

import dev.inflight.net.link.Packet;

/**
 * Owner of the bytes to send, as the sender uses it. An abstract class and not an interface, as calls to its only loaded subclass cost
 * nothing: in runs without queue pairs, senders have only this one policy.
 */
public abstract class SendPolicy {
  /** A plain flow: over with its last byte, and waits without limit. */
  public static final SendPolicy FLOW = new FlowOwner();

  /** True if the sender ends with the acknowledgement of all its bytes; otherwise more bytes may follow later. */
  public abstract boolean endsWithLastByte();

  /**
   * Called when a data packet is about to leave.
   *
   * @param retransmittedBytes retransmitted bytes of its sender, those of this packet included
   */
  public abstract void leaves(Packet packet, long retransmittedBytes);

  /** Called when an acknowledgement of any kind was taken. */
  public abstract void acknowledged(Sender sender, Packet.Kind kind, long nowPs);

  /**
   * True if the sender uses an answer that acknowledges less than before, or an ACK that acknowledges no more. Such an answer came late or
   * twice, and proves nothing about the time of sending; or it comes from a peer that has restarted without its earlier state: then it
   * comes again and again, and would postpone the timeout for ever.
   */
  public boolean oldAnswersCount() {
    return true;
  }

  /** True if the sender waits without limit, for an acknowledgement and for a route. */
  public abstract boolean waitsForEver();

  /** The sender has timed out this often in a row; true when it is not to retransmit, as that is the end. */
  public abstract boolean givesUp(int timeouts, long ackedBytes, long nowPs);

  private static final class FlowOwner extends SendPolicy {
    @Override
    public boolean endsWithLastByte() {
      return true;
    }

    @Override
    public void leaves(Packet packet, long retransmittedBytes) {
    }

    @Override
    public void acknowledged(Sender sender, Packet.Kind kind, long nowPs) {
    }

    @Override
    public boolean waitsForEver() {
      return true;
    }

    @Override
    public boolean givesUp(int timeouts, long ackedBytes, long nowPs) {
      return false;
    }
  }
}
