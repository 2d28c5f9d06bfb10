package dev.inflight.sim.parts;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Barrier of all threads between steps; the last one to come decides on the next step while the others wait. They spin for a short while,
 * the usual difference of steps, and then yield the processor to others.
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
   * A meeting. Members that outnumber the processors do not spin: those for which they wait need the processors.
   *
   * @param members number of members that come each time
   * @param decision action of the last one to come
   */
  StepBarrier(int members, Runnable decision) {
    this(members, decision, members <= Runtime.getRuntime().availableProcessors() ? SPINS : 0);
  }

  /**
   * A meeting.
   *
   * @param members number of members that come each time
   * @param decision action of the last one to come
   * @param spins number of a member's checks for the decision before it parks, 0 or more
   */
  StepBarrier(int members, Runnable decision, int spins) {
    this.members = members;
    this.spins = spins;
    this.decision = decision;
    parked = new Thread[members];
    interrupted = new boolean[members];
  }

  /** Waits until all are here and the decision is made; all memory writes before are visible to all others afterward. */
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
        interrupted[member] |= Thread.interrupted(); // which would prevent further sleep
      }
    }
  }

  /** The member of the calling thread will not come again: its thread gets its interrupt back, if there was one. */
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
