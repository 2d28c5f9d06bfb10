package dev.inflight.sim.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.PowerTcp;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Selective;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of incompatible features, row by row, and the remaining combinations, pair by pair. */
class CompatibilityTest {
  static Stream<Incompatibility> rows() {
    return Compatibility.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void eachRowRefusesASetupThatHasItsFeatures(Incompatibility row) {
    Setup setup = FeatureExamples.setup(FeatureExamples.of(row.features()).orElseThrow());
    Problem expected = row.problem(setup, setup.flowClasses().getFirst(), 0);
    assertThat(setup.problems()).contains(expected);
    assertThat(expected.sentence()).doesNotContain("{", "}");
  }

  /** The matrix below tries pairs only, so these are listed: none may be lost. */
  @Test
  void theRowsOfThreeFeatures() {
    assertThat(rows().map(Incompatibility::features).filter(features -> features.size() > 2)).containsExactlyInAnyOrder(
        List.of(Feature.BY_DSCP, Feature.NO_ANSWERS, Feature.NEEDS_TELEMETRY),
        List.of(Feature.BY_DSCP, Feature.WINDOWS, Feature.NEEDS_TELEMETRY),
        List.of(Feature.ANSWERS, Feature.QUEUEING_DELAY, Feature.NEEDS_TELEMETRY),
        List.of(Feature.SEALED, Feature.REFERENCE_FRAMING, Feature.NEEDS_RTT),
        List.of(Feature.CHOSEN_PATHS, Feature.BUSIEST_LINK, Feature.NEEDS_TELEMETRY),
        List.of(Feature.OTHER_THAN_PROBES, Feature.NEEDS_TELEMETRY, Feature.OFFLOAD),
        List.of(Feature.ON_QUEUE_BY_SENDER, Feature.NEEDS_TELEMETRY, Feature.TCP),
        List.of(Feature.APART_FROM_ACKS, Feature.OTHER_THAN_PROBES, Feature.NEEDS_TELEMETRY, Feature.TCP),
        List.of(Feature.TCP, Feature.DELAYED_ACKS, Feature.NEEDS_RTT));
  }

  @Test
  void classesWithTheSameFaultShareOneProblem() {
    var setup = new SetupBuilder();
    setup.paths = Sprayed.DEFAULT;
    setup.recovery = Selective.DEFAULT;
    setup.classes.add(new FlowClass("one", Hpcc.DEFAULT, NativeFormat.DEFAULT));
    setup.classes.add(new FlowClass("other", PowerTcp.DEFAULT, NativeFormat.DEFAULT));
    assertThat(setup.build().problems()).extracting(Problem::field).containsExactly("paths", "paths");
    assertThat(setup.build().problems()).extracting(Problem::asksForIt).containsExactly("scheme", "classes[1]");
  }

  @Test
  void noTwoRowsAreOfTheSameFeatures() {
    assertThat(rows().map(row -> Set.copyOf(row.features()))).doesNotHaveDuplicates();
  }

  @Test
  void eachFeatureIsUsed() {
    Set<Feature> used = new HashSet<>();
    rows().forEach(row -> used.addAll(row.features()));
    assertThat(used).containsExactlyInAnyOrder(Feature.values());
  }

  @Test
  void problemsOfAClassAreAtItsPlace() {
    Incompatibility row = rows().filter(one -> one.features().equals(List.of(Feature.SPRAY, Feature.NEEDS_TELEMETRY))).findFirst()
        .orElseThrow();
    Setup setup = FeatureExamples.setup(List.of());
    assertThat(row.problem(setup, setup.flowClasses().getFirst(), 2)).extracting(Problem::field, Problem::asksForIt)
        .containsExactly("paths", "classes[1]");
  }

  /** The matrix of pairs: one runs to its end, or the kept matrix has it among those of which no setup runs. */
  @ParameterizedTest
  @EnumSource
  void pairsRunOrAreKnownNotTo(Feature one) throws IOException {
    var refused = new TreeSet<Feature>();
    for (Feature other : EnumSet.range(one, Feature.values()[Feature.values().length - 1])) {
      List<Feature> pair = List.of(one, other);
      Optional<Setup> runs = FeatureExamples.of(pair).flatMap(changes -> FeatureExamples.thatRuns(changes, pair));
      if (runs.isPresent()) {
        RunResult result = new Simulation(runs.orElseThrow(), Recorder.NONE).run();
        assertThat(result.flowsFinished()).as("%s", pair).isEqualTo(result.flows());
      } else {
        refused.add(other);
      }
    }
    assertThat(one + ": " + refused.stream().map(Feature::name).collect(Collectors.joining(" "))).isIn(matrix());
  }

  private static List<String> matrix() throws IOException {
    try (InputStream kept = CompatibilityTest.class.getResourceAsStream("pairs-that-do-not-run.txt")) {
      return new String(Objects.requireNonNull(kept).readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
