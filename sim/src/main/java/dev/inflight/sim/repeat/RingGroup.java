package dev.inflight.sim.repeat;

import dev.inflight.sim.period.OmittedMessages;
import dev.inflight.sim.period.PeriodTimes;
import dev.inflight.sim.period.Repeating;
import java.util.Arrays;

/**
 * Channels of a ring, which share ports. Its ranks drift apart at random, while its periods keep their duration. The last rank
 * then ends later than in a ring in step, by a number of steps that grows as the square root of all steps. A run that skips
 * periods drifts only in those that it simulates. So a skip is longer than its periods by the mean of that delay, and the spread
 * of single rings about the mean counts as an error.
 */
final class RingGroup extends TrackGroup {
  private static final int FEWEST_PERIODS = 8;
  /** Least number of steps of a ring: with fewer, in a large share of them messages collect at the slowest links. */
  static final int FEWEST_STEPS = 100;
  /** First share of the known periods that does not count, because the ring starts. */
  private static final double START = 1 / 3.0;
  private static final double FIRST_SKIP_WINDOWS = 16;
  private static final double GROWTH = 4;
  /** Least number of periods between two stretches, and least share of those simulated before. */
  private static final int FEWEST_BETWEEN = 6;
  private static final double BETWEEN = 0.125;
  /** Largest difference of periods in the later half of a window, as a multiple of the requested error, or in standard errors. */
  private static final double DRIFT = 1.2;
  private static final double SCATTER = 3;
  /** First steps of a ring, up to 0.5 % shorter than later ones, which do not count. */
  private static final int FEWEST_STEPS_BEFORE = 24;
  /** Least number of steps after them: with several messages in a step, a few periods do not have the spread of ranks yet. */
  private static final int FEWEST_STEPS_SINCE = 8;
  /**
   * Mean number of steps by which a ring ends later than one in step, as a share of the root of its steps. On rails of 64 to 512
   * GPUs eight fast runs of rings with one message in a step lacked 0.07 to 0.35, and two with three messages 0.14 to 0.16. The
   * spread of the ranks after a few steps does not predict the delay.
   */
  private static final double LATE = 0.15;
  private static final double LATE_OF_ONE = 0.2;
  /** Standard deviation of that delay, as a share of the skipped time: it was 0.1 to 0.5 %. */
  private static final double LATE_UNSURE = 0.0035;
  /**
   * Ranks are in step, without delay, if the ends of their periods deviate less from a line, in periods. With three messages in a
   * step the deviation was at most 0.006 on one switch, and at least 0.019 on rails. The error of the periods is no measure,
   * because it falls with their number.
   */
  private static final double IN_STEP = 0.01;
  /**
   * Largest number of bytes that a rank sends in a step, of rings that were compared with full runs. Rings of 2 MB in a step
   * ended 2 to 7 % early.
   */
  static final long MOST_STEP_BYTES = 125_000;
  /** Error of the end of ranks in step, as a share of the skipped time: 0.05 % for 64 ranks with four channels on a switch. */
  private static final double IN_STEP_UNSURE = 0.0006;

  private final int periodsOfStep;
  private double simulated;
  private double simulatedAtSkip;
  /** Number of skipped periods. */
  private double skipped;
  /** Deviation of the ends of periods from a straight line. */
  private double waverPs;
  private double lastSkipPs;
  /** Standard deviation of the delay by the stretches so far. */
  private double latePs;
  /** Possible error of the stretches so far because periods after them took longer, or less long. */
  private double surprisePs;

  /**
   * Makes a group without members.
   *
   * @param error requested error of the job, such as 0.005
   * @param periodsOfStep messages that a rank sends in a step
   */
  RingGroup(double error, int periodsOfStep) {
    super(error);
    this.periodsOfStep = periodsOfStep;
  }

