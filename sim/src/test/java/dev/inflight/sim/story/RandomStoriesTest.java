package dev.inflight.sim.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.RunResult;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.measure.SwitchValue;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small fabrics, traffic and faults drawn at random, under every scheme of Inflight: every flow finishes, no switch holds more than its
 * memory, and observation during the run changes nothing.
 */
@Tag("sweep")
class RandomStoriesTest {
  private static final int STORIES = 2000;

  static IntStream stories() {
    return IntStream.range(0, STORIES);
  }

  @ParameterizedTest
  @MethodSource("stories")
  void everythingArrivesAndReportsAreTheSameHoweverTheRunGoes(int story) {
    SetupBuilder setup = Story.of(story);
    RecordedRun whole = RecordedRun.whole(setup.build());
    RunResult result = whole.result();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().deliveredBytes).isEqualTo(whole.flows().stream().mapToLong(FlowResult::sizeBytes).sum());
    assertThat(result.of(SwitchValue.PEAK_BUFFER_BYTES)).isLessThanOrEqualTo(setup.bufferBytes);
    assertThat(whole.flows()).allMatch(flow -> flow.idealFctPs() > 0);

    assertThat(RecordedRun.sliced(Story.of(story).build(), new SplittableRandom(~story)).lines()).as("in slices")
        .isEqualTo(whole.lines());

    SetupBuilder more = Story.withOperations(story);
    RecordedRun uncut = more.flows.queuePairs() == 0 ? whole : RecordedRun.whole(more.build());
    RecordedRun divided = RecordedRun.divided(Story.withOperations(story).build(), new SplittableRandom(story + 1_000_000_000L));
    assertThat(divided.lines()).as("in parts").isEqualTo(uncut.lines());
  }
}
