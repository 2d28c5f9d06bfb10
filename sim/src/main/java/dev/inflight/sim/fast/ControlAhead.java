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
  private static final int FEWEST_IN_FLIGHT = 64; // a power of two

  private final CongestionControl control;
  private final int payloadBytes;
  private final int wireBytes;
  private final long rttPs;
  private final long beganPs;
  private final long firstSentBytes;
  private final Feedback facts = new Feedback();
  /** Time of the last packet, in picoseconds. */
  private double atPs;
  private double gapPs;
  private long sentBytes;
  private long ackedBytes;
  /** Times at which packets in flight are acknowledged, in a ring. */
  private double[] acksPs = new double[FEWEST_IN_FLIGHT];
  private int firstAck;
  private int inFlight;

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
    sentBytes = sender.sentBytes();
    firstSentBytes = sentBytes;
    ackedBytes = sender.ackedBytes();
    facts.rttPs = rttPs;
    facts.windowInUse = true;
    gapPs = sender.gapPs() > 0 ? sender.gapPs() : gapPs();
    atPs = nowPs - gapPs + Math.clamp(sender.nextSendPs() - nowPs, 0.0, gapPs);
    long packets = Math.ceilDiv(sentBytes - ackedBytes, payloadBytes);
    for (long number = packets - 1; number >= 0; number--) {
      sent(atPs - number * Math.min(gapPs, (double) rttPs / packets));
    }
  }

  private void sent(double ps) {
    if (inFlight == acksPs.length) {
      double[] larger = new double[2 * inFlight];
      for (int at = 0; at < inFlight; at++) {
        larger[at] = acksPs[firstAck + at & inFlight - 1];
      }
      acksPs = larger;
      firstAck = 0;
    }
    acksPs[firstAck + inFlight++ & acksPs.length - 1] = Math.max(beganPs, ps + rttPs); // a control sees no time before the present
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

  /** Gap after the last packet, in picoseconds. */
  long lastGapPs() {
    return (long) gapPs;
  }

  /** The part of that gap that is left at a time after the start, which {@link #play} has reached; in picoseconds. */
  long leftPs(double ps) {
    return (long) Math.max(0, atPs + gapPs - beganPs - ps);
  }

  /** Bytes of complete packets among them. */
  long packetBytes() {
    return sentBytes - firstSentBytes;
  }

  /** Advances to a time after the start, in picoseconds. */
  void play(double ps) {
    double untilPs = beganPs + ps;
    while (true) {
      double sendPs = atPs + gapPs;
      double ackPs = inFlight == 0 ? Double.MAX_VALUE : acksPs[firstAck];
      if (Math.min(sendPs, ackPs) > untilPs) {
        break;
      }
      fireTimers((long) Math.min(sendPs, ackPs));
      if (ackPs <= sendPs) {
        firstAck = firstAck + 1 & acksPs.length - 1;
        inFlight--;
        acknowledge((long) ackPs);
      } else {
        atPs = sendPs;
        sentBytes += payloadBytes;
        sent(sendPs);
        gapPs = gapPs();
      }
    }
    fireTimers((long) untilPs);
  }

  private void acknowledge(long nowPs) {
    long acked = Math.min(sentBytes, ackedBytes + payloadBytes);
    ackedBytes = acked;
    facts.nowPs = nowPs;
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
