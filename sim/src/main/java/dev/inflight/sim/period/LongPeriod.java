package dev.inflight.sim.period;

import org.jspecify.annotations.Nullable;

/**
 * A period that consists of short ones, as a micro-batch consists of layers. Its duration is measured in time of the scenario,
 * which includes skipped short periods, between steps one and two periods apart.
 */
final class LongPeriod {
  private final int steps;
  private final int from;
  private final int end;
  private final Track track;
  private final LastMessages messages;
  /** Step from which on no period has been skipped as a whole. */
  private int seenFrom;

  /**
   * Makes a period that starts at a step.
   *
   * @param found its repetition from there on
   * @param track track of its operations
   * @param messages none so far
   */
  LongPeriod(int from, Repetition found, Track track, LastMessages messages) {
    this.from = from;
    steps = found.by();
    end = from + found.length();
    this.track = track;
    this.messages = messages;
    seenFrom = from + steps;
  }

  int end() {
    return end;
  }

  LastMessages messages() {
    return messages;
  }

  /** Counts periods that were skipped before a step. */
  void skippedBefore(int cut) {
    seenFrom = cut;
  }

  /**
   * Returns the period if several in a row were seen up to a step, all with about the same duration.
   *
   * @param last last step that a rank has reached
   * @param cameAtPs time at which the first rank reached each step, in picoseconds
   * @param mostUnsure largest relative standard error of a period's duration
   */
  @Nullable
  StepPeriod measured(int last, long[] cameAtPs, double mostUnsure) {
    if (last - steps < seenFrom || last + 1 + steps > end) {
      return null;
    }
    double latterPs = cameAtPs[last] - cameAtPs[last - steps];
    double formerPs = cameAtPs[last - steps] - cameAtPs[last - 2 * steps];
    double bothPs = latterPs + formerPs;
    double unsure = Math.abs(latterPs - formerPs) / bothPs;
    return bothPs <= 0 || unsure > mostUnsure
        ? null
        : new StepPeriod(steps, from, end, track, messages, new KnownPeriod(2 / bothPs, unsure, bothPs));
  }
}
