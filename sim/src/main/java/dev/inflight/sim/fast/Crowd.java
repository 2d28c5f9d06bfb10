package dev.inflight.sim.fast;

import dev.inflight.telemetry.util.SplitMix;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Flows that have the same bottleneck. Where there are many, they share it unequally, and which of them has more changes at random: shares wander
 * about their mean. As the flows are alike, the spread of shares and its correlation in time follow from all of them at once, in less time than the
 * share of one takes to change.
 */
final class Crowd {
  /** Fewer flows than this have rates of their own. */
  static final int FEWEST = 8;
  /** The window is at least so many correlation times. */
  private static final double RESOLVED = 1;
  private static final int FEWEST_PACKETS_A_BATCH = 8;
  /** Nothing is learned of how shares wander in fewer round trips. */
  private static final int FEWEST_RTTS = 200;

  final List<SampledFlow> members = new ArrayList<>();
  /** Whether it was found to be steady, and nothing has changed since on the links of its members. */
  boolean settled;
  /** How often flows had started or ended anywhere when it was found to be steady. */
  long changes;
  /** For how long its members are expected to go on, if none of them ends, and the longest stretch that is allowed so far; in picoseconds. */
  double horizonPs;
  /** For how long what they carry together is expected to go on, in picoseconds. */
  double sumPs;
  double allowedPs;
  /** How long the window is that they are judged by, in picoseconds. */
  double windowPs;
  /** The mean of their rates, in bytes a picosecond, and its standard error. */
  double mean;
  double meanError;
  /** By how much the mean of the window's second half is above that of the first. */
  double meanDrift;
  /** How the shares of members wander, where they do. */
  Wander wander = Wander.NONE;
  /** Whether only all of them together are steady, and not each by itself. */
  boolean wanders;

  /** What was left out since something changed on the links of its members. */
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

  /** Finds out how shares wander; null when it is known, or what is missing. */
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

  /** Of the differences of shares from their mean, by how many batches lie between them. */
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

  /** What a member carries on average in a time that starts now, in bytes. */
  double expectedBytes(SampledFlow flow, double ps) {
    return wanders ? mean * ps + (flow.rate - mean) * wander.persistence(ps, windowPs) : flow.rate * ps;
  }

  /** How a member's rate, or the mean of all where shares wander, drifts beyond what chance makes, in bytes a picosecond. */
  double seenDrift(SampledFlow flow) {
    return Math.max(0, wanders ? Math.abs(meanDrift) - 2 * meanError : Math.abs(flow.drift) - 2 * flow.rateError);
  }

  /** The longest time, up to one, after which a member has still packets to send. */
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

  /** What it carries, and what it may carry beyond that by luck. */
  private double carried(SampledFlow flow, double ps) {
    return expectedBytes(flow, ps) + 2 * StrictMath.sqrt(variance(ps));
  }

  /** The variance of what a member carries beyond that by chance, in squared bytes. */
  double variance(double ps) {
    return wanders ? wander.variance(ps, windowPs) : 0;
  }

  /** Draws what each member carries beyond the average, in bytes: together nothing. By place among the members. */
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

  /** By Box and Muller, in arithmetic that is the same everywhere. */
  private static double gaussian(SplitMix random) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }
}
