package dev.inflight.net.rdma;

import dev.inflight.net.event.Event;

import org.jspecify.annotations.Nullable;

/** Says something to the other host again and again until it is answered, or has been said often enough. */
final class HandshakeTimer {
  /** A control message is sent at most this often, as the communication manager's retry count of 15 has it. */
  static final int MOST_TIMES = 16;

  private final QueuePair queuePair;
  private @Nullable HandshakeMessage message;
  private @Nullable Tick tick;
  private int times;

  HandshakeTimer(QueuePair queuePair) {
    this.queuePair = queuePair;
  }

  /** Begins to say something. */
  void begin(HandshakeMessage what, long nowPs) {
    message = what;
    times = 0;
    say(what, nowPs);
  }

  /** It was answered. */
  void end() {
    message = null;
    tick = null;
  }

  private void say(HandshakeMessage what, long nowPs) {
    times++;
    queuePair.say(what, nowPs);
    var next = new Tick(this);
    tick = next;
    queuePair.schedule(next, nowPs + queuePair.host().rules().sending().retransmitTimeoutPs());
  }

  private void fired(Tick which) {
    HandshakeMessage what = message;
    if (which != tick || what == null) {
      return; // it was answered
    }
    if (times < MOST_TIMES) {
      say(what, which.timePs);
    } else {
      end();
      queuePair.unanswered(which.timePs);
    }
  }

  private static final class Tick extends Event {
    private final HandshakeTimer exchange;

    Tick(HandshakeTimer exchange) {
      this.exchange = exchange;
    }

    @Override
    public void fire() {
      exchange.fired(this);
    }
  }
}
