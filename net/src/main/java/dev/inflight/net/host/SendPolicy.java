package dev.inflight.net.host;

import dev.inflight.net.link.Packet;

/**
 * Owner of the bytes to send, for the sender. An abstract class and not an interface, because calls to its only loaded subclass
 * cost nothing: in runs without queue pairs, senders have this one policy.
 */
public abstract class SendPolicy {
  /** A plain flow: ends with its last byte, and waits without limit. */
  public static final SendPolicy FLOW = new FlowOwner();

  /** True if the sender ends with the acknowledgement of all its bytes; otherwise more bytes may follow later. */
  public abstract boolean endsWithLastByte();

  /**
   * Called before a data packet leaves.
   *
   * @param retransmittedBytes retransmitted bytes of its sender, including this packet
   */
  public abstract void leaves(Packet packet, long retransmittedBytes);

  /** Called after the sender has processed an acknowledgement of any kind. */
  public abstract void acknowledged(Sender sender, Packet.Kind kind, long nowPs);

  /**
   * True if the sender uses an answer that acknowledges less than before, or an ACK that acknowledges no more. Such an answer is
   * late or duplicated, and proves nothing about the time of sending; or a peer that restarted without its earlier state repeats
   * it, and would postpone the timeout forever.
   */
  public boolean oldAnswersCount() {
    return true;
  }

  /** True if the sender waits without limit, for an acknowledgement and for a route. */
  public abstract boolean waitsForEver();

  /** Called after this many timeouts in a row; true if the sender ends instead of retransmitting. */
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