  @Override
  double judge() {
    simulated = Double.MAX_VALUE;
    for (Repeating member : members) {
      if (member.track().bytesOfStep() > MOST_STEP_BYTES) {
        why = "messages of a ring are larger than those for which the error is known";
        return 0;
      }
      simulated = Math.min(simulated, member.track().times.periods());
    }
    double[] atPs = atPs();
    int stride = members.getFirst().track().times.stride();
    int start = Math.max((int) (START * atPs.length), FEWEST_STEPS_BEFORE * periodsOfStep / stride);
    if (atPs.length - start < Math.max(FEWEST_PERIODS, FEWEST_STEPS_SINCE * periodsOfStep / stride)
        || lastSkipPs > 0 && simulated - simulatedAtSkip < Math.max(FEWEST_BETWEEN, BETWEEN * simulatedAtSkip)) {
      why = "too few periods of a job so far";
      return 0;
    }
    if (lastSkipPs > 0) {
      checkSince(atPs, stride);
    }
    double[] window = Arrays.copyOfRange(atPs, start, atPs.length);
    var line = new TrendLine(window);
    if (line.slope() <= 0) {
      why = "periods of a job take no time";
      return 0;
    }
    rate = stride / line.slope();
    unsure = line.error() / line.slope();
    waverPs = line.error() * (window.length - 1);
    windowPs = window[window.length - 1] - window[0];
    Arrays.fill(rates, rate);
    if (Math.abs(line.bend()) > Math.max(DRIFT * error * line.slope(), SCATTER * line.error())) {
      why = "periods of a job become shorter or longer";
      return 0;
    }
    return Math.max(FIRST_SKIP_WINDOWS * windowPs, GROWTH * lastSkipPs);
  }

  /** Mean times, over the channels, of the stored ends of periods. */
  private double[] atPs() {
    int kept = Integer.MAX_VALUE;
    int stride = members.getFirst().track().times.stride();
    for (Repeating member : members) {
      PeriodTimes times = member.track().times;
      kept = Math.min(kept, times.stride() == stride ? times.kept() : 0);
    }
    double[] atPs = new double[kept];
    for (Repeating member : members) {
      for (int number = 0; number < kept; number++) {
        atPs[number] += (double) member.track().times.atPs(number) / members.size();
      }
    }
    return atPs;
  }

  /** Compares the periods since the last stretch with those before it. */
  private void checkSince(double[] atPs, int stride) {
    int since = Math.clamp((long) ((simulated - simulatedAtSkip) / stride), 1, atPs.length - 1);
    double expectedPs = since * stride / rate;
    double offPs = Math.abs(atPs[atPs.length - 1] - atPs[atPs.length - 1 - since] - expectedPs);
    if (offPs > SCATTER * waverPs + error * expectedPs) {
      surprisePs += offPs / expectedPs * lastSkipPs / 2;
      lastSkipPs = 0;
    }
  }

  /** The root of the steps with this many skipped periods, less that of the simulated steps, as a time. */
  private double walkPs(double periods) {
    double steps = (simulated + periods) / periodsOfStep;
    return (Math.sqrt(steps) - Math.sqrt(simulated / periodsOfStep)) * periodsOfStep / rate;
  }

  @Override
  double wrongPs(double ps) {
    return ps * unsure;
  }

  @Override
  double endsPs() {
    return surprisePs;
  }

  @Override
  double endsPs(double andPs) {
    return surprisePs;
  }

  @Override
  double latePs(double andPs) {
    return latePs + lateUnsure() * andPs;
  }

  private boolean areInStep() {
    return waverPs * rate < IN_STEP;
  }

  private double lateUnsure() {
    return areInStep() ? IN_STEP_UNSURE : LATE_UNSURE;
  }

  private double late() {
    return areInStep() ? 0 : periodsOfStep == 1 ? LATE_OF_ONE : LATE;
  }

  @Override
  boolean keepsUp(double ps) {
    return true;
  }

  @Override
  double movingPs(double ps) {
    return ps - late() * (walkPs(skipped + ps * rate) - walkPs(skipped));
  }

  @Override
  void skip(long ps, OmittedMessages omitted) {
    super.skip(ps, omitted);
    latePs += lateUnsure() * ps;
    skipped += ps * rate;
    simulatedAtSkip = simulated;
    lastSkipPs = ps;
  }
}
