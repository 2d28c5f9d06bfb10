package dev.inflight.sim.fast;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Port;
import dev.inflight.sim.job.Repeats;
import dev.inflight.sim.fidelity.Skipped;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.telemetry.util.SplitMix;
import dev.inflight.sim.period.OmittedMessages;
import dev.inflight.sim.repeat.JobForward;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Skips stretches of a run in which all traffic continues as it has for a while. During a skip the whole fabric is frozen, with
 * each packet, timer and window, and simulated time advances. Flows get shorter by the data that they would have sent, counters
 * continue at their rates, and events of the scenario come nearer. So hosts and switches need no code for it.
 */
public final class FastForward {
  private static final long LEAST_LOOK_PS = 1_000_000;
  /** Least number of looks between two skips. */
  private static final int LOOKS_BETWEEN = 24;
  /** Number of looks between two judgments if only jobs are in progress. */
  private static final int LOOKS_AT_JOBS = 4;
  /** Least number of looks without an event of the scenario for a skip, or a search for one. */
  private static final int LEAST_QUIET_LOOKS = 32;
  private static final long STREAM = 0xFA57_F0DL;

  private final Fabric fabric;
  private final SkippingTimeline timeline;
  private final BooleanSupplier isBusy;
  private final JobForward jobs;
  private final boolean hasPaths;
  private final int payloadBytes;
  private final long lookPs;
  private final RateHistory history = new RateHistory();
  private final FreeFlows free;
  private final Steadiness steadiness;
  private final CreditedCounters counters;
  private final SplitMix random;
  private final Map<String, Long> refusals = new TreeMap<>();

  private long nextLookPs;
  private long looksSinceSkip;
  private long skips;
  /** Bytes of messages in the last skipped stretch. */
  private double messageBytes;
  private double largestError;

  /**
   * Makes a fast-forward of a run that has not started.
   *
   * @param repeats repetition in jobs
   * @param omitted receives skipped messages
   * @param isBusy true while operations are in progress that cannot be skipped
   * @param hasPaths true if all packets of a flow take one path, known from routes
   * @param isUndisturbed true if only its scheme and queues hold a flow back, and each packet is acknowledged
   * @param gapBytes bytes of preamble and gap around a frame
   * @param rttPs the longest base RTT of any two hosts, in picoseconds
   * @param error permitted error of a flow's time, such as 0.005
   * @param seed seed of all random draws
   */
  public FastForward(Fabric fabric, SkippingTimeline timeline, CreditedCounters counters, Repeats repeats,
      OmittedMessages omitted, BooleanSupplier isBusy, boolean hasPaths, boolean isUndisturbed, int payloadBytes, int gapBytes,
      long rttPs, double error, long seed) {
    this.fabric = fabric;
    this.timeline = timeline;
    this.counters = counters;
    this.isBusy = isBusy;
    jobs = new JobForward(repeats, omitted, error);
    this.hasPaths = hasPaths;
    this.payloadBytes = payloadBytes;
    lookPs = Math.max(LEAST_LOOK_PS, rttPs / 2);
    free = new FreeFlows(history, isUndisturbed, payloadBytes, gapBytes, rttPs, lookPs);
    steadiness = new Steadiness(history, free, payloadBytes, rttPs, lookPs, error);
    random = new SplitMix(seed, STREAM);
    timeline.forwardBy(this);
  }

  /** Makes a flow that may be forwarded. */
  public Flow flow(int id, int source, int destination, int sourcePort, int destinationPort, int priority, long sizeBytes,
      long startPs, int flowClass) {
    return new CreditedFlow(id, source, destination, sourcePort, destinationPort, priority, sizeBytes, startPs, flowClass);
  }

  /** Adds a flow that has started. */
  public void started(Sender sender) {
    if (sender.flow() instanceof CreditedFlow flow) {
      flow.sampled = new SampledFlow(sender, flow, pathOf(flow), backOf(flow));
      history.started(flow.sampled);
      jobs.changed();
      looksSinceSkip = 0;
    }
  }

  /** Handles a change after which flows may take other ports. */
  public void routesChanged() {
    for (SampledFlow flow : history.flows()) {
      history.reroute(flow, pathOf(flow.flow), backOf(flow.flow));
    }
    history.changed();
  }

  private Port[] pathOf(Flow flow) {
    return hasPaths ? fabric.routes().forwardPath(flow).clone() : new Port[0];
  }

  private Port[] backOf(Flow flow) {
    return hasPaths ? fabric.routes().reversePath(flow).clone() : new Port[0];
  }

  /** Counts the bytes of a skipped message as delivered. */
  public void delivered(long bytes) {
    counters.deliver(bytes);
    messageBytes += bytes;
  }

  /** Removes a flow that has ended. */
  public void ended(Flow flow) {
    if (flow instanceof CreditedFlow credited && credited.sampled != null) {
      note(credited.sampled);
      history.ended(credited.sampled);
      credited.sampled = null;
      jobs.changed();
      looksSinceSkip = 0;
    }
  }

