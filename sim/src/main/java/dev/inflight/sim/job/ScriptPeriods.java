package dev.inflight.sim.job;

import dev.inflight.sim.period.KnownPeriod;
import dev.inflight.sim.period.OmittedMessages;
import dev.inflight.sim.period.Repeating;
import dev.inflight.sim.period.StepCuts;
import dev.inflight.sim.period.StepOrder;
import dev.inflight.sim.period.StepPeriod;
import dev.inflight.sim.period.StepTrack;
import dev.inflight.sim.period.Track;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.Step;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a script that repeat. When periods are skipped, ranks continue from the steps before to those after. Steps are
 * first examined in their order. If they do not repeat in it, the unfinished steps form a separate order, such as the exchanges
 * of late gradients.
 */
final class ScriptPeriods {
  private final JobRun run;
  private final OmittedOperations omitted;
  private final Script script;
  private final Unrolling unrolling;
  /** Equal for steps with equal work, and for those with equal steps after them too. */
  private final Map<Object, Integer> twins = new HashMap<>();
  private final StepCuts cuts = new StepCuts();
  private StepOrder order;
  private StepTrack steps;
  private int firstOpen;
  /** Steps that a rank has started, or that were skipped. */
  private final BitSet started = new BitSet();
  /** True if a step that had not started represents a later one. */
  private boolean areLateRenamed;

  /** Makes the periods of a script that has not started. */
  ScriptPeriods(JobRun run, OmittedOperations omitted, Unrolling unrolling) {
    this.run = run;
    this.omitted = omitted;
    this.unrolling = unrolling;
    script = run.script();
    order = orderOf(IntStream.range(0, script.steps()).toArray());
    steps = track(0);
  }

  private StepOrder orderOf(int[] steps) {
    return new StepOrder(steps, script.steps(), step -> script.firstOperation(step + 1) - script.firstOperation(step),
        step -> script.firstMessage(step + 1) - script.firstMessage(step),
        step -> script.firstCollective(step + 1) - script.firstCollective(step));
  }

  private StepTrack track(int cut) {
    long[] numbers = new long[order.size()];
    for (int position = 0; position < numbers.length; position++) {
      int at = position;
      int step = order.step(at);
      numbers[at] = number(script.twin(step, follower -> order.position(cuts.redirected(step, follower)) - at));
    }
    return new StepTrack(order, numbers, cut, cuts);
  }

  private int number(Object twin) {
    return twins.computeIfAbsent(twin, _ -> twins.size() + 1);
  }

  /** Called when a rank reaches a step, at a time of the scenario. */
  void come(int step, long nowPs) {
    steps.come(order.position(step), nowPs, this::firstOpenPosition);
  }

  /** Called when a rank starts a step. */
  void begins(int step) {
    started.set(step);
  }

  /** Called when an operation has ended, at a time of the loop. */
  void ended(long nowPs) {
    steps.ended(nowPs);
  }

  /** The step that follows one instead of another. */
  int redirected(int step, int follower) {
    return cuts.redirected(step, follower);
  }

  /** Step that this one represents. */
  Step standsFor(Step step) {
    return script.step(cuts.standsFor(step.number()));
  }

  /** Key of steps with equal work, above 0. */
  long kind(Step step) {
    return number(script.work(step.number()));
  }

