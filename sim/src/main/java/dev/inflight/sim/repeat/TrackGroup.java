package dev.inflight.sim.repeat;

import dev.inflight.sim.measure.Batches;
import dev.inflight.sim.period.KnownPeriod;
import dev.inflight.sim.period.MessageDrift;
import dev.inflight.sim.period.PeriodTimes;
import dev.inflight.sim.period.Track;
import dev.inflight.sim.period.OmittedMessages;
import dev.inflight.sim.period.Repeating;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tracks of a job with equal periods, such as the channels of a collective. They are judged together, because all of them give
 * the duration of a period in less time than one does.
 */
class TrackGroup {
  private static final int FEWEST_PERIODS = 4;
  private static final int FEWEST_STEPS = 2;
  /** Periods before a first skip if messages of all ranks slow each other down; fewer may all be those of ranks in step. */
  private static final int FEWEST_CONTENDED = 64;
  private static final long PERIODS_BETWEEN = 2;
  /** Factor of the error with fewer rates than {@link Batches#NUMBER}, as it may be larger than it seems. */
  private static final double FEW = 2;
  private static final double FEWER = 2;
  private static final int FEWEST_FOR_LINE = 4;
  /** Largest change of a period's mean duration by a drift, as a share of the permitted error. */
  private static final double DRIFT = 0.6;
  /** Allowance for an unseen drift, as a share of its standard error; ranks wait for each other before steps. */
  private static final double UNSEEN = 0.25;
  private static final double UNSEEN_OF_STEPS = 0.05;
  /** Largest deviation of later periods from earlier ones, as a multiple of the permitted error, plus one in standard errors. */
  private static final double AGREEMENT = 1;
  private static final double AGREEMENT_OF_KNOWN = 4;
  private static final double SCATTER = 3;
  private static final double FIRST_SKIP_WINDOWS = 4;
  /** First skip in windows for steps of a script: ranks wait for each other before each of them, so lateness does not add up. */
  private static final double FIRST_SKIP_WINDOWS_OF_STEPS = 16;
  private static final double GROWTH = 4;
  /** Largest relative change of messages' durations by all skips: a rank apart from others runs out of waiting messages. */
  private static final double TOOK_DRIFT = 0.05;
  /** Factor of the number of periods at which first no drift was found, before a first skip: by chance some look finds none. */
  private static final double LASTING = 1.1;
  /** Periods with a smaller relative difference are equal: they continue for as long as nothing changes. */
  private static final double EXACT = 1e-5;
  private static final int MOST_SINCE = 64;

  final List<Repeating> members = new ArrayList<>();
  final double error;
  double[] rates = {};
  private int[] periods = {};
  private long[] periodsAtSkip = {};
  private boolean hasSkipped;
  private long steadySince;
  double rate;
  double unsure;
  double windowPs;
  /** Largest relative change of periods from one window to the next. */
  private double mayDrift;
  private final MessageDrift messages = new MessageDrift();
  private double skippedPs;
  private double endsPs;
  private double believedPs;
  private @Nullable KnownPeriod known;
  /** Measurement of all members together; null if their times are to be judged. */
  private @Nullable KnownPeriod measured;
  private long kind;
  String why = "";

  TrackGroup(double error) {
    this.error = error;
  }

  void add(Repeating member) {
    member.track().forget();
    kind = member.track().kind;
    members.add(member);
    rates = new double[members.size()];
    periods = new int[members.size()];
    periodsAtSkip = new long[members.size()];
  }

  /** Takes an earlier measurement. */
  void know(@Nullable KnownPeriod before) {
    known = before;
  }

  /** Measurement of the members; null if they were not watched for long enough. */
  @Nullable
  KnownPeriod known() {
    return rate > 0 ? new KnownPeriod(rate, unsure, windowPs) : known;
  }

  /** Sets the measurement of all members together, and a further relative error. */
  void measured(KnownPeriod by, double andUnsure) {
    measured = new KnownPeriod(by.rate(), by.unsure() + andUnsure, by.windowPs());
  }

  boolean has(Track track) {
    return members.stream().anyMatch(each -> each.track() == track);
  }

  int job() {
    return members.getFirst().job();
  }

  /** Kind of its periods; 0 if it is unknown. */
  long kind() {
    return kind;
  }

  boolean takes(Repeating other) {
    return members.isEmpty()
        || members.getFirst().job() == other.job() && members.getFirst().track().period() == other.track().period();
  }

