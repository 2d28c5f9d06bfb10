package dev.inflight.sim.fast;

import dev.inflight.sim.measure.Batches;
import dev.inflight.net.link.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether all flows continue as they have for a while, and for how long. The error of a flow's rate, or of the sum of many
 * on one bottleneck, must be below one limit, and a drift that cannot be ruled out must change the mean rate by less than another
 * one.
 */
final class Steadiness {
  private static final int FEWEST_SAMPLES = 17;
  private static final int FEWEST_PACKETS = 64;
  /** Standard errors of a flow's rate, and of the sum of many, as multiples of the permitted error. */
  private static final double FLOW_ERROR = 4;
  private static final double SUM_ERROR = 0.6;
  /** Largest change of a mean rate by a drift, as a multiple of the permitted error. */
  private static final double DRIFT = 0.6;
  /** Allowance for an unseen drift where a flow is alone on its links, as a share of the drift's standard error. */
  private static final double UNSEEN = 0.25;
  /** Factors of that for rates of many flows, on average, and for the total of flows on any one of many links. */
  private static final double EACH_OF_MANY = 3;
  private static final double LINK_OF_MANY = 20;
  private static final double FIRST_SKIP_WINDOWS = 4;
  /**
   * Paces that timers raise, more slowly than once a round trip, must be steady for longer. A state that is expected to last for
   * less than this share of its window is not steady.
   */
  private static final String RECOVERS = "paces recover from a queue";
  private static final double LEAST_WINDOWS = 0.5;
  private static final double GROWTH = 4;
  /** Shortest stretch that is worthwhile, in looks. */
  private static final int FEWEST_LOOKS = 16;
  /** Factor from the watched time to the expected duration of random fluctuation. */
  private static final double BY_CHANCE = 8;
  private static final double SECOND = 2.5;
  /** Least number of round trips in which fluctuation is found to be random. */
  private static final int FEWEST_RTTS = 200;
  /** Largest deviation of a rate from its measurement, in permitted errors: packets and short cycles are visible in it. */
  private static final double AGREEMENT = 4;

  private final RateHistory history;
  private final FreeFlows free;
  private final int payloadBytes;
  private final long rttPs;
  private final long lookPs;
  private final double error;

  private final Map<Port, Crowd> byBottleneck = new HashMap<>();
  private final List<Crowd> crowds = new ArrayList<>();
  private @Nullable String why;

  /**
   * Makes a judge.
   *
   * @param lookPs time between looks, in picoseconds
   * @param error permitted error of a flow's time, such as 0.005
   */
  Steadiness(RateHistory history, FreeFlows free, int payloadBytes, long rttPs, long lookPs, double error) {
    this.history = history;
    this.free = free;
    this.payloadBytes = payloadBytes;
    this.rttPs = rttPs;
    this.lookPs = lookPs;
    this.error = error;
  }

  /** The flows by bottleneck, as of the last look. */
  List<Crowd> crowds() {
    return crowds;
  }

  /**
   * Returns the time for which all flows are expected to continue, in picoseconds; 0 with a reason in {@link #why}.
   *
   * @param mostPs largest time of use to the caller, in picoseconds
   * @param mayBeFree true if flows may be free
   */
  double judge(long nowPs, double mostPs, boolean mayBeFree) {
    why = unsteady(nowPs, mayBeFree);
    if (why != null) {
      return 0;
    }
    double skipPs = mostPs;
    for (Crowd crowd : crowds) {
      skipPs = Math.min(skipPs, crowd.allowedPs);
    }
    skipPs = Math.min(skipPs, horizonPs());
    if (skipPs < FEWEST_LOOKS * lookPs) {
      why = "rates drift";
      return 0;
    }
    double errorPs = Double.MAX_VALUE;
    for (Crowd crowd : crowds) {
      for (SampledFlow flow : crowd.members) {
        skipPs = Math.min(skipPs, crowd.beforeEnd(flow, skipPs, payloadBytes, rttPs));
        errorPs = Math.min(errorPs, flow.affordablePs(error, crowd));
      }
    }
    skipPs = Math.min(skipPs, errorPs);
    if (skipPs < FEWEST_LOOKS * lookPs) {
      why = errorPs < FEWEST_LOOKS * lookPs ? "rates vary too much for the error asked for" : "a flow is near its end";
      return 0;
    }
    skipPs = free.horizonPs(skipPs);
    if (skipPs < FEWEST_LOOKS * lookPs) {
      why = "paces add up to what a link carries";
      return 0;
    }
    return skipPs;
  }

  /** Reason for which the last judgment was 0. */
  String why() {
    return why == null ? "" : why;
  }

