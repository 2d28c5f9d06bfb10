package dev.inflight.sim.fast;

import dev.inflight.sim.measure.Batches;
import dev.inflight.telemetry.util.SplitMix;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Flows that share a bottleneck. Many flows share it unequally and at random: shares fluctuate about their mean. As the flows are
 * alike, the spread of shares and its correlation in time follow from all of them at once, in less time than the share of one
 * flow takes to change.
 */
final class Crowd {
  /** Least number of flows that are judged together; fewer are judged by their separate rates. */
  static final int FEWEST = 8;
  /** Least length of the window in correlation times. */
  private static final double RESOLVED = 1;
  private static final int FEWEST_PACKETS_A_BATCH = 8;
  /** Least number of round trips for a measurement of the shares' fluctuation. */
  private static final int FEWEST_RTTS = 200;

  final List<SampledFlow> members = new ArrayList<>();
  /** True if it was found steady, and no link of its members has changed since. */
  boolean settled;
  /** Number of starts and ends of flows anywhere when it was found steady. */
  long changes;
  /** Time for which members are expected to continue unless one ends, and longest stretch permitted so far; in picoseconds. */
  double horizonPs;
  /** Time for which their total is expected to continue, in picoseconds. */
  double sumPs;
  double allowedPs;
  /** Length of the window in which they are judged, in picoseconds. */
  double windowPs;
  /** The mean of their rates, in bytes per picosecond, and its standard error. */
  double mean;
  double meanError;
  /** Mean of the window's second half less that of its first half. */
  double meanDrift;
  /** Fluctuation of members' shares, if there is any. */
  Wander wander = Wander.NONE;
  /** True if only the total of all members is steady, and not each member. */
  boolean wanders;

  /** Skipped time since a change on the links of its members, in picoseconds. */
  double skippedPs() {
    double ps = 0;
    for (SampledFlow flow : members) {
      ps = Math.max(ps, flow.skippedPs);
    }
    return ps;
  }

  boolean isMany() {
    return members.size() >= FEWEST;
  }

  /** Measures the fluctuation of shares; returns null if it is known, or the reason why it is not. */
  @Nullable
  String learn(int last, int batch, double batchPs, int payloadBytes, long rttPs) {
    if (isKnown()) {
      wander = Wander.mean(members).times(mean);
      return null;
    }
    if (mean * batchPs < FEWEST_PACKETS_A_BATCH * payloadBytes || windowPs < FEWEST_RTTS * (double) rttPs) {
      return "how flows share a link is not known yet";
    }
    Wander seen = Wander.fit(covariances(last, batch), batchPs);
    double scalePs = seen.scalePs();
    for (SampledFlow flow : members) {
      scalePs = Math.max(scalePs, flow.longest(seen.scalePs()));
    }
    if (windowPs < RESOLVED * scalePs) {
      return "the shares of a link change slowly";
    }
    wander = seen;
    for (SampledFlow flow : members) {
      flow.wander = wander.over(mean);
    }
    return null;
  }

  private boolean isKnown() {
    for (SampledFlow flow : members) {
      if (flow.wander == null) {
        return false;
      }
    }
    return true;
  }

  /** Covariances of shares' deviations from their mean, by the number of batches between them. */
  private double[] covariances(int last, int batch) {
    int count = members.size();
    double[][] away = new double[count][Batches.NUMBER];
    for (int member = 0; member < count; member++) {
      members.get(member).rates(last, batch, away[member]);
    }
    for (int number = 0; number < Batches.NUMBER; number++) {
      double sum = 0;
      for (double[] rates : away) {
        sum += rates[number];
      }
      for (double[] rates : away) {
        rates[number] -= sum / count;
      }
    }
    double[] covariance = new double[Batches.NUMBER];
    for (int lag = 0; lag < Batches.NUMBER; lag++) {
      for (double[] rates : away) {
        for (int number = 0; number + lag < Batches.NUMBER; number++) {
          covariance[lag] += rates[number] * rates[number + lag] / (count - 1) / (Batches.NUMBER - lag);
        }
      }
    }
    return covariance;
  }

  /** Expected bytes of a member in a time that starts now. */
  double expectedBytes(SampledFlow flow, double ps) {
    return wanders ? mean * ps + (flow.rate - mean) * wander.persistence(ps, windowPs) : flow.rate * ps;
  }

  /** Drift of a member's rate beyond chance, or of the mean of all if shares fluctuate, in bytes per picosecond. */
  double seenDrift(SampledFlow flow) {
    return Math.max(0, wanders ? Math.abs(meanDrift) - 2 * meanError : Math.abs(flow.drift) - 2 * flow.rateError);
  }

  /** The longest time, up to a bound, after which a member still has packets to send. */
  double beforeEnd(SampledFlow flow, double mostPs, int payloadBytes, long rttPs) {
    double left = flow.forwardableBytes(payloadBytes, rttPs);
    if (left <= 0) {
      return 0;
    }
    double low = 0;
    double high = mostPs;
    if (carried(flow, high) <= left) {
      return high;
    }
    for (int step = 0; step < 50; step++) {
      double middle = (low + high) / 2;
      if (carried(flow, middle) <= left) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Expected bytes of a member, plus its random excess. */
  private double carried(SampledFlow flow, double ps) {
    return expectedBytes(flow, ps) + 2 * StrictMath.sqrt(variance(ps));
  }

  /** Variance of a member's random deviation, in squared bytes. */
  double variance(double ps) {
    return wanders ? wander.variance(ps, windowPs) : 0;
  }

  /** Draws the deviation of each member from the mean, in bytes, by place among the members. The sum is zero. */
  double[] draw(double ps, SplitMix random) {
    double[] drawn = new double[members.size()];
    double deviation = StrictMath.sqrt(variance(ps));
    if (deviation == 0) {
      return drawn;
    }
    double sum = 0;
    for (int at = 0; at < drawn.length; at++) {
      drawn[at] = deviation * gaussian(random);
      sum += drawn[at];
    }
    for (int at = 0; at < drawn.length; at++) {
      drawn[at] -= sum / drawn.length;
    }
    return drawn;
  }

  /** Draws a Gaussian number by the Box-Muller method, in arithmetic with the same result everywhere. */
  private static double gaussian(SplitMix random) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }
}
