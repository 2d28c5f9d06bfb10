package dev.inflight.cc.hpcc;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.LinkChoice;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.WindowFlow;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.util.Check;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * HPCC, line by line as in the paper and the drafts (SIGCOMM'19 Algorithm 1; draft-miao-rtgwg-hpccplus-00 §4.2): a window-based
 * scheme. Initial window: line rate times T; pacing rate W/T; window between one packet (or {@code minRate} times T) and the
 * initial window. A packet may leave while the bytes in flight are below the window, as in the authors' simulator.
 *
 * @param eta target utilization, above 0 to 1
 * @param maxStage additive steps before a multiplicative one, 0 or more; 5 in the paper's text, 0 on its authors' later web page
 * @param wAiBytes additive step in bytes; 0: initial window * (1 - eta) / maxFlows (§3.3)
 * @param maxFlows flows expected at once on a link, 1 or more; used when {@code wAiBytes} is 0
 * @param tPs base RTT T; 0: that of the fabric, from the topology
 * @param react which acknowledgements adjust the window
 * @param minRateBitsPerSec lower bound of the rate; 0: one packet per T
 * @param division how the window is divided by U
 * @param rate which rate of a port enters U
 * @param speedUp largest multiple of W_AI while the busiest link has bandwidth left, 1 to 1000; 1: no speed-up
 *     (draft-pan-tsvwg-hpccplus-00 §6.1). The step is W_AI * speedUp^(1 - x); x is the used share (U - eta) / (1 - eta) of the
 *     bandwidth above eta, averaged over about 16 RTTs
 */
public record Hpcc(double eta, int maxStage, double wAiBytes, int maxFlows, long tPs, ReactionMode react, long minRateBitsPerSec,
    WindowDivision division, PortRate rate, double speedUp) implements Scheme {
  /** The paper's parameters (§5.1): eta 95 %, maxStage 5, W_AI for 100 flows. */
  public static final Hpcc DEFAULT = new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.BOTH, 0);

  /** Checks the ranges. */
  public Hpcc {
    Check.positive("eta", eta, 1);
    Check.count("maxStage", maxStage, 0);
    Check.within("wAi", wAiBytes, 0, 1e15);
    Check.count("maxFlows", maxFlows, 1);
    Check.time("T", tPs, 0);
    Check.rate("minRate", minRateBitsPerSec, 0);
    Check.within("speedUp", speedUp, 1, RaisedStep.LARGEST);
  }

  /** Creates a scheme without speed-up of fairness. */
  public Hpcc(double eta, int maxStage, double wAiBytes, int maxFlows, long tPs, ReactionMode react, long minRateBitsPerSec,
      WindowDivision division, PortRate rate) {
    this(eta, maxStage, wAiBytes, maxFlows, tPs, react, minRateBitsPerSec, division, rate, 1);
  }

  /** Creates a scheme with the paper's own division and rate. */
  public Hpcc(double eta, int maxStage, double wAiBytes, int maxFlows, long tPs, ReactionMode react, long minRateBitsPerSec) {
    this(eta, maxStage, wAiBytes, maxFlows, tPs, react, minRateBitsPerSec, WindowDivision.PLAIN, PortRate.SENT);
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
    return rate == PortRate.SENT;
  }

  @Override
  public boolean runsAtReceivers() {
    return true;
  }

  @Override
  public boolean takesQuiet() {
    return true;
  }

  @Override
  public boolean takesSwitchAnswers() {
    return true;
  }

  @Override
  public boolean takesPathChanges() {
    return true;
  }

  @Override
  public boolean takesFlowCounts() {
    return true;
  }

  /** False for a flow that reads only the first report of each round trip: it would seldom see the same link twice. */
  @Override
  public boolean takesOneLink() {
    return react != ReactionMode.PER_RTT;
  }

  @Override
  public LinkChoice linkChoice(PathFacts path) {
    return new BusiestLink(path.withBaseRtt(tPs), rate == PortRate.RECEIVED);
  }

  @Override
  public String nameWithoutBottleneck() {
    return rate == PortRate.SENT ? name() : name() + "(rate=received)";
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(this, path.withBaseRtt(tPs));
  }

  private static final class Flow extends WindowFlow {
    private final Hpcc parameters;
    private final double smallestWindow;
    private final InflightMeter meter;
    private LinkRecords records; // L in Algorithm 1
    private final BottleneckSignal answers;

    private final long baseRttPs;
    private long reportedAtPs = NEVER;
    private final @Nullable RaisedStep raisedStep;
    private double additiveStep; // W_AI, or its multiple
    private double referenceWindow; // W^c
    private double step; // W_AI for the flows that the receiver counts, or additiveStep
    private int incStage;
    private long lastUpdateSeq;

    Flow(Hpcc parameters, PathFacts path) {
      super(path);
      baseRttPs = path.baseRttPs();
      this.parameters = parameters;
      double slowest = parameters.minRateBitsPerSec * (path.baseRttPs() / 8e12);
      smallestWindow = Math.min(initialWindow, Math.max(slowest, path.payloadBytes()));
      additiveStep = parameters.wAiBytes > 0 ? parameters.wAiBytes : initialWindow * (1 - parameters.eta) / parameters.maxFlows;
      double lineBytes = path.lineRateBitsPerSec() * (path.baseRttPs() / 8e12); // the paper's B_NIC * T, independent of W_init
      step = additiveStep;
      raisedStep = parameters.speedUp > 1 ? new RaisedStep(additiveStep, parameters.speedUp, parameters.eta) : null;
      meter = new InflightMeter(path.lineRateBitsPerSec(), lineBytes, path.baseRttPs(), false,
          parameters.rate == PortRate.RECEIVED);
      records = new LinkRecords(path.baseRttPs());
      answers = new BottleneckSignal(parameters.eta, path.baseRttPs());
      referenceWindow = initialWindow;
    }

    /** Sets the first window to the room of the path, and treats the next reports as the first ones. */
    @Override
    public void onPathChange(double room, long nowPs) {
      records = new LinkRecords(baseRttPs);
      meter.restart();
      incStage = 0;
      restartStep();
      reportedAtPs = NEVER;
      window = Math.clamp(initialWindow * room, smallestWindow, initialWindow);
      referenceWindow = window;
    }

    @Override
    public PathQuery nextQuestion() {
      return answers.next();
    }

    @Override
    public void restrict(long windowBytes) {
      super.restrict(Math.max(windowBytes, (long) smallestWindow));
      referenceWindow = Math.min(referenceWindow, window);
    }

    @Override
    public boolean onAck(Feedback ack) { // NewAck, lines 21-27
      if (ack.fromSwitch) {
        return onSwitchAnswer(ack);
      }
      boolean bottleneck = ack.hops.answered() != null;
      if (ack.hops.count() == 0 && !bottleneck) {
        return ack.quiet && onQuiet(ack); // drafts §6.2: not every acknowledgement carries telemetry
      }
      boolean firstOfRtt = ack.reportOrder > lastUpdateSeq;
      if (parameters.react == ReactionMode.PER_RTT && !firstOfRtt) {
        return false;
      }
      boolean comparable = bottleneck ? reportedAtPs != NEVER : records.lineUp(ack.hops, ack.nowPs);
      if (records.isNewPath()) {
        meter.restart();
        restartStep();
      }
      boolean decides = comparable && measure(ack, bottleneck);
      if (decides) {
        step = additiveStep(ack, bottleneck);
        computeWindow(firstOfRtt || parameters.react == ReactionMode.PER_ACK);
      }
      if (firstOfRtt && (decides || !comparable && !records.isPart())) { // a tick without news does not consume the RTT's update
        lastUpdateSeq = ack.sentOrder; // line 24
        raiseStep(decides);
      }
      if (!bottleneck) {
        records.take(ack.hops, ack.nowPs); // line 27
      }
      reportedAtPs = ack.nowPs;
      return decides;
    }

    /**
     * Reacts to a report without queues and other data: once per RTT the window grows by 1 - eta of itself, until a queue shows
     * that it was too large. The flow first waits for T after the last record, because the queue of that record may still exist.
     */
    private boolean onQuiet(Feedback ack) {
      if (ack.reportOrder <= lastUpdateSeq || reportedAtPs != NEVER && ack.nowPs - reportedAtPs <= baseRttPs) {
        return false;
      }
      lastUpdateSeq = ack.sentOrder;
      meter.takeAverage(parameters.eta);
      incStage = 0;
      window = Math.clamp(referenceWindow * (2 - parameters.eta) + additiveStep, smallestWindow, initialWindow);
      referenceWindow = window;
      return true;
    }

    /**
     * Reacts to feedback of a switch with a long queue. The link of such a queue is always busy, so txRate is B, and U is 1 plus
     * the queue's share. U is not smoothed, because switches report long queues only. The method neither compares nor keeps
     * records: acknowledgements describe other instants.
     */
    private boolean onSwitchAnswer(Feedback answer) {
      boolean firstOfRtt = answer.reportOrder > lastUpdateSeq;
      if (parameters.react == ReactionMode.PER_RTT && !firstOfRtt || !meter.takeStanding(answer.hops)) {
        return false;
      }
      step = additiveStep; // the receiver's number is about another link
      computeWindow(firstOfRtt || parameters.react == ReactionMode.PER_ACK);
      if (firstOfRtt) {
        lastUpdateSeq = answer.sentOrder;
        raiseStep(true);
      }
      reportedAtPs = answer.nowPs;
      return true;
    }

    private boolean measure(Feedback ack, boolean bottleneck) {
      Hops report = ack.hops;
      if (report.answered() == PathQuery.INFLIGHT) {
        meter.takeAverage(report.answer());
        return true;
      }
      if (report.answered() == PathQuery.LOAD) {
        meter.take(report.answer(), ack.nowPs - reportedAtPs);
        return true;
      }
      if (bottleneck) {
        meter.take(answers.take(report), ack.nowPs - reportedAtPs);
        return true;
      }
      return meter.measure(report, records.before(), 0, false, records.isPart());
    }

    /**
     * Computes W_init * (1 - eta) / N. N is the largest expected number of flows (§5), or the number that the receiver counts if
     * its link is the busiest (§6.3.2).
     */
    private double additiveStep(Feedback report, boolean bottleneck) {
      boolean known = report.flowsOnLastLink > 0 && !bottleneck && records.isLast(report.hops, meter.busiestHop());
      return known ? initialWindow * (1 - parameters.eta) / report.flowsOnLastLink : additiveStep;
    }

    /** Resets the step to the smallest one: the headroom and the busiest link of a new path are unknown. */
    private void restartStep() {
      additiveStep = raisedStep == null ? additiveStep : raisedStep.restart();
      step = additiveStep;
    }

    /** Sets the additive step of the next round trip, if the step depends on the headroom and this round trip has shown it. */
    private void raiseStep(boolean measured) {
      if (raisedStep != null && measured) {
        additiveStep = raisedStep.next(meter.utilization());
      }
    }

    private void computeWindow(boolean updateReference) { // ComputeWind, lines 11-20
      double load = meter.utilization() / parameters.eta;
      boolean multiplicative = load >= 1 || incStage >= parameters.maxStage;
      double next = (multiplicative ? parameters.division.quotient(referenceWindow, load) : referenceWindow) + step; // lines 13 and 17
      window = Math.clamp(next, smallestWindow, initialWindow);
      if (updateReference) {
        incStage = multiplicative ? 0 : incStage + 1; // lines 15 and 19
        referenceWindow = window;
      }
    }
  }
}
