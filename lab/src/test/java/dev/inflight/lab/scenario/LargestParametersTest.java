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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The largest value of each number that a scenario accepts runs, and one beyond it is an error of its line. */
class LargestParametersTest {
  /** Their counts are hosts, flows and switches: the largest are for larger machines. Their times, rates and sizes are tried. */
  private static final Set<String> COUNTED = Set.of("topology", "flows");
  private static final Map<String, String> NEEDS = Map.of("scope", "queues: strict-dwrr\n", "paths", "recovery: selective\n",
      "feedbackValidation", "authenticateFeedback: true\n", "recovery", "scheme: dctcp\n");

  /** One parameter at an end of its range. */
  private record Tried(String yaml, String beyond, String key) {
    @Override
    public String toString() {
      return key;
    }
  }

  static Stream<Arguments> parameters() {
    return Catalog.AXES.stream().flatMap(axis -> tried(axis.name(), axis.binder()).stream()).map(Arguments::of);
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
    return axis + ": " + spec + "\n" + (axis.equals("topology") ? "" : "topology: star(hosts=17)\n")
        + (axis.equals("flows") ? "" : "flows: incast(senders=16, size=500KB)\n") + NEEDS.getOrDefault(axis, "")
        + "until: 20us\n";
  }

  private static Scenario read(String yaml) {
    return ScenarioReader.read(InputText.of(Path.of("s.yaml"), yaml.getBytes(UTF_8)), Overrides.NONE);
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void runsAtTheLargestAndRefusesMore(Tried tried) {
    try {
      new Simulation(read(tried.yaml).setup(), Recorder.NONE).run();
    } catch (InputError refused) {
      assertThat(refused).hasMessageStartingWith("s.yaml:");
    }
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(tried.beyond)).withMessageStartingWith("s.yaml:1: ");
  }

  /** Times of keys that are no parameters of a spec. */
  @ParameterizedTest
  @ValueSource(strings = {"acks: {every: 2, delay: TIME}", "retransmitTimeout: TIME",
      "sample: {from: 0s, until: TIME, every: TIME}", "sample: {from: TIME}", "series: {every: TIME}",
      "events: [{at: TIME, link: [0, 17], state: down}]", "until: TIME"})
  void runsOrRefusesTheLargestTime(String key) {
    String until = key.startsWith("until") ? "" : "until: 20us\n";
    for (String time : List.of("9223372036854775807ps", "1000000s", "1000s")) {
      String yaml = key.replace("TIME", time) + "\ntopology: star(hosts=17)\nflows: incast(senders=16, size=50KB)\n" + until;
      try {
        new Simulation(read(yaml).setup(), Recorder.NONE).run();
      } catch (InputError refused) {
        assertThat(refused).hasMessageStartingWith("s.yaml:1: ");
      }
    }
    String beyond = key.replace("TIME", "9223372036854775808ps") + "\ntopology: star(hosts=17)\nflows: incast\n" + until;
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(beyond)).withMessageStartingWith("s.yaml:1: ");
  }

  /** Most of these scenarios run, so that the tests above show more than refusals. */
  @Test
  void triesParametersOfEveryScheme() {
    List<String> keys = parameters().map(one -> one.get()[0].toString()).toList();
    assertThat(keys).hasSizeGreaterThan(150).contains("dcqcn-authors(alphaInterval=1000000s)", "irn(rtoHigh=1000s)");
  }
}
