package dev.inflight.sim.parts;

import java.util.ArrayList;
import java.util.function.IntConsumer;

/** Some threads that do one thing together. */
final class Crew {
  private Crew() {
  }

  /**
   * Runs every member's work, the first one's in the thread that calls, and waits for all of them.
   *
   * @param members how many there are
   * @param work of a member, by number from 0; ends by itself
   * @param hurry called when the waiting thread is interrupted: the others are to end soon
   */
  static void run(int members, IntConsumer work, Runnable hurry) {
    var threads = new ArrayList<Thread>();
    for (int member = 1; member < members; member++) {
      int mine = member;
      threads.add(Thread.ofPlatform().daemon().name("inflight-part-" + member).start(() -> work.accept(mine)));
    }
    work.accept(0);
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException asked) {
          interrupted = true;
          hurry.run();
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
