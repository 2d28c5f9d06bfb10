package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.read.InputError;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SideBySideTest {
  private static final List<Integer> RUNS = List.of(0, 1, 2, 3, 4, 5);

  private final Queue<Integer> begun = new ConcurrentLinkedQueue<>();

  @Test
  void theLargestExitCodeCounts() {
    try (var interruption = new Interruption()) {
      assertThat(SideBySide.run(2, interruption, RUNS, run -> run == 3 ? Run.STALLED : Run.DONE)).isEqualTo(Run.STALLED);
    }
  }

  /** Though one that began before goes on. */
  @Test
  void whenOneHasFailedNoOtherBegins() {
    var failed = new CountDownLatch(1);
    try (var interruption = new Interruption()) {
      assertThatThrownBy(() -> SideBySide.run(2, interruption, RUNS, run -> {
        begun.add(run);
        if (run == 1) {
          failed.countDown();
          throw new InputError("it cannot be");
        }
        await(failed);
        return Run.DONE;
      })).isInstanceOf(InputError.class).hasMessage("it cannot be");
    }
    assertThat(begun).containsExactlyInAnyOrder(0, 1);
  }

  /** And as long again as others would take to begin. */
  private static void await(CountDownLatch failed) {
    try {
      assertThat(failed.await(10, TimeUnit.SECONDS)).isTrue();
      Thread.sleep(100);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
