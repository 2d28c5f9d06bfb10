package dev.inflight.sim.parts;

import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/** A team of threads with common work. */
final class ThreadTeam {
  private ThreadTeam() {
  }

  /**
   * Runs every member's work, the first one's in the calling thread, and waits for all of them. If a thread cannot be had, none
   * works.
   *
   * @param members number of members
   * @param work work of a member, by number from 0; ends by itself
   */
  static void run(int members, IntConsumer work) {
    var threads = new ArrayList<Thread>();
    var gate = new CountDownLatch(1);
    boolean[] complete = {false};
    try {
      for (int member = 1; member < members; member++) {
        int mine = member;
        threads.add(Thread.ofPlatform().daemon().name("inflight-part-" + member).start(() -> {
          await(gate);
          if (complete[0]) {
            work.accept(mine);
          }
        }));
      }
      complete[0] = true;
    } finally {
      gate.countDown();
    }
    work.accept(0);
    threads.forEach(ThreadTeam::join);
  }

  private static void await(CountDownLatch gate) {
    while (true) {
      try {
        gate.await();
        return;
      } catch (InterruptedException impossible) {
        // The gate opens soon.
      }
    }
  }

  /** Joins a thread. It ends with the caller's own work, so this does not take long. */
  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