  /** Periods per picosecond. */
  double rate() {
    return rate;
  }

  /** Error of a time if it is skipped next, in picoseconds. */
  double wrongPs(double ps) {
    double goneOn = windowPs == 0 ? 0 : mayDrift * ps / windowPs;
    return ps * Math.sqrt(unsure * unsure + goneOn * goneOn);
  }

  /** Largest shift of the last messages' arrival by the skips so far, in picoseconds. */
  double endsPs() {
    return endsPs;
  }

  /** Largest shift of the last messages' arrival if another time is skipped, in picoseconds. */
  double endsPs(double andPs) {
    return messages.endsPs(skippedPs + andPs);
  }

  /** Standard deviation of the delay of the last rank after the skips so far and another one, in picoseconds. */
  double latePs(double andPs) {
    return 0;
  }

  /** True if messages' durations stay nearly the same if another time is skipped. */
  boolean keepsUp(double ps) {
    return messages.share(skippedPs + ps) <= TOOK_DRIFT;
  }

  String why() {
    return why;
  }

  /** Time for which the periods are expected to continue, in picoseconds; 0 with a reason in {@link #why}. */
  double judge() {
    if (measured != null) {
      take(measured);
      return horizonPs();
    }
    Track first = members.getFirst().track();
    if (first.isContended() && first.times.periods() < FEWEST_CONTENDED) {
      why = "too few periods of a job with messages that share links";
      return 0;
    }
    int batches = Batches.NUMBER;
    int fewest = fewest();
    for (int at = 0; at < members.size(); at++) {
      PeriodTimes times = members.get(at).track().times;
      batches = Math.min(batches, times.rates(fewest, Batches.NUMBER).length);
      if (batches == 0 && known != null && times.periods() > 1 && !hasSkipped) {
        return believe(known, times);
      }
      if (batches == 0 || times.periods() < 2L * fewest || times.periods() - periodsAtSkip[at] < PERIODS_BETWEEN) {
        why = "too few periods of a job so far";
        return 0;
      }
    }
    if (hasSkipped && !agrees()) {
      members.forEach(each -> each.track().forget());
      Arrays.fill(periodsAtSkip, 0);
      hasSkipped = false;
      believedPs = 0;
      why = "periods of a job have become shorter or longer";
      return 0;
    }
    double drift = measure(batches);
    why = instability(drift);
    if (!why.isEmpty()) {
      steadySince = 0;
      return 0;
    }
    long seen = members.getFirst().track().times.periods();
    steadySince = steadySince == 0 ? seen : steadySince;
    if (!hasSkipped && !isOfSteps() && seen < LASTING * steadySince) {
      why = "periods of a job have not been steady for long";
      return 0;
    }
    boolean isExact = unsure < EXACT && !first.isContended();
    return Math.min(horizonPs(), isExact ? Double.MAX_VALUE : Math.max(believedPs, firstSkipPs()));
  }

  /** Name of a drift that is too large; empty without one. */
  private String instability(double drift) {
    if (drift > 2 * DRIFT * error && drift > 2 * unsure) {
      return "periods of a job become shorter or longer";
    }
    return keepsUp(windowPs) ? "" : "messages of a job wait for less time, or for more";
  }

  private boolean isOfSteps() {
    return members.getFirst().track().isOfSteps;
  }

  private double firstSkipPs() {
    return windowPs * (isOfSteps() ? FIRST_SKIP_WINDOWS_OF_STEPS : FIRST_SKIP_WINDOWS);
  }

  private int fewest() {
    return isOfSteps() ? FEWEST_STEPS : FEWEST_PERIODS;
  }

  /** Time for which a measured or possible drift may continue, in picoseconds. */
  private double horizonPs() {
    return mayDrift == 0 ? Double.MAX_VALUE : DRIFT * error * windowPs / mayDrift;
  }

  private void take(KnownPeriod from) {
    rate = from.rate();
    unsure = from.unsure();
    windowPs = from.windowPs();
    mayDrift = mayDrift(0);
    Arrays.fill(rates, rate);
  }

  /** Returns the horizon by earlier measurements, for which a single equal period suffices; 0 if it differs. */
  private double believe(KnownPeriod before, PeriodTimes times) {
    if (Math.abs(times.lastRate(1) - before.rate()) > (AGREEMENT_OF_KNOWN * error + before.unsure()) * before.rate()) {
      why = "too few periods of a job so far";
      return 0;
    }
    take(before);
    return unsure < EXACT ? Double.MAX_VALUE : firstSkipPs();
  }