  /** Counts a skipped time: later stretches may be longer. */
  void skipped(double ps) {
    for (Crowd crowd : crowds) {
      crowd.allowedPs = Math.max(crowd.allowedPs, GROWTH * ps);
      crowd.members.forEach(flow -> flow.skip(ps));
    }
  }

  private @Nullable String unsteady(long nowPs, boolean mayBeFree) {
    int samples = history.samples();
    if (samples < FEWEST_SAMPLES) {
      return "a flow has started or ended lately";
    }
    if (mayBeFree) {
      free.find(nowPs);
    }
    int last = samples - 1;
    double windowPs = (double) last / 2 * history.stride() * lookPs;
    byBottleneck.clear();
    List<Crowd> before = List.copyOf(crowds);
    crowds.clear();
    for (Crowd crowd : before) {
      if (crowd.settled && !agrees(crowd, last)) {
        crowd.settled = false;
        crowd.allowedPs = 0;
        if (crowd.changes != history.changes()) { // a change elsewhere has reached its links
          crowd.members.forEach(SampledFlow::beginAnew);
        }
      }
      if (crowd.settled && crowd.windowPs >= windowPs) {
        crowds.add(crowd);
      } else {
        crowd.settled = false; // a value from a longer time is more accurate
      }
    }
    int known = crowds.size();
    for (SampledFlow flow : history.flows()) {
      Crowd crowd = flow.crowd;
      if (!flow.isFree && (crowd == null || !crowd.settled)) {
        double allowedPs = crowd == null ? 0 : crowd.allowedPs;
        crowd = crowdOf(flow, last / 2, last);
        crowd.allowedPs = crowd.members.isEmpty() ? allowedPs : Math.min(crowd.allowedPs, allowedPs);
        crowd.members.add(flow);
        flow.crowd = crowd;
      }
    }
    for (Crowd crowd : crowds.subList(known, crowds.size())) {
      String reason = unsteady(crowd, last);
      if (reason != null) {
        return reason;
      }
      crowd.settled = true;
      crowd.changes = history.changes();
      crowd.allowedPs = Math.max(crowd.allowedPs, FIRST_SKIP_WINDOWS * crowd.windowPs);
    }
    return null;
  }

  /** True if members behave as they were found to. */
  private boolean agrees(Crowd crowd, int last) {
    double now = 0;
    double then = 0;
    for (SampledFlow flow : crowd.members) {
      double rate = flow.rateUpTo(last);
      now += rate;
      then += flow.rate;
      if (!crowd.wanders && Math.abs(rate - flow.rate) > AGREEMENT * error * flow.rate
          + 2 * payloadBytes / (last * history.stride() * (double) lookPs)) {
        return false;
      }
    }
    return Math.abs(now - then) <= AGREEMENT * error * then;
  }

  private Crowd crowdOf(SampledFlow flow, int from, int last) {
    Port bottleneck = null;
    double most = 0;
    for (Port port : flow.path) {
      double use = history.port(port).use(from, last);
      if (use > most) {
        most = use;
        bottleneck = port;
      }
    }
    Crowd known = bottleneck == null ? null : byBottleneck.get(bottleneck);
    if (known != null) {
      return known;
    }
    var crowd = new Crowd();
    crowds.add(crowd);
    if (bottleneck != null) {
      byBottleneck.put(bottleneck, crowd);
    }
    return crowd;
  }

  private @Nullable String unsteady(Crowd crowd, int last) {
    int batch = last / 2 / Batches.NUMBER;
    double batchPs = (double) batch * history.stride() * lookPs;
    crowd.windowPs = batchPs * Batches.NUMBER;
    double[] sums = new double[Batches.NUMBER];
    double[] rates = new double[Batches.NUMBER];
    boolean isKnown = true;
    boolean isForeseeable = false;
    double horizonPs = Double.MAX_VALUE;
    for (SampledFlow flow : crowd.members) {
      flow.rates(last, batch, rates);
      flow.rate = Batches.mean(rates);
      flow.rateError = Batches.error(rates);
      flow.drift = Batches.drift(rates);
      if (flow.rate == 0) {
        return "a flow receives nothing";
      }
      if (flow.isForeseeable && watchedPs(flow) < Math.max(crowd.windowPs, FEWEST_RTTS * (double) rttPs)) {
        return RECOVERS;
      }
      isForeseeable |= flow.isForeseeable;
      double ownPs = horizonPs(rates, hasRivals(flow), crowd.windowPs, watchedPs(flow));
      flow.shift = Math.signum(flow.drift) / Math.max(ownPs, untilDrifted(flow.rate, Math.abs(flow.drift), crowd.windowPs));
      horizonPs = Math.min(horizonPs,
          Math.min(ownPs, new SenderBatches(last, batch).with(flow).horizonPs(DRIFT * error, crowd.windowPs)));
      for (int number = 0; number < Batches.NUMBER; number++) {
        sums[number] += rates[number];
      }
      isKnown &= flow.rate * crowd.windowPs >= FEWEST_PACKETS * payloadBytes && flow.rateError <= FLOW_ERROR * error * flow.rate;
    }
    crowd.wanders = crowd.isMany() && !(isKnown && horizonPs >= FIRST_SKIP_WINDOWS * crowd.windowPs);
    var senders = new SenderBatches(last, batch);
    crowd.members.forEach(senders::with);
    crowd.sumPs = Math.min(horizonPs(sums, false, crowd.windowPs, watchedPs(crowd)),
        senders.horizonPs(DRIFT * error, crowd.windowPs));
    if (!crowd.wanders) {
      crowd.horizonPs = horizonPs;
      if (isForeseeable && horizonPs < LEAST_WINDOWS * crowd.windowPs) {
        return RECOVERS;
      }
      return isKnown ? null : "the rate of a flow varies";
    }
    double sum = Batches.mean(sums);
    crowd.mean = sum / crowd.members.size();
    crowd.meanError = Batches.error(sums) / crowd.members.size();
    crowd.meanDrift = Batches.drift(sums) / crowd.members.size();
    if (Batches.error(sums) > SUM_ERROR * error * sum || Math.abs(Batches.drift(sums)) > 2 * SUM_ERROR * error * sum) {
      return "the throughput of a link varies";
    }
    crowd.horizonPs = crowd.sumPs;
    return crowd.learn(last, batch, batchPs, payloadBytes, rttPs);
  }

