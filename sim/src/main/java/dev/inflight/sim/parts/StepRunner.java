package dev.inflight.sim.parts;

import dev.inflight.sim.loop.VirtualLoop;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * Runs the steps of a divided run on its threads. In a step every part runs once; between two steps the thread that arrives last
 * decides on the next one while the others wait.
 */
final class StepRunner {
  private final VirtualLoop[] loops;
  private final IntConsumer step;
  private final Runnable decision;
  private final Failure failure = new Failure();
  private int threads;
  private Shares shares;
  private StepBarrier meeting;
  private Pace pace;
  private Density density = new Density(0);
  private LongSupplier clockNs = () -> 0;
  private boolean finished;

  /**
   * Makes a runner with one thread.
   *
   * @param loops loops of the parts
   * @param step runs one part, by its number, in the thread that takes it
   * @param decision sets up the next step, or {@linkplain #finish finishes} the run, while no part runs
   */
  StepRunner(VirtualLoop[] loops, IntConsumer step, Runnable decision) {
    this.loops = loops;
    this.step = step;
    this.decision = decision;
    threads = 1;
    shares = new Shares(loops.length, threads);
    pace = new Pace(loops, threads);
    meeting = new StepBarrier(threads, this::decide);
  }

  /**
   * Sets the number of threads, before the first run.
   *
   * @param number number of threads, 1 or more, and no more than there are parts
   * @param leastEvents average number of events in a window below which one thread runs all parts; 0 or more
   */
  void runOn(int number, long leastEvents) {
    threads = number;
    shares = new Shares(loops.length, threads);
    pace = new Pace(loops, threads);
    meeting = new StepBarrier(threads, this::decide);
    density = new Density(threads > 1 ? leastEvents : 0);
  }

  /** Sets the clock that measures the progress of parts; without one, no time goes by. */
  void measureBy(LongSupplier wallClockNs) {
    clockNs = wallClockNs;
  }

  /** Progress of the parts. */
  Pace pace() {
    return pace;
  }

  /** Starts a window; returns the number of windows so far. */
  long windowBegins() {
    long windows = pace.windowBegins();
    density.windowBegins(windows, pace.events());
    return windows;
  }

  /** Starts a run; its first step is not set up yet. */
  void begin() {
    finished = false;
  }

  /** Ends the run after the present step. */
  void finish() {
    finished = true;
  }

  /** Runs steps until the run is finished, and throws the first failure of any thread. */
  void run() {
    if (!finished) {
      long beganNs = clockNs.getAsLong();
      ThreadTeam.run(threads, this::attend);
      pace.ran(clockNs.getAsLong() - beganNs);
    }
    failure.rethrow();
  }

  /** Takes a thread through all steps of a run. */
  private void attend(int member) {
    while (!finished) {
      long beganNs = clockNs.getAsLong();
      try {
        for (int part = shares.take(member); part >= 0; part = shares.take(member)) {
          step.accept(part);
        }
      } catch (RuntimeException | Error failed) {
        failure.note(failed);
      }
      pace.worked(member, clockNs.getAsLong() - beganNs);
      meeting.attend(member);
    }
    meeting.leave(member);
  }

  /** Decides the next step, while no part runs. With little work, the deciding thread does it. */
  private void decide() {
    decideOnce();
    if (!finished && density.isLow()) {
      long beganNs = clockNs.getAsLong();
      while (!finished && density.isLow()) {
        stepAlone();
        decideOnce();
      }
      pace.worked(0, clockNs.getAsLong() - beganNs);
    }
    shares.begin();
  }

  private void stepAlone() {
    try {
      for (int part = 0; part < loops.length; part++) {
        step.accept(part);
      }
    } catch (RuntimeException | Error failed) {
      failure.note(failed);
    }
  }

  private void decideOnce() {
    try {
      if (failure.hasCome()) {
        finished = true;
      } else {
        decision.run();
      }
    } catch (RuntimeException | Error failed) {
      failure.note(failed);
      finished = true;
    }
  }
}