  /** Time of the next look, in picoseconds of the loop. */
  long nextLookPs(long nextEventPs) {
    return Math.max(nextLookPs, nextEventPs == Long.MAX_VALUE ? nextLookPs : nextEventPs);
  }

  /** Looks at the run, between events. */
  void look(long nowPs) {
    nextLookPs = nowPs + lookPs;
    boolean hasJobs = jobs.areUnderWay(timeline.nowPs());
    if (history.flows().isEmpty() && !hasJobs || isBusy.getAsBoolean()) {
      nextLookPs = nowPs + LOOKS_BETWEEN * lookPs;
      return;
    }
    long quietPs = timeline.quietPs(nowPs);
    if (quietPs < LEAST_QUIET_LOOKS * lookPs) {
      history.changed();
      jobs.changed();
      nextLookPs = nowPs + quietPs + 1;
      return;
    }
    looksSinceSkip++;
    free.watch();
    if (!isDue()) {
      return;
    }
    double skipPs = Math.min(judge(hasJobs, nowPs, quietPs - 1), quietPs - 1);
    if (skipPs < LEAST_QUIET_LOOKS * lookPs / 2.0) {
      refusals.merge(why(hasJobs), 1L, Long::sum);
      return;
    }
    long ps = hasJobs ? jobs.prepare(skipPs) : (long) free.inStep(skipPs);
    if (ps == 0) {
      refusals.merge(jobs.why(), 1L, Long::sum);
      return;
    }
    skip(ps, nowPs);
    if (hasJobs) {
      messageBytes = 0;
      jobs.skipped(ps);
      if (history.flows().isEmpty()) {
        counters.carried(messageBytes);
      }
    }
  }

  /** Takes a sample if one is due, and returns true if it is to be judged. */
  private boolean isDue() {
    boolean isSampled = history.look();
    if (isSampled) {
      if (counters.look(history.samples())) {
        history.flows().forEach(history.samples() == 1 ? SampledFlow::beginNow : SampledFlow::beginLater);
      }
    }
    if (history.flows().isEmpty()) {
      return looksSinceSkip % LOOKS_AT_JOBS == 0;
    }
    return isSampled && looksSinceSkip >= LOOKS_BETWEEN && (history.stride() > 1 || history.samples() % 4 == 1);
  }

  private double judge(boolean hasJobs, long nowPs, double mostPs) {
    if (history.flows().isEmpty() || hasJobs) {
      free.clear(); // the data of jobs' messages at ports is not predicted
    }
    double ofJobsPs = hasJobs ? jobs.judge(timeline.nowPs()) : mostPs;
    return history.flows().isEmpty() || ofJobsPs == 0 ? ofJobsPs : steadiness.judge(nowPs, Math.min(mostPs, ofJobsPs), !hasJobs);
  }

  private String why(boolean hasJobs) {
    String reason = history.flows().isEmpty() ? "" : steadiness.why();
    reason = reason.isEmpty() && hasJobs ? jobs.why() : reason;
    return reason.isEmpty() ? "an event of the scenario is due" : reason;
  }

  private void skip(long ps, long nowPs) {
    skips++;
    looksSinceSkip = 0;
    free.foresee(ps, counters.recentPs());
    SkippingTimeline.Credit credit = counters.atRecentRates(free);
    timeline.skip(ps, part -> {
      credit.add(part);
      for (SampledFlow flow : history.flows()) {
        flow.duringBytes += flow.rate * part;
        counters.deliver(flow.rate * part);
      }
    });
    List<Crowd> crowds = history.flows().isEmpty() ? List.of() : steadiness.crowds(); // flows that have ended were judged last
    for (Crowd crowd : crowds) {
      double[] drawn = crowd.draw(ps, random);
      for (int at = 0; at < drawn.length; at++) {
        SampledFlow flow = crowd.members.get(at);
        flow.addError(crowd.wanders ? crowd.meanError : flow.rateError, crowd.seenDrift(flow), crowd.windowPs, ps);
        counters.deliver(-flow.duringBytes);
        counters.deliver(flow.credit(crowd.expectedBytes(flow, ps) + drawn[at], payloadBytes, nowPs));
      }
    }
    for (SampledFlow flow : free.members()) {
      counters.deliver(-flow.duringBytes);
      free.leaveOut(flow, ps, nowPs);
      counters.deliver(flow.credit(flow.rate * ps, payloadBytes, nowPs));
    }
    steadiness.skipped(ps);
  }

  private void note(SampledFlow flow) {
    largestError = Math.max(largestError, flow.error());
  }

  /**
   * Skipped time and data so far.
   *
   * @param gapBytes bytes of preamble and gap around a frame
   */
  public Skipped skipped(int gapBytes) {
    history.flows().forEach(this::note);
    String whyNot = refusals.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse("");
    long hops = counters.total(PortValue.SENT_FRAMES);
    return new Skipped(skips, timeline.skippedPs(), hops, counters.total(PortValue.SENT_BYTES) + gapBytes * hops,
        Math.max(largestError, jobs.error(timeline.nowPs())), 1, whyNot);
  }
}
