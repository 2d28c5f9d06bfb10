package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.MarkEcho;
import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.telemetry.util.Check;
import java.util.Set;

/**
 * Ultra Ethernet's network-signaled congestion control (NSCC), which derives from SMaRTT (arXiv 2404.01630), by the rules of
 * the Ultra Ethernet specification 1.0, §3.6.13, with the parameters of the simulator htsim. Each acknowledgement is one of
 * four cases. No mark, delay below the target: the window grows in proportion to the difference, and faster once a whole window
 * was acknowledged without delay. No mark, delay above the target: it grows by a fixed step, the same for all flows. Mark,
 * delay below the target: it does not change, because the queue is only starting to grow. Mark, delay above the target: it
 * shrinks by the excess of the mean delay over the target, at most once per base RTT. Quick adapt: after a trimmed packet
 * (where switches do not trim, after a delay of several targets), the window becomes the bytes acknowledged in the last period
 * (base RTT plus target), if these were few (quickShare); marks and trimmed packets among the bytes then in flight are ignored.
 *
 * <p>Steps are for a path of 100 Gb/s and 12 us, and scale with the bandwidth-delay product. The window is not paced:
 * acknowledgements clock it. A packet leaves when it fits: bytes in flight and a full packet together are at most the window
 * (htsim), so a window between one and two packets keeps one packet in flight.
 *
 * <p>There are two base RTTs (htsim). Steps, target delay and the interval of adjustments use the base RTT of the path facts,
 * which is the network's largest unless the scenario sets the pair's own. Delay, largest window, decrease and quick adapt use
 * the least RTT sample of the flow so far, which starts at the same value and only falls; samples of trimmed packets count too.
 *
 * @param queueTargetPs target delay above the base RTT, 0 or more; 0: the base RTT, or three quarters of it where switches trim
 * @param maxBdps initial and largest window as a multiple of line rate times base RTT, 1 to 1000
 * @param proportionalPackets step up at no delay, in packets per round trip, for a target of 12 us, 0 to 1000
 * @param fairPackets step up at a delay above the target, in packets per round trip, 0 to 1000
 * @param steadyPackets step up in all cases, in packets per base RTT, 0 to 1000
 * @param gamma weight of the excess delay in a decrease (gamma), 0 to 1
 * @param maxDecrease largest decrease in one step, as a share of the window, 0 to 1
 * @param fastBelowPs fast increase starts after a window of acknowledgements with delays below this, 0 or more
 * @param fastShare share of the acknowledged bytes that fast increase adds, 0 to 1000
 * @param delayWeight weight of a new sample in the mean delay, above 0 to 1
 * @param quickTargets delay that triggers quick adapt where switches do not trim, as a multiple of the target, 1 to 1000000
 * @param quickShare no quick adapt if at least this share of the largest window was acknowledged, 0 to 1; 0: off
 * @param adjustPackets packets after which collected increases change the window, at the latest after a base RTT, 1 or more
 */
