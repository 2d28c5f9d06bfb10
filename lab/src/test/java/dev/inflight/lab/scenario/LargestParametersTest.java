package dev.inflight.lab.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.spec.Parameter;
import dev.inflight.lab.spec.ParameterRange;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.CsvSource;

/** The largest value of each number that a scenario accepts runs, and one beyond it is an error of its line. */
class LargestParametersTest {
  /** Their counts are hosts, flows and switches: the largest are for larger machines. Their times, rates and sizes are tried. */
  private static final Set<String> COUNTED = Set.of("topology", "flows");
  /**
   * Least number of parameters of each axis that run with their largest value; the others are incompatible with other keys of their
   * scenario.
   */
  private static final Map<String, Integer> LEAST_RUNS = Map.ofEntries(Map.entry("scheme", 82), Map.entry("topology", 23),
      Map.entry("flows", 7), Map.entry("recovery", 11), Map.entry("telemetry", 35), Map.entry("telemetryPackets", 5),
      Map.entry("feedback", 1), Map.entry("switchFeedback", 3), Map.entry("scope", 1), Map.entry("paths", 4),
      Map.entry("routing", 10), Map.entry("feedbackValidation", 3), Map.entry("nic", 3), Map.entry("queues", 9),
      Map.entry("admission", 0), Map.entry("pfcProfile", 7), Map.entry("fidelity", 1));
  private static final Map<String, String> NEEDS = Map.of("scope", "queues: strict-dwrr\n", "paths", "recovery: selective\n",
      "routing", "scheme: swift\n", "feedbackValidation", "authenticateFeedback: true\n", "recovery", "scheme: dctcp\n",
      "topology", "scheme: none\n");

  /** One parameter at an end of its range. */
  private record Tried(String yaml, String beyond, String key) {
  }

  static Stream<Axis<?>> axes() {
    return Catalog.AXES.stream();
  }

  private static <T> List<Tried> tried(String axis, SpecBinder<T> binder) {
    var tried = new ArrayList<Tried>();
    for (T prototype : binder.prototypes()) {
      RecordComponent[] components = SpecBinder.components(prototype);
      for (int at = 0; at < components.length; at++) {
        Parameter parameter = Parameter.of(components[at]);
        if (!(SpecBinder.values(prototype)[at] instanceof Number value)
            || COUNTED.contains(axis) && !components[at].getName().matches(".*(Ps|Bytes|BitsPerSec)")) {
          continue;
        }
        int index = at;
        ParameterRange range = ParameterRange.of(parameter, value, one -> binder.accepts(prototype, index, one));
        if (range == null) {
          continue;
        }
        String most = parameter.format(range.most());
        String beyond = range.most() instanceof Double real
            ? real.isInfinite() ? "x" : new BigDecimal(Math.nextUp(real)).toPlainString()
            : new BigDecimal(range.most().longValue()).add(BigDecimal.ONE).toPlainString() + unit(components[at].getName());
        String name = binder.name(prototype);
        tried.add(new Tried(yaml(axis, new Spec(name, Map.of(parameter.key(), most)).format()),
            yaml(axis, new Spec(name, Map.of(parameter.key(), beyond)).format()),
            name + "(" + parameter.key() + "=" + most + ")"));
      }
    }
    return tried;
  }

  private static String unit(String component) {
    return component.endsWith("Ps") ? "ps" : component.endsWith("BitsPerSec") ? "bps" : component.endsWith("Bytes") ? "B" : "";
  }

  private static String yaml(String axis, String spec) {
    return axis + ": " + spec + "\n"
        + (axis.equals("topology") ? "" : axis.equals("routing") ? "topology: leaf-spine\n" : "topology: star(hosts=17)\n")
        + (axis.equals("flows") ? "" : "flows: incast(senders=" + (axis.equals("topology") ? 7 : 16) + ", size=500KB)\n")
        + NEEDS.getOrDefault(axis, "") + (axis.equals("topology") && spec.contains("ate=") ? "pfc: false\n" : "")
        + "until: 20us\n";
  }

  private static Scenario read(String yaml) {
    return ScenarioReader.read(InputText.of(Path.of("s.yaml"), yaml.getBytes(UTF_8)), Overrides.NONE);
  }

  /** A scenario may be refused as a whole with a largest value; as many as are listed run. */
  @ParameterizedTest
  @MethodSource("axes")
  void runsAtTheLargestAndRefusesMore(Axis<?> axis) {
    int runs = 0;
    for (Tried tried : tried(axis.name(), axis.binder())) {
      try {
        new Simulation(read(tried.yaml).setup(), Recorder.NONE).run();
        runs++;
      } catch (InputError refused) {
        assertThat(refused).as(tried.key).hasMessageStartingWith("s.yaml:");
      }
      assertThatExceptionOfType(InputError.class).as(tried.key).isThrownBy(() -> read(tried.beyond))
          .withMessageStartingWith("s.yaml:1: ");
    }
    assertThat(runs).isGreaterThanOrEqualTo(LEAST_RUNS.getOrDefault(axis.name(), 1));
  }

  /** Times of keys that are no parameters of a spec, and how many of the three run. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"acks: {every: 2, delay: TIME}|1", "retransmitTimeout: TIME|1",
      "sample: {from: 0s, until: TIME, every: TIME}|3", "sample: {from: TIME}|3", "series: {every: TIME}|3",
      "events: [{at: TIME, link: [0, 17], state: down}]|3", "until: TIME|3"})
  void runsOrRefusesTheLargestTime(String key, int running) {
    int runs = 0;
    String until = key.startsWith("until") ? "" : "until: 20us\n";
    for (String time : List.of("9223372036854775807ps", "1000000s", "1000s")) {
      String yaml = key.replace("TIME", time) + "\ntopology: star(hosts=17)\nflows: incast(senders=16, size=50KB)\n" + until;
      try {
        new Simulation(read(yaml).setup(), Recorder.NONE).run();
        runs++;
      } catch (InputError refused) {
        assertThat(refused).hasMessageStartingWith("s.yaml:1: ");
      }
    }
    assertThat(runs).isEqualTo(running);
    String beyond = key.replace("TIME", "9223372036854775808ps") + "\ntopology: star(hosts=17)\nflows: incast\n" + until;
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(beyond)).withMessageStartingWith("s.yaml:1: ");
  }

  @Test
  void triesParametersOfEveryScheme() {
    List<String> keys = axes().flatMap(axis -> tried(axis.name(), axis.binder()).stream()).map(Tried::key).toList();
    assertThat(keys).hasSizeGreaterThan(150).contains("dcqcn-authors(alphaInterval=1000000s)", "irn(rtoHigh=1000s)");
  }
}
