package dev.inflight.cc.hpcc;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.WindowFlow;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.Check;
import java.util.Arrays;
import java.util.Set;

/**
 * HPCC with a register for each hop instead of one for the most loaded hop (HPCC Appendix A.3): each register follows its own
 * hop's utilization as if the path had no other, and the window is their combination by equation 7, which makes rates
 * alpha-fair. Updates within a round trip start from the reference registers set by its first acknowledgement, as in Algorithm
 * 1; there are no stages.
 *
 * <p>The register of a hop that never fills has no equilibrium and grows up to the limit by {@code headroom}. A large headroom
 * makes rates fairer, because such a hop then has less weight in equation 7; with a small one the flow reacts sooner if that
 * hop fills after all.
 *
 * @param eta target utilization, above 0 to 1
 * @param alpha fairness, above 0 to infinity: 1 proportional, infinity max-min; 100 is close to infinity
 * @param wAiBytes additive step in bytes; 0: initial window * (1 - eta) / maxFlows
 * @param maxFlows flows expected at once on a link, 1 or more; used when {@code wAiBytes} is 0
 * @param tPs base RTT T; 0: that of the fabric
 * @param headroom largest register, as a multiple of the value that gives the initial window if all hops have it, 1 to 1000000000
 */
public record HpccAlpha(double eta, double alpha, double wAiBytes, int maxFlows, long tPs, double headroom) implements Scheme {
  /** Default scheme: proportional fairness, with the parameters of {@link Hpcc}. */
  public static final HpccAlpha DEFAULT = new HpccAlpha(0.95, 1, 0, 100, 0, 16);

  /** Checks the ranges. */
  public HpccAlpha {
    Check.positive("eta", eta, 1);
    if (!(alpha > 0)) {
      throw new IllegalArgumentException("alpha must be above 0, found " + alpha);
    }
    Check.within("wAi", wAiBytes, 0, 1e15);
    Check.count("maxFlows", maxFlows, 1);
    Check.time("T", tPs, 0);
    Check.within("headroom", headroom, 1, 1e9);
  }

  @Override
  public String name() {
    return "hpcc-alpha";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.HOPS);
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path.withBaseRtt(tPs));
  }

  /**
   * State of a flow. Registers are divided by n^(1/alpha), where n is the number of hops: equal ones then equal the window for
   * any small alpha.
   */
  private static final class Flow extends WindowFlow {
    private static final double PS_PER_NS = 1000;

    private final HpccAlpha parameters;
    private final double baseRttNs;
    private final double smallestWindow;
    private final double largestRegister;
    private final double additiveStep;
    private final InflightMeter meter;
    private final LinkRecords records;
    private final Hops whole = new Hops(8); // the hops of the registers

    private long lastUpdateSeq;
    private int hops;
    private double scale; // n^(-1/alpha)
    private double[] utilization = new double[8];
    private double[] register = new double[8];
    private double[] reference = new double[8];

    Flow(HpccAlpha parameters, PathFacts path) {
      super(path);
      this.parameters = parameters;
      baseRttNs = path.baseRttPs() / PS_PER_NS;
      smallestWindow = path.payloadBytes();
      largestRegister = initialWindow * parameters.headroom;
      additiveStep = parameters.wAiBytes > 0 ? parameters.wAiBytes : initialWindow * (1 - parameters.eta) / parameters.maxFlows;
      double lineBytes = path.lineRateBitsPerSec() * (path.baseRttPs() / 8e12);
      meter = new InflightMeter(path.lineRateBitsPerSec(), lineBytes, path.baseRttPs(), false, false);
      records = new LinkRecords(path.baseRttPs());
    }

    @Override
    public boolean onAck(Feedback ack) {
      if (ack.hops.count() == 0) {
        return false;
      }
      boolean comparable = records.lineUp(ack.hops, ack.nowPs);
      boolean part = records.isPart();
      boolean maybeOther = records.isOther() || ack.hops.count() != hops;
      if (maybeOther && !part && !ack.hops.samePath(whole)) {
        beginPath(ack.hops);
      }
      boolean firstOfRtt = ack.reportOrder > lastUpdateSeq;
      boolean decides = comparable && updateRegisters(ack.hops, records.before(), part);
      if (decides) {
        window = Math.clamp(combined(), smallestWindow, initialWindow);
        if (firstOfRtt) {
          System.arraycopy(register, 0, reference, 0, hops);
        }
      }
      if (firstOfRtt && (decides || !comparable && !part)) {
        lastUpdateSeq = ack.sentOrder;
      }
      records.take(ack.hops, ack.nowPs);
      return decides;
    }

    /** Starts a new path, on which all hops are equal until one is reported. */
    private void beginPath(Hops report) {
      whole.copyFrom(report);
      hops = report.count();
      if (register.length < hops) {
        utilization = new double[hops];
        register = new double[hops];
        reference = new double[hops];
      }
      Arrays.fill(utilization, 0, hops, 1);
      Arrays.fill(register, 0, hops, window);
      Arrays.fill(reference, 0, hops, window);
      scale = StrictMath.pow(hops, -1 / parameters.alpha);
    }

    /**
     * Register of a reported hop. In a report of a part of the path it is the register of the same link, or -1 if the format
     * does not identify links.
     */
    private int registerOf(Hops report, int hop, boolean part) {
      if (!part) {
        return hop;
      }
      for (int at = 0; at < hops; at++) {
        if (report.link(hop) != 0 && report.link(hop) == whole.link(at)) {
          return at;
        }
      }
      return -1;
    }

    private boolean updateRegisters(Hops report, Hops earlier, boolean part) {
      boolean measured = false;
      for (int hop = 0; hop < report.count(); hop++) {
        int at = registerOf(report, hop, part);
        if (at < 0) {
          continue;
        }
        if (report.rateBitsPerSec(hop) == 0) {
          register[at] = largestRegister; // it has no data and must not matter
          continue;
        }
        double elapsedNs = report.elapsedPs(hop, earlier) / PS_PER_NS;
        if (elapsedNs == 0 || !earlier.isKnown(hop)) {
          continue;
        }
        measured = true;
        double tauNs = Math.min(elapsedNs, baseRttNs);
        double load = meter.load(report, earlier, hop, elapsedNs);
        utilization[at] = (utilization[at] * (baseRttNs - tauNs) + load * tauNs) / baseRttNs;
        double next = reference[at] / (utilization[at] / parameters.eta) + additiveStep * scale;
        register[at] = Math.clamp(next, smallestWindow * scale, largestRegister);
      }
      return measured;
    }

    /** Combination by equation 7, scaled by the smallest register so that no power overflows. */
    private double combined() {
      double least = register[0];
      for (int hop = 1; hop < hops; hop++) {
        least = Math.min(least, register[hop]);
      }
      if (parameters.alpha == Double.POSITIVE_INFINITY || least == 0) {
        return least;
      }
      double sum = 0;
      for (int hop = 0; hop < hops; hop++) {
        double ratio = least / register[hop];
        sum += parameters.alpha == 1 ? ratio : StrictMath.pow(ratio, parameters.alpha);
      }
      double mean = sum / hops;
      return least * (parameters.alpha == 1 ? 1 / mean : StrictMath.pow(mean, -1 / parameters.alpha));
    }
  }
}
