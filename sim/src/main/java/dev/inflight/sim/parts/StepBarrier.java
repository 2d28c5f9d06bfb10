package dev.inflight.sim.parts;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Barrier of all threads between steps. The last one to arrive decides on the next step while the others wait. They spin for a
 * short while, the usual difference of steps, and then yield the processor to others.
 */
final class StepBarrier {
  static final int SPINS = 2000;

  private final int members;
  private final int spins;
  private final Runnable decision;
  private final AtomicInteger here = new AtomicInteger();
  private final @Nullable Thread[] parked;
  private final boolean[] interrupted;
  private volatile int held;

  /**
   * Makes a barrier. Members that outnumber the processors do not spin, because the members for which they wait need the
   * processors.
   *
   * @param members number of members that arrive each time
   * @param decision action of the last one to arrive
   */
  StepBarrier(int members, Runnable decision) {
    this(members, decision, members <= Runtime.getRuntime().availableProcessors() ? SPINS : 0);
  }

  /**
   * Makes a barrier.
   *
   * @param members number of members that arrive each time
   * @param decision action of the last one to arrive
   * @param spins number of a member's checks for the decision before it parks, 0 or more
   */
  StepBarrier(int members, Runnable decision, int spins) {
    this.members = members;
    this.spins = spins;
    this.decision = decision;
    parked = new Thread[members];
    interrupted = new boolean[members];
  }

  /** Waits until all members are here and the decision is made; all earlier memory writes are then visible to all others. */
  void attend(int member) {
    int mine = held;
    if (here.incrementAndGet() == members) {
      here.set(0);
      decision.run();
      held = mine + 1;
      wakeOthers();
      return;
    }
    for (int spin = 0; spin < spins; spin++) {
      if (held != mine) {
        return;
      }
      Thread.onSpinWait();
    }
    while (held == mine) {
      synchronized (parked) {
        parked[member] = Thread.currentThread(); // each time: a late waker of the last meeting has removed it
      }
      if (held == mine) {
        LockSupport.park(this);
        interrupted[member] |= Thread.interrupted(); // an interrupt would prevent further sleep
      }
    }
  }

  /** Ends the participation of the calling thread's member; an interrupt that the thread received meanwhile is restored. */
  void leave(int member) {
    if (interrupted[member]) {
      interrupted[member] = false;
      Thread.currentThread().interrupt();
    }
  }

  private void wakeOthers() {
    synchronized (parked) {
      for (int member = 0; member < members; member++) {
        Thread sleeper = parked[member];
        if (sleeper != null) {
          parked[member] = null;
          LockSupport.unpark(sleeper);
        }
      }
    }
  }
}
