package dev.inflight.cc.hpcc;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import java.util.Set;

/**
 * HPCC as the paper and the drafts give it (SIGCOMM'19 Algorithm 1; draft-miao-rtgwg-hpccplus-00 §4.2): window based, line by line.
 * Initial window: line rate times T; pacing rate W/T; window between one packet (or {@code minRate} times T) and the initial window.
 *
 * @param eta target utilisation, above 0 to 1
 * @param maxStage additive steps before a multiplicative one, 0 or more; the paper's text says 5, its authors' later page 0
 * @param wAiBytes additive step in bytes; 0: initial window * (1 - eta) / maxFlows (§3.3)
 * @param maxFlows flows expected at once on a link, 1 or more; used when {@code wAiBytes} is 0
 * @param tPs base RTT T; 0: the fabric's own, from the topology
 * @param react which acknowledgements count
 * @param minRateBitsPerSec lower bound of the rate; 0: one packet per T
 */
public record Hpcc(double eta, int maxStage, double wAiBytes, int maxFlows, long tPs, ReactionMode react, long minRateBitsPerSec)
    implements
      Scheme {
  /** The paper's parameters (§5.1): eta 95 %, maxStage 5, W_AI for 100 flows. */
  public static final Hpcc DEFAULT = new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.BOTH, 0);

  /** Checks the ranges. */
  public Hpcc {
    if (!(eta > 0 && eta <= 1)) {
      throw new IllegalArgumentException("eta " + eta + " is outside (0, 1]");
    }
    if (maxStage < 0) {
      throw new IllegalArgumentException("maxStage " + maxStage + " is below 0");
    }
    if (!(wAiBytes >= 0 && wAiBytes < 1e15)) {
      throw new IllegalArgumentException("wAi " + wAiBytes + " bytes is outside 0 to 1e15");
    }
    if (maxFlows < 1) {
      throw new IllegalArgumentException("maxFlows " + maxFlows + " is below 1");
    }
    if (tPs < 0) {
      throw new IllegalArgumentException("T " + tPs + " ps is below 0");
    }
    if (minRateBitsPerSec < 0) {
      throw new IllegalArgumentException("minRate " + minRateBitsPerSec + " b/s is below 0");
    }
  }

  @Override
  public String name() {
    return "hpcc";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.HOPS);
  }

  @Override
  public boolean takesBottleneckOnly() {
    return true;
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return start(path, Divider.PLAIN, false);
  }

  /** A flow that divides in its own way, and takes the rate of bytes received in place of those sent if told to. */
  CongestionControl start(PathFacts path, Divider division, boolean received) {
    return new Flow(this, path.withBaseRtt(tPs), division, received);
  }

  private static final class Flow implements CongestionControl {
    private final Hpcc parameters;
    private final PathFacts path;
    private final Divider division;
    private final double initialWindow;
    private final double smallestWindow;
    private final double additiveStep;
    private final InflightMeter meter;
    private final LinkRecords records; // L in Algorithm 1
    private final BottleneckSignal answers;

    private long reportedAtPs = NEVER;
    private double window;
    private double referenceWindow; // W^c
    private int incStage;
    private long lastUpdateSeq;

    Flow(Hpcc parameters, PathFacts path, Divider division, boolean received) {
      this.parameters = parameters;
      this.path = path;
      this.division = division;
      initialWindow = Math.max(path.bdpBytes(), path.payloadBytes());
      double slowest = parameters.minRateBitsPerSec * (path.baseRttPs() / 8e12);
      smallestWindow = Math.min(initialWindow, Math.max(slowest, path.payloadBytes()));
      additiveStep = parameters.wAiBytes > 0 ? parameters.wAiBytes : initialWindow * (1 - parameters.eta) / parameters.maxFlows;
      double lineBytes = path.lineRateBitsPerSec() * (path.baseRttPs() / 8e12); // the paper's B_NIC * T, whatever W_init is
      meter = new InflightMeter(path.lineRateBitsPerSec(), lineBytes, path.baseRttPs(), false, received);
      records = new LinkRecords(path.baseRttPs());
      answers = new BottleneckSignal(parameters.eta, path.baseRttPs());
      window = initialWindow;
      referenceWindow = initialWindow;
    }

    @Override
    public PathQuery nextQuestion() {
      return answers.next();
    }

    @Override
    public boolean onAck(Feedback ack) { // NewAck, lines 21-27
      boolean bottleneck = ack.hops.answered() != null;
      if (ack.hops.count() == 0 && !bottleneck) {
        return false; // drafts §6.2: not every acknowledgement carries telemetry
      }
      boolean firstOfRtt = ack.ackedBytes > lastUpdateSeq;
      if (parameters.react == ReactionMode.PER_RTT && !firstOfRtt) {
        return false;
      }
      boolean comparable = bottleneck ? reportedAtPs != NEVER : records.lineUp(ack.hops, ack.nowPs);
      if (records.isNewPath()) {
        meter.restart();
      }
      boolean decides = comparable && measure(ack, bottleneck);
      if (decides) {
        computeWindow(firstOfRtt || parameters.react == ReactionMode.PER_ACK);
      }
      if (firstOfRtt && (decides || !comparable && !records.isPart())) { // a tick without news does not use up the RTT's update
        lastUpdateSeq = ack.highestSentBytes; // line 24
      }
      if (!bottleneck) {
        records.take(ack.hops, ack.nowPs); // line 27
      }
      reportedAtPs = ack.nowPs;
      return decides;
    }

    private boolean measure(Feedback ack, boolean bottleneck) {
      Hops report = ack.hops;
      if (report.answered() == PathQuery.INFLIGHT) {
        meter.takeAverage(report.answer());
        return true;
      }
      if (bottleneck) {
        meter.take(answers.take(report), ack.nowPs - reportedAtPs);
        return true;
      }
      return meter.measure(report, records.before(), 0, false, records.isPart());
    }

    private void computeWindow(boolean updateReference) { // ComputeWind, lines 11-20
      double load = meter.utilisation() / parameters.eta;
      boolean multiplicative = load >= 1 || incStage >= parameters.maxStage;
      double next = (multiplicative ? division.quotient(referenceWindow, load) : referenceWindow) + additiveStep; // lines 13 and 17
      window = Math.clamp(next, smallestWindow, initialWindow);
      if (updateReference) {
        incStage = multiplicative ? 0 : incStage + 1; // lines 15 and 19
        referenceWindow = window;
      }
    }

    @Override
    public long windowBytes() {
      return (long) window;
    }

    @Override
    public long paceBitsPerSec() {
      if (window >= initialWindow) {
        return path.lineRateBitsPerSec();
      }
      return Math.clamp((long) (window * 8e12 / path.baseRttPs()), 1, path.lineRateBitsPerSec()); // R = W / T
    }
  }
}
