package dev.inflight.sim.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.switching.queue.PortQueues;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A packet that finds all queues of its port empty leaves without going through one, without a difference in results. */
class PassingPacketsTest {
  /** The usual discipline, but every packet goes through its queue. */
  private static final QueueDiscipline THROUGH_QUEUES = new QueueDiscipline() {
    @Override
    public String name() {
      return RoundRobinQueues.DEFAULT.name();
    }

    @Override
    public PortQueues queues(boolean counted) {
      return new PortQueues(counted) {
        private final PortQueues usual = RoundRobinQueues.DEFAULT.queues(false);

        @Override
        public int choose(int ready) {
          return usual.choose(ready);
        }
      };
    }
  };

  static IntStream stories() {
    return IntStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("stories")
  void resultsAreEqual(int story) {
    SetupBuilder through = Story.withOperations(story);
    through.queues = THROUGH_QUEUES;
    assertThat(RecordedRun.whole(Story.withOperations(story).build()).lines())
        .isEqualTo(RecordedRun.whole(through.build()).lines());
  }
}
