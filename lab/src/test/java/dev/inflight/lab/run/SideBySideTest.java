package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.read.InputError;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class SideBySideTest {
  private static final List<Integer> RUNS = List.of(0, 1, 2, 3, 4, 5);

  private final Queue<Integer> begun = new ConcurrentLinkedQueue<>();

  @Test
  void largestExitCodeCounts() {
    try (var interruption = new Interruption()) {
      assertThat(SideBySide.run(2, interruption, RUNS, run -> run == 3 ? Run.STALLED : Run.DONE)).isEqualTo(Run.STALLED);
    }
  }

  /** The user has not ended the program yet: the same thread would continue with the next run. */
  @Test
  void startsNoFurtherRunAfterAFailure() {
    try (var interruption = new Interruption()) {
      assertThatThrownBy(() -> SideBySide.run(1, interruption, RUNS, run -> {
        begun.add(run);
        if (run == 1) {
          throw new InputError("it cannot be");
        }
        return Run.DONE;
      })).isInstanceOf(InputError.class).hasMessage("it cannot be");
    }
    assertThat(begun).containsExactly(0, 1);
  }
}
