package dev.inflight.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.key.MadeUpAxis;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioFile;
import dev.inflight.lab.result.schema.JsonPart;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.measure.Measure;
import dev.inflight.net.measure.MeasureUnit;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of the summary about axes, and hosts' counters of queue pairs' errors. */
class SummaryJsonTest {
  private static final String READS = """
      topology: star(hosts=2)
      flows: rdma(op=read, from=0, to=1, size=20KB, messages=2, queuePairs=20)
      """;

  @TempDir
  private Path folder;
  private HostCounters counted;

  /** A summary with some of the hosts' counts forged. */
  private String summary(List<Axis<?>> axes) {
    Scenario scenario = ScenarioFile.read(InputText.of(folder.resolve("reads.yaml"), READS.getBytes(StandardCharsets.UTF_8)),
        Overrides.NONE);
    var simulation = new Simulation(scenario.setup(), Recorder.NONE);
    HostCounters counters = simulation.fabric().counters();
    try (RunFolder results = RunFolder.create(folder.resolve("out"), false, Files::newOutputStream)) {
      var recorder = new RunRecorder(scenario.setup(), results);
      simulation.recordWith(recorder);
      RunResult totals = simulation.run();
      counters.refusals = 3;
      counters.unknownQueuePair = 70_000_000_000L;
      counted = counters;
      return SummaryJson.write(RunSummary.of(scenario, simulation, recorder, totals, 1), List.of(), SummaryParts.of(axes));
    }
  }

  @Test
  void reportsErrorsOfQueuePairs() {
    assertThat(summary(Catalog.AXES)).contains("\"refusals\" : 3,", "\"unknownQueuePairPackets\" : 70000000000,");
  }

  /** The summary, its description and the summation use the one declaration of each counter. */
  @Test
  void eachCounterOfTheSummaryIsWrittenWithItsValue() {
    String text = summary(Catalog.AXES);
    for (HostCounters.Counter counter : HostCounters.Counter.ALL) {
      Measure measure = counter.measure();
      if (measure.isInSummary()) {
        Field field = SummaryJson.FILE.fields().stream().filter(one -> one.name().equals(measure.key())).findFirst()
            .orElseThrow();
        assertThat(field.meaning()).isEqualTo(measure.meaning());
        long value = counter.value().applyAsLong(counted);
        String written = measure.unit() == MeasureUnit.PICOSECONDS ? String.valueOf(value / 1e12) : String.valueOf(value);
        assertThat(text).contains("\"" + measure.key() + "\" : " + written + ",\n");
      }
    }
    assertThat(counted.deliveredBytes).isPositive();
  }

  @Test
  void measuresNeedAPlace() {
    var lost = new JsonPart.Behind<>("nothing", JsonPart.<Long>whole("b", "", "it", value -> value));
    assertThatThrownBy(() -> JsonPart.ordered(List.of(JsonPart.<Long>whole("a", "", "it", value -> value)), List.of(lost)))
        .hasMessage("no place for [b behind nothing]");
  }

  @Test
  void hasNewAxisAfterTheKeyThatItNames() {
    assertThat(summary(MadeUpAxis.AXES)).contains("\"nic\" : \"unlimited\",\n  \"discipline\" : \"fair(quantum=1)\",\n");
  }
}
