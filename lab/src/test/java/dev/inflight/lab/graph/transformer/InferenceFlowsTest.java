package dev.inflight.lab.graph.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.job.Jobs;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prompts that are read at one place, and answers that are written at another one. */
class InferenceFlowsTest {
  @TempDir
  private Path folder;

  private final List<FlowResult> messages = new ArrayList<>();

  private Jobs run(int hosts, String arguments) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"),
        "topology: star(hosts=" + hosts + ", rate=400Gbps)\nflows: inference(" + arguments + ")\nscheme: hpcc\n");
    var simulation = new Simulation(ScenarioReader.read(file).setup(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        messages.add(flow);
      }
    });
    simulation.run();
    return simulation.jobs();
  }

  private static long endPs(Jobs jobs, String name) {
    return jobs.collectives().stream().filter(each -> each.collective().name().startsWith(name))
        .mapToLong(CollectiveResult::endPs).max().orElseThrow();
  }

  /** Llama 3 70B keeps 2 x 8 heads x 128 values x 2 B in each of 80 layers: 320 KiB a token (its paper's grouped-query attention, arXiv 2407.21783). */
  @Test
  void cachesHaveTheBytesOfTheirHeads() {
    var one = new InferenceFlows("llama3-70b", 0, 4, 1, 1, 1, 3, 1000, 2, 0, "h100", 0.6, "usual", 0, 0, 0, "", 0, "", 3, 500);
    assertThat(new InferenceProgram(one, one.ofNumbers(), GraphRoom.OF_HEAP, CollectiveChoice.plain()).cacheBytes())
        .isEqualTo(3L * 1000 * 327_680 / 4);
  }

  @Test
  void keysAndValuesGoOverOnceThePromptsAreRead() throws IOException {
    Jobs jobs = run(4, "tp=2, layers=2, prompt=256, output=3");
    long readPs = endPs(jobs, "head 3, forward, prefill 1, prompts");
    List<FlowResult> caches = messages.stream().filter(each -> each.source() < 2 && each.destination() >= 2).toList();
    assertThat(caches).hasSize(2).allSatisfy(each -> {
      assertThat(each.sizeBytes()).isEqualTo(2 * 256 * 2 * 8 * 128 * 2 / 2);
      assertThat(each.startPs()).isBetween(readPs / 2, readPs);
    });
    long tokenPs = jobs.collectives().stream()
        .filter(each -> each.collective().name().startsWith("attention 1, forward, decode 1, token 2"))
        .mapToLong(CollectiveResult::startPs).min().orElseThrow();
    assertThat(tokenPs).isGreaterThan(caches.getFirst().startPs() + caches.getFirst().fctPs());
    assertThat(jobs.collectives()).hasSize(5 * 3).allMatch(CollectiveResult::isComplete);
  }

  /** A token of a batch of one reads all weights: 2 B each over the memory's bandwidth. */
  @Test
  void tokensTakeTheTimeThatReadingTheWeightsTakes() throws IOException {
    Jobs jobs = run(2, "model=llama-7b, prompt=16, output=5");
    double perTokenSeconds = jobs.ranks().get(1).computePs() / 1e12 / 4;
    assertThat(perTokenSeconds / (6.6e9 * 2 / 3.35e12)).isCloseTo(1, within(0.02));
  }

  @Test
  void batchesThatArriveOneAfterTheOtherWaitForTheirTime() throws IOException {
    Jobs jobs = run(6, "tp=2, layers=1, prefill=1, decode=2, batches=3, prompt=64, output=2, period=5ms");
    for (int batch = 1; batch <= 3; batch++) {
      String name = "attention 1, forward, batch " + batch;
      long startPs = jobs.collectives().stream().filter(each -> each.collective().name().startsWith(name))
          .mapToLong(CollectiveResult::startPs).min().orElseThrow();
      assertThat(startPs).isBetween((batch - 1) * 5_000_000_000L, (batch - 1) * 5_000_000_000L + 2_000_000_000L);
    }
    assertThat(jobs.collectives()).extracting(each -> each.collective().name()).anyMatch(name -> name.contains("decode 2"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      tp=3           | tp 3 times 2 instances are 6 ranks from 0 on, and there are 4 hosts
      model=llama    | unknown model 'llama'; did you mean 'llama-7b'?
      output=0       | output 0
      """)
  void rejectsIncompatibleParameters(String arguments, String why) {
    assertThatThrownBy(() -> run(4, arguments)).hasMessageContaining(why).hasMessageContaining("s.yaml:");
  }
}
