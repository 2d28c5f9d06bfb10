package dev.inflight.net.host;

import dev.inflight.net.link.Packet;

/**
 * Who has bytes to send, as its sender sees it. An abstract class and not an interface, as calls to its only loaded heir cost nothing: where
 * no queue pair is made, a sender is a plain flow's and pays for no other.
 */
public abstract class SendPolicy {
  /** A plain flow: over with its last byte, and waits for as long as it takes. */
  public static final SendPolicy FLOW = new FlowOwner();

  /** Whether the sender is over once all bytes are acknowledged; otherwise there may be more later. */
  public abstract boolean endsWithLastByte();

  /**
   * A data packet is about to leave.
   *
   * @param retransmittedBytes that its sender has sent, those of this packet counted
   */
  public abstract void leaves(Packet packet, long retransmittedBytes);

  /** An acknowledgement of any kind was taken. */
  public abstract void acknowledged(Sender sender, Packet.Kind kind, long nowPs);

  /**
   * Whether an answer counts that acknowledges less than is acknowledged already, or an ACK that acknowledges no more. It came late or twice, and shows
   * nothing of when what it answers was sent; or it comes from a peer that has started again, and knows nothing of what was said before: then it comes
   * again and again, and would put off the timeout for ever.
   */
  public boolean oldAnswersCount() {
    return true;
  }

  /** Whether it waits without end, for an acknowledgement as for a route. */
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
