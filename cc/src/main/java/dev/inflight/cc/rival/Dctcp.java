package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.MarkEcho;
import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.WindowFlow;
import dev.inflight.telemetry.util.Check;
import java.util.Set;

/**
 * DCTCP (Alizadeh et al., SIGCOMM'10 §3.1; RFC 8257 §3.3) in the form that the HPCC paper compares with: a window in bytes that
 * starts at one bandwidth-delay product without slow start, paced over a base RTT. It has no upper bound but grows only while
 * it is in use. It reacts to loss as TCP does (RFC 8257 §3.5, RFC 5681 §3): it halves the window at most once per window; after
 * a timeout the window is one packet, with slow start up to half of the former window. A packet may leave while the bytes in
 * flight are below the window, as in the HPCC authors' simulator.
 *
 * @param gain weight of a new fraction of marked bytes in alpha (g), above 0 to 1
 * @param increasePackets additive step per window in packets, 0 to 1000
 * @param minWindowPackets lower bound of the window in packets, except after a timeout, 1 or more
 */
public record Dctcp(double gain, double increasePackets, int minWindowPackets) implements Scheme {
  /** The gain of both papers, and TCP's steps: a packet per window, no less than two packets. */
  public static final Dctcp DEFAULT = new Dctcp(1.0 / 16, 1, 2);

  /** Checks the ranges. */
  public Dctcp {
    Check.positive("gain", gain, 1);
    Check.within("increasePackets", increasePackets, 0, 1000);
    Check.count("minWindowPackets", minWindowPackets, 1);
  }

  @Override
  public String name() {
    return "dctcp";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.ECN);
  }

  @Override
  public MarkingThresholds markingThresholds(long linkRateBitsPerSec) {
    return MarkingThresholds.ofDctcp(linkRateBitsPerSec);
  }

  @Override
  public MarkEcho markEcho() {
    return MarkEcho.APART; // RFC 8257 §3.2
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path);
  }

  private static final class Flow extends WindowFlow {
    private final Dctcp parameters;
    private final double smallestWindow;
    private final double additiveStep;

    private double alpha = 1;
    private long windowEnd;
    private long seenBytes;
    private long ackedBytes; // of this window
    private long markedBytes;
    private long cutEnd = -1;
    private long growEnd = -1;
    private double slowStartEnd; // RFC 5681: ssthresh
    private long lossEnd; // a gap before it belongs to the window that a loss has cut
    private boolean timedOut; // and nothing more was acknowledged since

    Flow(Dctcp parameters, PathFacts path) {
      super(path);
      this.parameters = parameters;
      double packet = path.payloadBytes();
      smallestWindow = Math.min(initialWindow, parameters.minWindowPackets * packet);
      additiveStep = parameters.increasePackets * packet;
    }

    @Override
    public boolean onAck(Feedback ack) {
      double before = window;
      long newly = Math.max(0, ack.ackedBytes - seenBytes);
      seenBytes += newly;
      ackedBytes += newly;
      if (ack.ecnMarked) {
        markedBytes += newly;
      }
      if (timedOut) {
        lossEnd = Math.max(lossEnd, ack.highestSentBytes); // the retransmissions of the timeout
        timedOut = newly == 0;
      }
      boolean mayCut = ack.ackedBytes > cutEnd; // losses of packets sent before a cut are no reason for another one
      if (ack.reportsLoss && ack.ackedBytes >= lossEnd) {
        cut(0.5, ack);
        lossEnd = ack.highestSentBytes;
      } else if (ack.ecnMarked && mayCut) {
        cut(alpha / 2, ack);
      } else if (ack.ackedBytes > growEnd && ack.windowInUse) {
        grow(newly);
      }
      if (ack.ackedBytes > windowEnd) {
        endWindow(ack.highestSentBytes);
      }
      return window != before;
    }

    private void cut(double share, Feedback ack) {
      window = Math.min(window, Math.max(window * (1 - share), smallestWindow));
      slowStartEnd = Math.max(window, smallestWindow); // RFC 5681 §3.1: at least two packets
      cutEnd = ack.highestSentBytes;
      growEnd = ack.sentBytes; // of the round trip, also during many retransmissions
    }

    private void grow(long newlyBytes) {
      if (window < slowStartEnd) {
        window = Math.min(window + Math.min(newlyBytes, path.payloadBytes()), slowStartEnd); // RFC 5681 §3.1
      } else {
        window += additiveStep * newlyBytes / window;
      }
    }

    @Override
    public void onTimeout(long nowPs) {
      if (!timedOut) {
        slowStartEnd = Math.max(window / 2, smallestWindow);
      }
      window = Math.min(window, path.payloadBytes()); // RFC 5681 §3.1: the loss window
      growEnd = -1;
      cutEnd = -1; // retransmissions may be marked too, and then end slow start
      timedOut = true;
    }

    private void endWindow(long sentBytes) { // RFC 8257 §3.3
      if (ackedBytes > 0) {
        alpha = (1 - parameters.gain) * alpha + parameters.gain * markedBytes / ackedBytes;
      }
      ackedBytes = 0;
      markedBytes = 0;
      windowEnd = sentBytes;
    }
  }
}
