package dev.inflight.sim.job;

import dev.inflight.sim.period.OmittedMessages;
import dev.inflight.sim.period.Repeating;
import dev.inflight.sim.period.StepTrack;
import dev.inflight.sim.period.Track;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.Step;
import java.util.BitSet;

/** The steps of a script that repeat, and leaves periods of them out: ranks go on from the steps before to those behind. */
final class ScriptPeriods implements Repeating {
  private final JobRun run;
  private final OmittedOperations omitted;
  private final Script script;
  private final Unrolling unrolling;
  private final StepTrack steps;

  /** Of a script of which nothing has started. */
  ScriptPeriods(JobRun run, OmittedOperations omitted, Unrolling unrolling) {
    this.run = run;
    this.omitted = omitted;
    this.unrolling = unrolling;
    script = run.script();
    steps = new StepTrack(script.twins(), script::firstOperation);
  }

  /** A rank comes to a step. */
  void come(int step) {
    steps.come(step);
  }

  /** An operation has ended. */
  void ended(long nowPs) {
    steps.track().ended(nowPs);
  }

  /** The step that follows one in place of another. */
  int redirected(int step, int follower) {
    return steps.redirected(step, follower);
  }

  /** The step that one stands for. */
  Step standsFor(Step step) {
    return script.step(steps.standsFor(step.number()));
  }

  /** What a send stands for. */
  int standsForOperation(int operation) {
    Step step = script.stepOf(operation);
    return operation - step.firstOperation() + standsFor(step).firstOperation();
  }

  /** The message that one stands for, among those of the job. */
  int standsForMessage(int message, int send) {
    Step step = script.stepOf(send);
    return message - step.firstMessage() + standsFor(step).firstMessage();
  }

  /** A message has ended, of a send by what it stands for. */
  void message(int send, long startPs, long fctPs, long idealFctPs, long retransmittedBytes, int sourcePort) {
    steps.track().message(send, startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
  }

  /** Whether steps are known to repeat. */
  boolean repeat() {
    return steps.repeat();
  }

  @Override
  public Track track() {
    return steps.track();
  }

  @Override
  public int job() {
    return run.index;
  }

  @Override
  public boolean isPossible(int periods) {
    int from = steps.cut();
    if (unrolling.firstOpenStep() < steps.twinsFrom()) {
      return false;
    }
    int by = script.firstMessage(from + periods * steps.period()) - script.firstMessage(from);
    BitSet open = unrolling.openMessages(from, this);
    for (int message = open.nextSetBit(0); message >= 0; message = open.nextSetBit(message + 1)) {
      if (message + by < script.firstMessage(from) && !open.get(message + by)) {
        return false; // a later message has overtaken one
      }
    }
    for (int message = script.firstMessage(from); message < script.firstMessage(from + steps.period()); message++) {
      if (!steps.track().isSeen(script.send(message))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void omit(int periods, double periodPs, long skippedPs, OmittedMessages into) {
    int from = steps.cut();
    int to = from + periods * steps.period();
    omitMessages(from, to, periodPs, into);
    omitCollectives(from, to, periodPs, skippedPs);
    for (int number = from; number < to; number++) {
      omitted.add(run, script.step(number));
      unrolling.omit(script.step(number));
    }
    steps.leaveOut(periods);
  }

  private void omitMessages(int from, int to, double periodPs, OmittedMessages into) {
    BitSet open = unrolling.openMessages(from, this);
    int first = script.firstMessage(from);
    int by = script.firstMessage(to) - first;
    BitSet all = BitSet.valueOf(open.toLongArray());
    all.set(first, first + by);
    for (int message = all.nextSetBit(0); message >= 0; message = all.nextSetBit(message + 1)) {
      // What is under way comes later by what is left out: its place is taken by what would have come before.
      if (message < by || !open.get(message - by)) {
        int row = run.firstRow() + message;
        steps.track().repeated(script.send(message), row, periodPs, into);
      }
    }
  }

  private void omitCollectives(int from, int to, double periodPs, long skippedPs) {
    int end = script.firstCollective(from);
    int by = script.firstCollective(to) - end;
    if (by > 0) {
      int first = script.firstCollective(steps.standsFor(unrolling.firstOpenStep()));
      int period = script.firstCollective(from + steps.period()) - end;
      omitted.shift(run, new OmittedOperations.Shift(first, end, by, period), periodPs, skippedPs);
    }
  }
}
