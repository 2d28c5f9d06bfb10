package dev.inflight.sim.fast;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.net.host.Sender;

/**
 * A congestion control that runs ahead of its flow, where nothing queues. Packets leave at its pace, each is acknowledged after
 * the base RTT, and timers fire. No packet crosses the fabric.
 */
final class ControlAhead {
  private static final double PS_BITS = 8e12;

  private final CongestionControl control;
  private final int payloadBytes;
  private final int wireBytes;
  private final long rttPs;
  private final long beganPs;
  private final long firstSentBytes;
  private final Feedback facts = new Feedback();
  private double atPs;
  private double gapPs;
  private long sentBytes;
  private long ackedBytes;

  /**
   * Makes a control that starts now.
   *
   * @param control control to drive: that of the flow, or a copy that runs ahead of it
   * @param nowPs present time of the loop, in picoseconds
   */
  ControlAhead(Sender sender, CongestionControl control, int payloadBytes, long nowPs) {
    this.control = control;
    this.payloadBytes = payloadBytes;
    wireBytes = sender.lastWireBytes();
    rttPs = sender.pathFacts().baseRttPs();
    beganPs = nowPs;
    atPs = nowPs;
    sentBytes = sender.sentBytes();
    firstSentBytes = sentBytes;
    ackedBytes = sender.ackedBytes();
    facts.rttPs = rttPs;
    facts.windowInUse = true;
    gapPs = gapPs();
  }

  private double gapPs() {
    return wireBytes * PS_BITS / control.paceBitsPerSec();
  }

  /** Pace in bit/s of wire bytes. */
  long paceBitsPerSec() {
    return control.paceBitsPerSec();
  }

  /** Application bytes that left from the start up to a time after it, in picoseconds, which {@link #play} has reached. */
  double bytes(double ps) {
    return sentBytes - firstSentBytes + payloadBytes * Math.clamp((beganPs + ps - atPs) / gapPs, 0.0, 1.0);
  }

  /** Bytes of complete packets among them. */
  long packetBytes() {
    return sentBytes - firstSentBytes;
  }

  /** Advances to a time after the start, in picoseconds. */
  void play(double ps) {
    double untilPs = beganPs + ps;
    while (atPs + gapPs <= untilPs) {
      atPs += gapPs;
      fireTimers((long) atPs);
      sentBytes += payloadBytes;
      acknowledge();
      gapPs = gapPs();
    }
    fireTimers((long) untilPs);
  }

  /** The bytes in flight are those that leave in a round trip. */
  private void acknowledge() {
    double inflightBytes = rttPs / gapPs * payloadBytes;
    long acked = Math.max(ackedBytes, sentBytes - Math.round(inflightBytes / payloadBytes) * payloadBytes);
    if (acked == ackedBytes) {
      return;
    }
    ackedBytes = acked;
    facts.nowPs = (long) atPs;
    facts.ackedBytes = acked;
    facts.arrivedBytes = acked;
    facts.sentBytes = sentBytes;
    facts.highestSentBytes = sentBytes;
    facts.inflightBytes = sentBytes - acked;
    facts.orderByBytes();
    control.onAck(facts);
  }

  private void fireTimers(long untilPs) {
    int count = control.timers();
    while (count > 0) {
      int next = 0;
      for (int timer = 1; timer < count; timer++) {
        if (control.timerPs(timer) < control.timerPs(next)) {
          next = timer;
        }
      }
      long duePs = control.timerPs(next);
      if (duePs > untilPs) {
        return;
      }
      control.onTimer(next, duePs);
    }
  }
}