  /** Measures the recent rates; returns the difference between the later and the earlier ones. */
  private double measure(int batches) {
    double[] all = new double[batches];
    double[] took = new double[batches];
    windowPs = 0;
    double noise = 0;
    for (int at = 0; at < members.size(); at++) {
      PeriodTimes times = members.get(at).track().times;
      double[] own = times.rates(fewest(), batches);
      double[] tookOf = times.messageTimesPs(batches);
      rates[at] = Batches.mean(own);
      for (int number = 0; number < batches; number++) {
        all[number] += own[number] / members.size();
        took[number] += tookOf[number] / members.size();
      }
      windowPs += times.windowPs() / members.size();
      double ofOwn = batches < FEWEST_FOR_LINE ? 0 : Batches.error(own);
      noise += ofOwn * ofOwn;
    }
    rate = Batches.mean(all);
    unsure = (batches < FEWEST_FOR_LINE ? FEWER * Batches.spread(all) : Batches.error(all) * (batches < Batches.NUMBER ? FEW : 1))
        / rate;
    if (batches >= FEWEST_FOR_LINE) {
      messages.measure(took, Batches.drift(took), Batches.error(took), windowPs);
      endsPs = Math.min(endsPs, messages.endsPs(skippedPs)); // without a further drift, the skipped time is made up for
    }
    shareNoise(noise / members.size());
    double drift = Math.abs(Batches.drift(all)) / rate;
    mayDrift = mayDrift(drift);
    return drift;
  }

  private double mayDrift(double seen) {
    return Math.max(seen - 2 * unsure, (isOfSteps() ? UNSEEN_OF_STEPS : UNSEEN) * 2 * unsure);
  }

  /** Moves rates toward their mean by the share of their differences that is random (James and Stein 1961). */
  private void shareNoise(double noise) {
    double spread = 0;
    for (double each : rates) {
      spread += (each - rate) * (each - rate) / Math.max(1, rates.length - 1);
    }
    double kept = spread > noise ? 1 - noise / spread : 0;
    for (int at = 0; at < rates.length; at++) {
      rates[at] = rate + kept * (rates[at] - rate);
    }
  }

  private boolean agrees() {
    double sum = 0;
    double most = 0;
    for (int at = 0; at < members.size(); at++) {
      PeriodTimes times = members.get(at).track().times;
      long since = Math.min(MOST_SINCE, times.periods() - periodsAtSkip[at]);
      sum += times.lastRate((int) since) / members.size();
      most = Math.max(most, windowPs * rate / since);
    }
    return Math.abs(sum - rate) <= (AGREEMENT * error + SCATTER * unsure * Math.sqrt(most)) * rate;
  }

  /** Time until one of the tracks is near the end of its repetition, in picoseconds. */
  double leftPs() {
    double leftPs = Double.MAX_VALUE;
    for (int at = 0; at < members.size(); at++) {
      leftPs = Math.min(leftPs, members.get(at).track().most() / rates[at]);
    }
    return leftPs;
  }

  /** True if the periods of a time can be skipped now. */
  boolean isPossible(double ps) {
    for (int at = 0; at < members.size(); at++) {
      Track track = members.get(at).track();
      periods[at] = (int) Math.clamp(Math.round(movingPs(ps) * rates[at] + track.leftOver), 0, track.most());
      if (periods[at] > 0 && !members.get(at).isPossible(periods[at])) {
        return false;
      }
    }
    return true;
  }

  /** Part of a skipped time that its periods take, in picoseconds. */
  double movingPs(double ps) {
    return ps;
  }

  /** Skips the periods of a time, after {@link #isPossible} has returned true for it. */
  void skip(long ps, OmittedMessages omitted) {
    for (int at = 0; at < members.size(); at++) {
      Track track = members.get(at).track();
      track.leftOver += movingPs(ps) * rates[at] - periods[at];
      if (periods[at] > 0) {
        members.get(at).omit(periods[at], 1 / rates[at], ps, omitted);
      }
      periodsAtSkip[at] = track.times.periods();
    }
    skippedPs += ps;
    endsPs = messages.endsPs(skippedPs);
    believedPs = Math.max(believedPs, GROWTH * ps);
    hasSkipped = true;
  }
}
