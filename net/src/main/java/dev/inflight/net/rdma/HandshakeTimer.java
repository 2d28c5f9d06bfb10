package dev.inflight.net.rdma;

import dev.inflight.net.event.Timer;
import dev.inflight.net.nic.Nic;

/**
 * Sends a handshake message, and retransmits it until an answer cancels the timer or it has been sent 16 times. If the other end
 * may run on a busy machine, a message that opens a connection is retransmitted as long as data is, with the same doubling
 * timeouts.
 */
final class HandshakeTimer extends Timer {
  /** Largest number of transmissions of a control message, from the communication manager's retry count of 15. */
  static final int MOST_TIMES = 16;

  private static final int LARGEST_BACKOFF = 6;

  private final QueuePair queuePair;
  private final boolean toBusyMachine;
  private HandshakeMessage message = HandshakeMessage.CONNECT;
  private int times;

  HandshakeTimer(QueuePair queuePair, Nic nic, boolean toBusyMachine) {
    super(nic.loop(), nic);
    this.queuePair = queuePair;
    this.toBusyMachine = toBusyMachine;
  }

  /** Sends a message that needs an answer. */
  void begin(HandshakeMessage what, long nowPs) {
    message = what;
    times = 0;
    send(nowPs);
  }

  private boolean backsOff() {
    return toBusyMachine && (message == HandshakeMessage.CONNECT || message == HandshakeMessage.ACCEPT);
  }

  private void send(long nowPs) {
    int backoff = backsOff() ? Math.min(times, LARGEST_BACKOFF) : 0;
    times++;
    queuePair.sendControl(message, nowPs);
    set(nowPs + (queuePair.host().rules().sending().retransmitTimeoutPs() << backoff));
  }

  @Override
  protected void fired(long nowPs) {
    if (times < (backsOff() ? QueuePair.MOST_TIMEOUTS + 1 : MOST_TIMES)) {
      send(nowPs);
    } else {
      queuePair.unanswered(nowPs);
    }
  }
}
