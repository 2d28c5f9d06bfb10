package dev.inflight.sim.period;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The steps of a script as a track: which of them repeat, how far ranks have come, and between which steps some were left out. */
public final class StepTrack {
  /** Steps that are looked at in a search. */
  private static final int MOST_STEPS = 4096;

  /** Steps in which a short period is waited for. */
  private static final int PATIENCE = 16;
  private static final int SHORT = 32;

  private record Cut(int at, int by) {
  }

  private final long[] twins;
  private final IntUnaryOperator firstOperation;
  private Track track;
  private final List<Cut> cuts = new ArrayList<>();
  private int cut;
  private int period;
  private int twinsFrom;
  private int twinsEnd;
  private int searchedAt = -1;
  private int foundEnd;

  /**
   * Steps to which no rank has come.
   *
   * @param twins by step a number that its twins have too
   * @param firstOperation of a step; for the number of steps, how many operations there are
   */
  public StepTrack(long[] twins, IntUnaryOperator firstOperation) {
    this.twins = twins;
    this.firstOperation = firstOperation;
    track = new Track(0, firstOperation.applyAsInt(twins.length), null);
  }

  /** The same in operations. */
  public Track track() {
    return track;
  }

  /** A rank comes to a step. */
  public void come(int step) {
    if (step >= cut) {
      cut = step + 1;
      track.reach(firstOperation.applyAsInt(cut));
    }
  }

  /** The first step to which no rank has come. */
  public int cut() {
    return cut;
  }

  /** Steps of a period. */
  public int period() {
    return period;
  }

  /** The first step that is known to have a twin one period later. */
  public int twinsFrom() {
    return twinsFrom;
  }

  /** Whether steps repeat from a step on that ranks have come to. */
  public boolean repeat() {
    if (period > 0 && cut >= twinsEnd) {
      period = 0; // what repeated is over: something else may
    }
    if (period == 0 && cut > searchedAt) {
      searchedAt = cut;
      search();
    }
    return period > 0;
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
      period = found.by();
      twinsFrom = cut;
      twinsEnd = cut + found.length();
      foundEnd = twinsEnd + period;
      track = new Track(0, track.end, null);
      track.reach(firstOperation.applyAsInt(cut));
      track.kind = kind();
      track.repeats(firstOperation.applyAsInt(cut + period) - firstOperation.applyAsInt(cut), firstOperation.applyAsInt(cut),
          firstOperation.applyAsInt(twinsEnd));
    }
  }

  /** The same for all rotations of a period. */
  private long kind() {
    long kind = period;
    for (int step = cut; step < cut + period; step++) {
      kind += (twins[step] + 1) * 0x9E3779B97F4A7C15L ^ (twins[step] + 1) * 0x9E3779B97F4A7C15L >>> 31;
    }
    return kind;
  }

  /** The step that follows one in place of another, where steps between them were left out. */
  public int redirected(int step, int follower) {
    int to = follower;
    for (Cut each : cuts) {
      to += step < each.at && to >= each.at ? each.by : 0;
    }
    return to;
  }

  /** The step that one stands for since periods were left out after ranks came to it. */
  public int standsFor(int step) {
    int of = step;
    for (Cut each : cuts) {
      of += of < each.at ? each.by : 0;
    }
    return of;
  }

  /** Periods are left out behind the steps that ranks have come to. */
  public void leaveOut(int periods) {
    int by = periods * period;
    cuts.add(new Cut(cut, by));
    cut += by;
    int behind = firstOperation.applyAsInt(cut);
    track.ended += periods * track.period;
    track.reach(behind);
  }
}