  /** Counts a message that has ended; returns the number of the message that it represents in the job. */
  int message(int send, long startPs, long fctPs, long idealFctPs, long retransmittedBytes, int sourcePort) {
    Step step = script.stepOf(send);
    PieceRun piece = unrolling.pieceOf(send);
    int local = piece.standsFor(unrolling.localOf(send));
    if (piece.tracks != null) {
      piece.tracks.message(local, startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
    }
    int number = piece.message(local);
    Step of = standsFor(step);
    int position = order.position(of.number());
    if (position >= 0) {
      steps.message(order.firstMessage(position) + number, startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
    }
    return of.firstMessage() + number;
  }

  /** Present repetition: long periods, such as micro-batches, if known well enough; else short ones, such as layers; or null. */
  @Nullable
  Repeating repeating(double mostUnsure) {
    StepPeriod found = find(mostUnsure);
    if (found == null && areSomeLate()) {
      order = orderOf(IntStream.range(0, script.steps()).filter(step -> !unrolling.isOver(script.step(step))).toArray());
      int cut = 0;
      while (cut < order.size() && started.get(order.step(cut))) {
        cut++;
      }
      firstOpen = 0;
      steps = track(cut);
      found = find(mostUnsure);
    }
    return found == null ? null : new OfSteps(found);
  }

  private @Nullable StepPeriod find(double mostUnsure) {
    StepPeriod longer = steps.longer(mostUnsure);
    return longer == null ? steps.shorter() : longer;
  }

  /** True if ranks have started steps of the order after others that they have not started, and the started ones are over. */
  private boolean areSomeLate() {
    int first = steps.firstLate(position -> started.get(order.step(position)));
    int last = steps.cut() - 1;
    if (areLateRenamed) {
      return false;
    }
    for (int position = last; position > first; position--) {
      if (started.get(order.step(position)) && !unrolling.isOver(script.step(order.step(position)))) {
        return false;
      }
    }
    return first < last;
  }

  private boolean isLate() {
    return steps.firstLate(position -> started.get(order.step(position))) < steps.cut() - 1;
  }

  /** The first position with a piece that is not over. */
  private int firstOpenPosition() {
    while (firstOpen < order.size() && unrolling.isOver(script.step(order.step(firstOpen)))) {
      firstOpen++;
    }
    return firstOpen;
  }

  private BitSet openMessages() {
    var open = new BitSet();
    for (int position = firstOpenPosition(); position < steps.cut(); position++) {
      Step step = script.step(order.step(position));
      int of = order.position(cuts.standsFor(step.number()));
      unrolling.addOpenMessages(step, order.firstMessage(of), open);
    }
    return open;
  }

  /** Periods of steps. */
  private final class OfSteps implements Repeating {
    private final StepPeriod period;

    OfSteps(StepPeriod period) {
      this.period = period;
    }

    @Override
    public Track track() {
      return period.track();
    }

    @Override
    public @Nullable KnownPeriod known() {
      return period.known();
    }

    @Override
    public int job() {
      return run.index;
    }

    @Override
    public boolean isPossible(int periods) {
      int from = steps.cut();
      if (firstOpenPosition() < period.from() || !steps.keepsUp(period)) {
        return false;
      }
      int end = order.firstMessage(from);
      int by = order.firstMessage(from + periods * period.steps()) - end;
      BitSet open = openMessages();
      for (int message = open.nextSetBit(0); message >= 0; message = open.nextSetBit(message + 1)) {
        if (message + by < end && !open.get(message + by)) {
          return false; // a later message has overtaken one
        }
      }
      for (int position = from; position < from + periods * period.steps(); position++) {
        if (!unrolling.areAlike(order.step(position), order.step(position + period.steps()))) {
          return false; // one of the two steps that it waits for is over, and none of the other's two
        }
      }
      for (int message = end; message < order.firstMessage(from + period.steps()); message++) {
        if (!period.messages().isSeen(message)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void omit(int periods, double periodPs, long skippedPs, OmittedMessages into) {
      int from = steps.cut();
      int to = from + periods * period.steps();
      areLateRenamed |= isLate();
      omitMessages(from, to, periodPs, into);
      omitCollectives(from, to, periodPs, skippedPs);
      for (int position = from; position < to; position++) {
        Step step = script.step(order.step(position));
        omitted.add(run, step);
        unrolling.omit(step);
        started.set(step.number());
      }
      steps.leaveOut(period, periods, skippedPs);
    }

    private void omitMessages(int from, int to, double periodPs, OmittedMessages into) {
      BitSet open = openMessages();
      int first = order.firstMessage(from);
      int by = order.firstMessage(to) - first;
      BitSet all = BitSet.valueOf(open.toLongArray());
      all.set(first, first + by);
      for (int message = all.nextSetBit(0); message >= 0; message = all.nextSetBit(message + 1)) {
        // An operation in progress moves later by the skipped periods; the operation that would have come before takes its place.
        if (message < by || !open.get(message - by)) {
          omitMessage(message, periodPs, into);
        }
      }
    }

    private void omitMessage(int message, double periodPs, OmittedMessages into) {
      int position = order.positionOfMessage(message);
      int row = run.firstRow() + script.firstMessage(order.step(position)) + message - order.firstMessage(position);
      period.messages().repeated(message, row, periodPs, (of, startPs, fctPs, idealPs, retransmitted, port) -> {
        into.message(of, startPs, fctPs, idealPs, retransmitted, port);
        steps.omitted(message, startPs, fctPs, idealPs, retransmitted, port);
      });
    }

    private void omitCollectives(int from, int to, double periodPs, long skippedPs) {
      int end = order.firstCollective(from);
      int by = order.firstCollective(to) - end;
      if (by > 0) {
        int first = order.firstCollective(order.position(cuts.standsFor(order.step(firstOpenPosition()))));
        int ofPeriod = order.firstCollective(from + period.steps()) - end;
        omitted.shift(run, new OmittedOperations.Shift(first, end, by, ofPeriod), this::collective, periodPs, skippedPs);
      }
    }

    private int collective(int number) {
      int position = order.positionOfCollective(number);
      return script.firstCollective(order.step(position)) + number - order.firstCollective(position);
    }
  }
}