public record Nscc(long queueTargetPs, double maxBdps, double proportionalPackets, double fairPackets, double steadyPackets,
    double gamma, double maxDecrease, long fastBelowPs, double fastShare, double delayWeight, double quickTargets,
    double quickShare, int adjustPackets) implements Scheme {
  /** Default scheme, with htsim's parameters. */
  public static final Nscc DEFAULT = new Nscc(0, 1.5, 4, 5, 0.15, 0.8, 0.5, 1_000_000, 0.25, 0.0125, 4, 0.125, 8);

  private static final double OF_RTT_WITH_TRIMMING = 0.75;
  private static final double REFERENCE_RTT_PS = 12e6;
  private static final double REFERENCE_BDP_BYTES = 150_000; // of 100 Gb/s

  /** Checks the ranges. */
  public Nscc {
    Check.time("queueTarget", queueTargetPs, 0);
    Check.within("maxBdps", maxBdps, 1, 1000);
    Check.within("proportionalPackets", proportionalPackets, 0, 1000);
    Check.within("fairPackets", fairPackets, 0, 1000);
    Check.within("steadyPackets", steadyPackets, 0, 1000);
    Check.within("gamma", gamma, 0, 1);
    Check.within("maxDecrease", maxDecrease, 0, 1);
    Check.time("fastBelow", fastBelowPs, 0);
    Check.within("fastShare", fastShare, 0, 1000);
    Check.positive("delayWeight", delayWeight, 1);
    Check.within("quickTargets", quickTargets, 1, 1e6);
    Check.within("quickShare", quickShare, 0, 1);
    Check.count("adjustPackets", adjustPackets, 1);
  }

  @Override
  public String name() {
    return "nscc";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.ECN, Signal.RTT);
  }

  /**
   * Thresholds of one fifth and four fifths of the bytes that the link sends in the reference RTT of 12 us, with a probability
   * that rises to 1.
   */
  @Override
  public MarkingThresholds markingThresholds(long linkRateBitsPerSec) {
    return new MarkingThresholds((long) (linkRateBitsPerSec * 0.3e-6), (long) (linkRateBitsPerSec * 1.2e-6), 1);
  }

  @Override
  public MarkEcho markEcho() {
    return MarkEcho.AT_ONCE;
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path, false);
  }

  /**
   * Creates a flow that also needs its receiver's credit. A trimmed packet takes no bytes from the window, because credit
   * accounts for it (htsim).
   */
  CongestionControl startBesideCredit(PathFacts path) {
    return new Flow(this, path, true);
  }

  private static final class Flow implements CongestionControl {
    private final Nscc parameters;
    private final PathFacts path;
    private final boolean besideCredit;
    private final double targetPs;
    private final double least; // windows, in bytes
    private double most;
    private long leastRttPs; // the flow's own base RTT
    private final double proportionalBytes; // steps per round trip
    private final double fairBytes;
    private final double steadyBytes;
    private final double fastShare;

    private double window;
    private double meanDelayPs;
    private boolean started;
    private long seenBytes;

    private double increase; // steps times acknowledged bytes, to be divided by the window
    private long unadjustedBytes;
    private long lastAdjustPs;
    private long quietBytes; // acknowledged in a row without delay
    private boolean fast;
    private long lastDecreasePs;
    private boolean hasDecreased;

    private long achievedBytes;
    private double quickEndPs; // of the period in which they are counted
    private boolean quickDue;
    private long toIgnoreBytes;
    private long ignoredBytes;
    private long lossAtBytes = -1;

    Flow(Nscc parameters, PathFacts path, boolean besideCredit) {
      this.parameters = parameters;
      this.path = path;
      this.besideCredit = besideCredit;
      double usualPs = path.baseRttPs() * (path.trims() ? OF_RTT_WITH_TRIMMING : 1);
      targetPs = parameters.queueTargetPs == 0 ? usualPs : parameters.queueTargetPs;
      least = path.payloadBytes();
      leastRttPs = path.baseRttPs();
      most = largestWindow(path.bdpBytes());
      window = most;
      double scale = path.bdpBytes() / REFERENCE_BDP_BYTES;
      double packetBytes = path.payloadBytes() * scale;
      proportionalBytes = parameters.proportionalPackets * packetBytes * (targetPs / REFERENCE_RTT_PS);
      fairBytes = parameters.fairPackets * packetBytes;
      steadyBytes = parameters.steadyPackets * packetBytes;
      fastShare = parameters.fastShare * scale;
    }

    @Override
    public boolean onAck(Feedback ack) {
      double before = window;
      learn(ack.rttPs);
      if (!started) {
        started = true;
        lastAdjustPs = ack.nowPs;
        countAgain(ack.nowPs);
      }
      long newly = Math.max(0, Math.max(ack.ackedBytes, ack.arrivedBytes) - seenBytes);
      seenBytes += newly;
      achievedBytes += newly;
      unadjustedBytes += newly;
      ignoredBytes += newly;
      if (ack.lostBytes > 0) {
        lose(ack, ack.lostBytes, ack.trimmedBytes > 0);
      } else if (ack.reportsLoss) {
        onLoss(ack);
        return window != before;
      }
      if (newly > 0) {
        onProgress(ack, newly);
      }
      return window != before;
    }

    private void learn(long rttPs) {
      if (rttPs > 0 && rttPs < leastRttPs) {
        leastRttPs = rttPs;
        most = largestWindow(path.bdpBytes() * ((double) rttPs / path.baseRttPs()));
      }
    }

    private double largestWindow(double bdpBytes) {
      return Math.max(parameters.maxBdps * bdpBytes, least);
    }

    private void onProgress(Feedback ack, long newly) {
      double delayPs = Math.max(0, ack.rttPs - leastRttPs);
      // A delay without marks comes from a queue that has drained by the time the packet leaves it.
      average(!ack.ecnMarked && delayPs > targetPs ? leastRttPs * 0.25 : delayPs);
      boolean queueOverflows = !path.trims() && delayPs > parameters.quickTargets * targetPs;
      if (quickAdapt(ack, ack.ecnMarked, quickDue || queueOverflows)) {
        return;
      }
      if (ack.ecnMarked) {
        if (delayPs >= targetPs) {
          decrease(ack.nowPs);
        }
      } else if (delayPs >= targetPs) {
        increase += fairBytes * newly;
      } else {
        increaseInProportion(newly, delayPs);
      }
      bound();
      if (unadjustedBytes > parameters.adjustPackets * least || ack.nowPs - lastAdjustPs > path.baseRttPs()) {
        adjust(ack.nowPs);
      }
    }

    private void increaseInProportion(long newly, double delayPs) {
      if (delayPs < parameters.fastBelowPs) {
        quietBytes += newly;
        fast |= quietBytes > window;
      } else {
        quietBytes = 0;
        fast = false;
      }
      if (fast) {
        window += fastShare * newly;
      } else {
        increase += proportionalBytes * newly * (1 - delayPs / targetPs);
      }
    }

    private void decrease(long nowPs) {
      quietBytes = 0;
      fast = false;
      if (meanDelayPs > targetPs && (!hasDecreased || nowPs - lastDecreasePs > leastRttPs)) {
        double share = parameters.gamma * (meanDelayPs - targetPs) / meanDelayPs;
        window *= 1 - Math.min(share, parameters.maxDecrease);
        lastDecreasePs = nowPs;
        hasDecreased = true;
      }
    }

    private void adjust(long nowPs) {
      window += increase / window;
      if (nowPs - lastAdjustPs >= path.baseRttPs()) {
        window += steadyBytes;
        lastAdjustPs = nowPs;
      }
      forgetIncrease();
      bound();
    }

    private void onLoss(Feedback ack) {
      if (ack.ackedBytes == lossAtBytes) {
        return; // selective repeat repeats this report for each packet after a gap
      }
      lossAtBytes = ack.ackedBytes;
      lose(ack, path.payloadBytes(), false);
    }

    private void lose(Feedback ack, long bytes, boolean trimmed) {
      ignoredBytes += bytes;
      if (trimmed) { // a switch's queue was full; unknown if packets are only missing
        average(path.baseRttPs()); // such a queue is about a round trip long
        quickDue = true;
        if (quickAdapt(ack, true, true)) {
          return;
        }
      }
      window -= trimmed && besideCredit ? 0 : bytes;
      bound();
    }

    /** Applies quick adapt. Returns true if it set the window, or if the feedback is about packets that left before it did. */
    private boolean quickAdapt(Feedback ack, boolean congested, boolean due) {
      boolean done = congested && ignoredBytes < toIgnoreBytes;
      if (!done && ack.nowPs > quickEndPs) {
        if (due && achievedBytes < parameters.quickShare * most) {
          window = Math.max(achievedBytes, least); // also more than before, if that was less
          toIgnoreBytes = ack.inflightBytes;
          ignoredBytes = 0;
          quickDue = false;
          done = true;
        }
        countAgain(ack.nowPs);
      }
      if (done) {
        forgetIncrease();
      }
      return done;
    }

    private void countAgain(long nowPs) {
      achievedBytes = 0;
      quickEndPs = nowPs + leastRttPs + targetPs;
    }

    private void forgetIncrease() {
      increase = 0;
      unadjustedBytes = 0;
    }

    private void average(double delayPs) {
      meanDelayPs += parameters.delayWeight * (delayPs - meanDelayPs);
    }

    private void bound() {
      window = Math.clamp(window, least, most);
    }

    /** Processes a timeout: all bytes in flight are lost, and each lost packet takes its bytes from the window. */
    @Override
    public void onTimeout(long nowPs) {
      window = least;
      quietBytes = 0;
      fast = false;
      forgetIncrease();
    }

    @Override
    public void restrict(long windowBytes) {
      window = Math.min(window, windowBytes);
    }

    @Override
    public long windowBytes() {
      return (long) window;
    }

    @Override
    public boolean sendsOnlyWhatFits() {
      return true;
    }

    @Override
    public long paceBitsPerSec() {
      return path.lineRateBitsPerSec();
    }
  }
}
