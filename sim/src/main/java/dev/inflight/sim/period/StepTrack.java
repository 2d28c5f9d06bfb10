package dev.inflight.sim.period;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The steps of a script as a track, by position: which of them repeat, how far ranks have come, and when. */
public final class StepTrack {
  /** Number of steps in a search, of short periods and of long ones. */
  private static final int MOST_STEPS = 4096;
  private static final int MOST_LONG = 1 << 16;

  /** Number of steps to wait for a short period. */
  private static final int PATIENCE = 16;
  private static final int SHORT = 32;
  /** Number of periods over which late steps are examined. */
  private static final int PERIODS_OF_LAG = 4;
  /** Least number of repetitions of a long period for a gain. */
  private static final int FEWEST_LONG = 3;

  private final long[] twins;
  private final StepOrder order;
  private final StepCuts cuts;
  /** Time at which the first rank reached each step, or would have, in picoseconds of the scenario. */
  private final long[] cameAtPs;
  /** The first unfinished position at that time. */
  private final int[] openAt;
  private int cut;
  private @Nullable StepPeriod period;
  private @Nullable LongPeriod longer;
  private int late;
  private int searchedAt = -1;
  private int foundEnd;

  /**
   * Makes a track of steps; the first ones can be in progress.
   *
   * @param twins key of each position, which its twins share
   * @param cut the first position that no rank has reached
   * @param cuts receives the skipped periods
   */
  public StepTrack(StepOrder order, long[] twins, int cut, StepCuts cuts) {
    this.order = order;
    this.twins = twins;
    this.cut = cut;
    this.cuts = cuts;
    cameAtPs = new long[twins.length];
    openAt = new int[twins.length];
  }

  /** Called when an operation has ended, at a time of the loop. */
  public void ended(long nowPs) {
    if (period != null) {
      period.track().ended(nowPs);
    }
  }

  /**
   * Counts a rank's arrival at the step of a position, at a time of the scenario. The first unfinished position is read only if
   * the arrival counts.
   */
  public void come(int position, long nowPs, IntSupplier firstOpen) {
    if (position >= cut) {
      Arrays.fill(cameAtPs, cut, position + 1, nowPs);
      Arrays.fill(openAt, cut, position + 1, firstOpen.getAsInt());
      reach(position + 1);
    }
  }

  /** True if the first unfinished step is no farther behind than some periods before. */
  public boolean keepsUp(StepPeriod with) {
    int last = cut - 1;
    int periods = Math.clamp((last - with.from()) / with.steps(), 0, PERIODS_OF_LAG);
    return periods > 0 && openAt[last] - openAt[last - periods * with.steps()] >= periods * with.steps();
  }

  private void reach(int position) {
    cut = position;
    if (period != null) {
      period.track().reach(order.firstOperation(cut));
    }
  }

  /** The first position that no rank has reached. */
  public int cut() {
    return cut;
  }

  /** The first position that has not started, before the last one that ranks have reached; otherwise that last one. */
  public int firstLate(IntPredicate hasStarted) {
    while (late < cut && hasStarted.test(late)) {
      late++;
    }
    return Math.min(late, cut - 1);
  }

  /** The short period with which steps repeat from a step on that ranks have reached; null for none. */
  public @Nullable StepPeriod shorter() {
    if (period != null && cut >= period.end()) {
      period = null; // the repetition is over: another one may start
    }
    if (period == null && cut > searchedAt) {
      searchedAt = cut;
      search();
    }
    return period;
  }

  /** Returns a long period with a duration that is known well enough; null without one. */
  public @Nullable StepPeriod longer(double mostUnsure) {
    if (longer == null || cut == 0) {
      return null;
    }
    StepPeriod found = longer.measured(cut - 1, cameAtPs, mostUnsure);
    if (found != null) {
      found.track().reach(order.firstOperation(cut));
    }
    return found;
  }

  private void search() {
    long[] ahead = Arrays.copyOfRange(twins, cut, Math.min(twins.length, cut + MOST_STEPS));
    Repetition found = Repetition.soonest(ahead);
    if (found.by() == 0 || found.by() > SHORT) {
      if (cut <= foundEnd + PATIENCE) {
        return; // a short one may come
      }
      found = found.by() > 0 ? found : Repetition.of(ahead);
    }
    if (found.by() > 0) {
      Track track = track(cut, found);
      track.kind = kind(found.by());
      period = new StepPeriod(found.by(), cut, cut + found.length(), track, messages(cut, found.by()), null);
      foundEnd = period.end() + found.by();
      searchLonger(found);
    }
  }

  private void searchLonger(Repetition shorter) {
    if (longer != null && cut < longer.end()) {
      return;
    }
    Repetition found = Repetition.of(Arrays.copyOfRange(twins, cut, Math.min(twins.length, cut + MOST_LONG)));
    longer = found.by() > shorter.by() && found.length() >= FEWEST_LONG * found.by()
        ? new LongPeriod(cut, found, track(cut, found), messages(cut, found.by()))
        : null;
  }

  private Track track(int from, Repetition found) {
    var track = new Track(0, order.firstOperation(twins.length), null);
    int first = order.firstOperation(from);
    track.isOfSteps = true;
    track.reach(first);
    track.repeats(order.firstOperation(from + found.by()) - first, first, order.firstOperation(from + found.length()));
    return track;
  }

  private LastMessages messages(int from, int by) {
    int first = order.firstMessage(from);
    return new LastMessages(first, Math.max(1, order.firstMessage(from + by) - first));
  }

  /** Kind that all rotations of a period share. */
  private long kind(int steps) {
    long kind = steps;
    for (int step = cut; step < cut + steps; step++) {
      kind += (twins[step] + 1) * 0x9E3779B97F4A7C15L ^ (twins[step] + 1) * 0x9E3779B97F4A7C15L >>> 31;
    }
    return kind;
  }

  /** Counts a message that has ended, by its number in the order; times are in picoseconds of the scenario. */
  public void message(int number, long startPs, long fctPs, long idealFctPs, long retransmittedBytes, int sourcePort) {
    if (period != null) {
      period.messages().message(number, startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
    }
    omitted(number, startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
  }

  /** Counts a skipped message of a short period, which is also part of a long period. */
  public void omitted(int number, long startPs, long fctPs, long idealFctPs, long retransmittedBytes, int sourcePort) {
    if (longer != null) {
      longer.messages().message(number, startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
    }
  }

  /** Skips periods after the steps that ranks have reached, in a time in picoseconds. */
  public void leaveOut(StepPeriod left, int periods, long skippedPs) {
    int by = periods * left.steps();
    cuts.add(order, cut, by);
    for (int step = 0; step < by; step++) {
      int before = cut - left.steps() + step % left.steps();
      cameAtPs[cut + step] = cameAtPs[before] + Math.round((double) skippedPs * (step / left.steps() + 1) / periods);
      openAt[cut + step] = openAt[before] + (step / left.steps() + 1) * left.steps();
    }
    left.track().ended += periods * left.track().period;
    reach(cut + by);
    if (left != period) {
      period = null; // steps of the next long period have separate twins
      left.track().reach(order.firstOperation(cut));
      Objects.requireNonNull(longer).skippedBefore(cut);
    }
  }
}
