package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.telemetry.util.Check;
import java.util.Set;

/**
 * Swift's fabric window (Kumar et al., SIGCOMM'20 §3, Algorithm 1): additive increase below a target delay, multiplicative
 * decrease in proportion to the excess above it, at most once per round trip. The target grows as the window shrinks, because
 * more flows build longer queues (§3.5); windows below one packet are paced (§3.4). A loss or a timeout causes the largest step
 * down. Swift's second window, for delay inside the receiving host, is not modeled: hosts add no delay here.
 *
 * <p>The paper's target is a base delay and one share per hop; here the path's base RTT replaces both, and {@code queueTarget}
 * is the allowed addition to it. The paper gives no number for its largest window: here a window grows without bound, but only
 * while it is in use. A packet leaves while less than the window is in flight: the paper has no rule, and windows below one
 * packet must be able to send.
 *
 * @param queueTargetPs target delay of a large window, beyond the base RTT, above 0
 * @param scalingRangePs largest addition to the target for small windows (fs_range), 0 or more
 * @param scalingMinPackets largest window with the full addition to the target (fs_min_cwnd), above 0 and below
 *     {@code scalingMaxPackets}
 * @param scalingMaxPackets smallest window without an addition to the target (fs_max_cwnd), above {@code scalingMinPackets}
 * @param increasePackets additive step per round trip in packets (ai), 0 to 1000
 * @param beta multiplicative step, 0 to 1
 * @param maxDecrease largest decrease in one step, as a share of the window (max_mdf), above 0 to 1
 * @param minWindowPackets lower bound of the window in packets, above 0 to 1
 * @param timeoutsToReset timeouts in a row that reset the window to its lower bound, 1 or more
 */
public record Swift(long queueTargetPs, long scalingRangePs, double scalingMinPackets, double scalingMaxPackets,
    double increasePackets, double beta, double maxDecrease, double minWindowPackets, int timeoutsToReset) implements Scheme {
  /**
   * The paper gives numbers for few of its parameters: the smallest window (0.001 packets, §3.4), and base targets of its
   * experiments (25 us in §5.2; {@code queueTarget} is the rest of 25 us above a base RTT of 13 us). The steps and the windows
   * of scaling are those of the simulator csg-htsim; its authors call the steps and {@code timeoutsToReset} guesses;
   * {@code scalingRange} is this project's.
   */
  public static final Swift DEFAULT = new Swift(12_000_000, 50_000_000, 0.1, 100, 1, 0.8, 0.5, 0.001, 5);

  /** Checks the ranges. */
  public Swift {
    Check.time("queueTarget", queueTargetPs, 1);
    Check.time("scalingRange", scalingRangePs, 0);
    Check.positive("scalingMinPackets", scalingMinPackets, 1e9);
    Check.positive("scalingMaxPackets", scalingMaxPackets, 1e9);
    if (scalingMaxPackets <= scalingMinPackets) {
      throw new IllegalArgumentException(
          "scalingMaxPackets " + scalingMaxPackets + " is not above scalingMinPackets " + scalingMinPackets);
    }
    Check.within("increasePackets", increasePackets, 0, 1000);
    Check.within("beta", beta, 0, 1);
    Check.positive("maxDecrease", maxDecrease, 1);
    Check.positive("minWindowPackets", minWindowPackets, 1);
    Check.count("timeoutsToReset", timeoutsToReset, 1);
  }

  @Override
  public String name() {
    return "swift";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.RTT);
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path);
  }

  private static final class Flow implements CongestionControl {
    private final Swift parameters;
    private final PathFacts path;
    private final double packetBytes;
    private final double smallestWindow;
    private final double scalePs; // the paper's alpha
    private final double scaleOffsetPs; // and its beta

    private double window; // in packets
    private long rttPs;
    private long seenBytes;
    private long lastDecreasePs = Long.MIN_VALUE / 2;
    private int timeouts;

    Flow(Swift parameters, PathFacts path) {
      this.parameters = parameters;
      this.path = path;
      packetBytes = path.payloadBytes();
      window = Math.max(path.bdpBytes() / packetBytes, 1);
      smallestWindow = parameters.minWindowPackets;
      double most = 1 / Math.sqrt(parameters.scalingMinPackets);
      double least = 1 / Math.sqrt(parameters.scalingMaxPackets);
      scalePs = parameters.scalingRangePs / (most - least);
      scaleOffsetPs = -scalePs * least;
      rttPs = path.baseRttPs();
    }

    private double targetPs() {
      double scaling = Math.clamp(scalePs / Math.sqrt(window) + scaleOffsetPs, 0, (double) parameters.scalingRangePs);
      return (double) path.baseRttPs() + parameters.queueTargetPs + scaling;
    }

    @Override
    public boolean onAck(Feedback ack) {
      double before = window;
      long newly = Math.max(0, ack.ackedBytes - seenBytes);
      seenBytes += newly;
      timeouts = 0; // for acknowledgements of any kind
      rttPs = Math.max(ack.rttPs, 1);
      if (ack.reportsLoss) { // the paper's fast recovery
        decrease(parameters.maxDecrease, ack.nowPs);
        return window != before;
      }
      double excess = (rttPs - targetPs()) / rttPs;
      if (excess < 0) {
        if (ack.windowInUse) {
          increase(newly / packetBytes);
        }
      } else {
        decrease(parameters.beta * excess, ack.nowPs);
      }
      return window != before;
    }

    private void increase(double packets) {
      window += parameters.increasePackets * packets / Math.max(window, 1);
    }

    private void decrease(double share, long nowPs) {
      if (nowPs - lastDecreasePs >= rttPs) { // by the newest round trip, not by that of the last decrease
        shrinkTo(Math.max(window * (1 - Math.min(share, parameters.maxDecrease)), smallestWindow), nowPs);
      }
    }

    private void shrinkTo(double packets, long nowPs) {
      if (packets < window) {
        window = packets;
        lastDecreasePs = nowPs;
      }
    }

    @Override
    public void onTimeout(long nowPs) {
      timeouts++;
      if (timeouts >= parameters.timeoutsToReset) {
        shrinkTo(smallestWindow, nowPs);
      } else {
        decrease(parameters.maxDecrease, nowPs);
      }
    }

    @Override
    public long windowBytes() {
      return Math.max(1, (long) (window * packetBytes));
    }

    @Override
    public long paceBitsPerSec() {
      if (window >= 1) {
        return path.lineRateBitsPerSec(); // acknowledgements clock it
      }
      return Math.clamp((long) (window * packetBytes * 8e12 / rttPs), 1, path.lineRateBitsPerSec()); // a packet every rtt / window
    }
  }
}