  private double watchedPs(SampledFlow flow) {
    return (double) (history.looks() - flow.changedAtLook) * lookPs;
  }

  private double watchedPs(Crowd crowd) {
    double ps = Double.MAX_VALUE;
    for (SampledFlow flow : crowd.members) {
      ps = Math.min(ps, watchedPs(flow));
    }
    return ps;
  }

  /**
   * Time until a possible drift has changed a mean rate by too much, or in which random fluctuation may continue; in picoseconds.
   */
  private double horizonPs(double[] rates, boolean hasRivals, double windowPs, double watchedPs) {
    double mean = Batches.mean(rates);
    double rateError = Batches.error(rates);
    double unsure = 2 * rateError;
    double seen = Math.abs(Batches.drift(rates));
    double drift = hasRivals ? seen + unsure : Math.max(seen - unsure, UNSEEN * unsure);
    double byDrift = untilDrifted(mean, drift, windowPs);
    boolean isChance = seen <= unsure && rateError <= error * mean && watchedPs >= FEWEST_RTTS * (double) rttPs
        && Batches.areNoise(rates);
    double longPs = SECOND * FEWEST_RTTS * (double) rttPs;
    return isChance ? Math.max(byDrift, BY_CHANCE * watchedPs * Math.max(1, watchedPs / longPs)) : byDrift;
  }

  /** Time until a drift from the first half of a window to the second has changed a mean rate by too much, in picoseconds. */
  private double untilDrifted(double mean, double drift, double windowPs) {
    return drift == 0 ? Double.MAX_VALUE : DRIFT * error * mean * windowPs / drift;
  }

  /**
   * Time for which rates of flows continue, in picoseconds. Among many flows some drift by much, by chance or as those on a link
   * change places; then the mean of all drifts counts, and the total of the flows on a link.
   */
  private double horizonPs() {
    int count = 0;
    double shift = 0;
    double spent = 0;
    double signed = 0;
    double signedSpent = 0;
    double eachPs = Double.MAX_VALUE;
    double linkPs = Double.MAX_VALUE;
    for (Crowd crowd : crowds) {
      eachPs = Math.min(eachPs, crowd.horizonPs - crowd.skippedPs());
      linkPs = Math.min(linkPs, (crowd.wanders ? 1 : LINK_OF_MANY) * crowd.sumPs - crowd.skippedPs());
      for (SampledFlow flow : crowd.wanders ? List.<SampledFlow>of() : crowd.members) {
        count++;
        shift += Math.abs(flow.shift);
        spent += flow.spent();
        signed += flow.shift;
        signedSpent += flow.shift * flow.skippedPs;
      }
    }
    double meanPs = count < Crowd.FEWEST
        ? 0
        : Math.min((EACH_OF_MANY * count - spent) / Math.max(shift, Double.MIN_NORMAL),
            (count - Math.signum(signed) * signedSpent) / Math.max(Math.abs(signed), Double.MIN_NORMAL));
    return Math.max(eachPs, Math.min(linkPs, meanPs));
  }

  private boolean hasRivals(SampledFlow flow) {
    if (flow.path.length == 0) {
      return true;
    }
    for (Port port : flow.path) {
      if (history.port(port).users > 1) {
        return true;
      }
    }
    return false;
  }
}
