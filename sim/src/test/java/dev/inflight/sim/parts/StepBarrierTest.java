package dev.inflight.sim.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepBarrierTest {
  private static final int MEETINGS = 10_000;

  /** Each member counts its own meetings in a plain field, and the deciding member sees those of all. */
  @ParameterizedTest
  @ValueSource(ints = {0, StepBarrier.SPINS})
  void noThreadRunsAheadOrFallsBehind(int spins) throws InterruptedException {
    int members = 5;
    int[] counts = new int[members];
    List<String> wrong = new ArrayList<>();
    int[] decisions = {0};
    var meeting = new StepBarrier(members, () -> {
      decisions[0]++;
      for (int count : counts) {
        if (count != decisions[0]) {
          wrong.add(count + " at decision " + decisions[0]);
        }
      }
    }, spins);
    List<Thread> threads = new ArrayList<>();
    for (int member = 0; member < members; member++) {
      int mine = member;
      threads.add(Thread.ofPlatform().daemon().start(() -> {
        var random = new SplittableRandom(mine);
        for (int i = 0; i < MEETINGS; i++) {
          counts[mine]++;
          if (random.nextInt(500) == 0) {
            LockSupport.parkNanos(100_000); // the others have long given up spinning
          }
          meeting.attend(mine);
        }
      }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).isEmpty();
    assertThat(decisions[0]).isEqualTo(MEETINGS);
  }
}
