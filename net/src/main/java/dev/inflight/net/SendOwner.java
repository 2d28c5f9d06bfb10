package dev.inflight.net;

/**
 * Who has bytes to send, as its sender sees it. An abstract class and not an interface, as calls to its only loaded heir cost nothing: where
 * no queue pair is made, a sender is a plain flow's and pays for no other.
 */
abstract class SendOwner {
  /** A plain flow: over with its last byte, and waits for as long as it takes. */
  static final SendOwner FLOW = new FlowOwner();

  /** Whether the sender is over once all bytes are acknowledged; otherwise there may be more later. */
  abstract boolean endsWithLastByte();

  /** An acknowledgement of any kind was taken. */
  abstract void acknowledged(Sender sender, Packet.Kind kind, long nowPs);

  /** Whether waiting has an end, for an answer as for a way. */
  abstract boolean waitsForEver();

  /** The sender has given up waiting this often in a row; true when that is the end. */
  abstract boolean givesUp(int timeouts, long ackedBytes, long nowPs);

  private static final class FlowOwner extends SendOwner {
    @Override
    boolean endsWithLastByte() {
      return true;
    }

    @Override
    void acknowledged(Sender sender, Packet.Kind kind, long nowPs) {
    }

    @Override
    boolean waitsForEver() {
      return true;
    }

    @Override
    boolean givesUp(int timeouts, long ackedBytes, long nowPs) {
      return false;
    }
  }
}
