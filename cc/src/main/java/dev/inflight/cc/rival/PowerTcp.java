package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.WindowFlow;
import dev.inflight.cc.hpcc.LinkRecords;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.Check;
import java.util.Set;

/**
 * PowerTCP (Addanki et al., NSDI'22 §3.3, Algorithm 1): the window follows the power of the path's most loaded port, which is
 * its current (the rate at which bytes arrive) times its voltage (the bytes queued and one bandwidth-delay product), relative
 * to the power of a port that is just full. A packet may leave while the bytes in flight are below the window, as in the HPCC
 * authors' simulator, which PowerTCP's authors extend.
 *
 * @param gamma weight of a new window, above 0 to 1
 * @param betaBytes additive step; 0: line rate times base RTT, divided by {@code maxFlows}
 * @param maxFlows flows expected at once on a link, 1 or more; used when {@code betaBytes} is 0
 * @param tPs base RTT; 0: that of the fabric
 */
public record PowerTcp(double gamma, double betaBytes, int maxFlows, long tPs) implements Scheme {
  /** The paper's gamma (§3.3), and an additive step for a hundred flows, because the paper gives no number. */
  public static final PowerTcp DEFAULT = new PowerTcp(0.9, 0, 100, 0);

  /** Checks the ranges. */
  public PowerTcp {
    Check.positive("gamma", gamma, 1);
    Check.within("beta", betaBytes, 0, 1e15);
    Check.count("maxFlows", maxFlows, 1);
    Check.time("T", tPs, 0);
  }

  @Override
  public String name() {
    return "powertcp";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.HOPS);
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path.withBaseRtt(tPs));
  }

  private static final class Flow extends WindowFlow {
    private final double gamma;
    private final double rttSeconds;
    private final double smallestWindow;
    private final double additiveStep;
    private final LinkRecords records;

    private double power = 1; // relative, smoothed over a base RTT
    private double referenceWindow; // in use when the acknowledged bytes were sent; updated once per round trip
    private long lastUpdateSeq;

    Flow(PowerTcp parameters, PathFacts path) {
      super(path);
      gamma = parameters.gamma;
      rttSeconds = path.baseRttPs() / 1e12;
      smallestWindow = path.payloadBytes();
      additiveStep = parameters.betaBytes > 0 ? parameters.betaBytes : initialWindow / parameters.maxFlows;
      records = new LinkRecords(path.baseRttPs());
      referenceWindow = initialWindow;
    }

    @Override
    public void restrict(long windowBytes) {
      super.restrict(Math.max(windowBytes, (long) smallestWindow));
      referenceWindow = Math.min(referenceWindow, window);
    }

    @Override
    public boolean onAck(Feedback ack) {
      if (ack.hops.count() == 0) {
        return false;
      }
      boolean comparable = records.lineUp(ack.hops, ack.nowPs);
      if (records.isNewPath()) {
        power = 1;
      }
      boolean decides = comparable && measure(ack.hops, records.before());
      if (decides) {
        double next = gamma * (referenceWindow / power + additiveStep) + (1 - gamma) * window;
        window = Math.clamp(next, smallestWindow, initialWindow);
      }
      if (ack.reportOrder > lastUpdateSeq && (decides || !comparable && !records.isPart())) {
        referenceWindow = window;
        lastUpdateSeq = ack.sentOrder;
      }
      records.take(ack.hops, ack.nowPs);
      return decides;
    }

    /**
     * Finds the port of the highest relative power. Returns false if no port can be measured, or if no port in a report of a part
     * of the path is busier.
     */
    private boolean measure(Hops hops, Hops earlier) {
      double highest = 0;
      double seconds = 0;
      boolean measured = false;
      for (int hop = 0; hop < hops.count(); hop++) {
        double bytesPerSec = hops.rateBitsPerSec(hop) / 8.0;
        double elapsed = hops.elapsedPs(hop, earlier) / 1e12;
        if (bytesPerSec == 0 || elapsed == 0 || !earlier.isKnown(hop)) {
          continue;
        }
        measured = true;
        long queue = hops.queueBytes(hop);
        double utilization = hops.utilization(hop);
        double sent = utilization < 0 ? hops.bytesSince(hop, earlier) / elapsed : utilization * bytesPerSec;
        double current = sent + (queue - earlier.queueBytes(hop)) / elapsed;
        double full = bytesPerSec * rttSeconds;
        double relative = current * (queue + full) / (bytesPerSec * full);
        if (relative > highest) {
          highest = relative;
          seconds = elapsed;
        }
      }
      if (!measured || records.isPart() && highest <= power) {
        return false;
      }
      double share = Math.min(seconds / rttSeconds, 1);
      power = power * (1 - share) + highest * share;
      return true;
    }
  }
}
