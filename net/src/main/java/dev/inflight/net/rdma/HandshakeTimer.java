package dev.inflight.net.rdma;

import dev.inflight.net.event.Timer;
import dev.inflight.net.nic.Nic;

/** Sends a handshake message, and retransmits it until the timer is cancelled by an answer or it has been sent 16 times. */
final class HandshakeTimer extends Timer {
  /** A control message is sent at most this often, as the communication manager's retry count of 15 has it. */
  static final int MOST_TIMES = 16;

  private final QueuePair queuePair;
  private HandshakeMessage message = HandshakeMessage.CONNECT;
  private int times;

  HandshakeTimer(QueuePair queuePair, Nic nic) {
    super(nic.loop(), nic);
    this.queuePair = queuePair;
  }

  /** Sends a message that wants an answer. */
  void begin(HandshakeMessage what, long nowPs) {
    message = what;
    times = 0;
    send(nowPs);
  }

  private void send(long nowPs) {
    times++;
    queuePair.sendControl(message, nowPs);
    set(nowPs + queuePair.host().rules().sending().retransmitTimeoutPs());
  }

  @Override
  protected void fired(long nowPs) {
    if (times < MOST_TIMES) {
      send(nowPs);
    } else {
      queuePair.unanswered(nowPs);
    }
  }
}
