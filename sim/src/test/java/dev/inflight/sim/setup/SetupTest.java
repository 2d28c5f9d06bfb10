package dev.inflight.sim.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.LineRate;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.answer.DirectAnswers;
import dev.inflight.net.answer.SwitchAnswers;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.carrier.Carrier;
import dev.inflight.net.carrier.Probes;
import dev.inflight.net.nic.NicModel;
import dev.inflight.net.report.ByWindows;
import dev.inflight.net.report.ReportReturn;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.trust.Guarded;
import dev.inflight.net.trust.Trust;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.Others;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SetupTest {
  private final SetupBuilder setup = new SetupBuilder();

  @Test
  void theDefaultsGoTogether() {
    assertThat(setup.build().problems()).isEmpty();
  }

  @Test
  void allThatDoesNotGoTogetherIsNamed() {
    setup.framing = Framing.REFERENCE;
    setup.recovery = Irn.DEFAULT;
    setup.nic = EngineNic.DEFAULT;
    setup.ties = TieOrder.SCHEDULING;
    setup.payloadBytes = 9001;
    assertThat(setup.build().problems()).extracting(Problem::field).containsExactly("payload", "telemetry", "recovery", "nic",
        "ties");
  }

  @Test
  void whatHelpsOneProblemLeavesTheOthers() {
    setup.ties = TieOrder.SCHEDULING;
    setup.clock = SerialisationTime.AUTHORS;
    setup.scheme = Schemes.ALL.stream().filter(scheme -> scheme.name().equals("dcqcn")).findFirst().orElseThrow();
    assertThat(setup.build().problems()).containsExactly(
        new Problem("ecn", "the scheme dcqcn needs ECN marks, but no thresholds are set"));
  }

  @Test
  void theFabricIsNotBuiltWithAProblem() {
    setup.topology = new Star(2, 100_000_000_000L, 1_000_000).build();
    setup.framing = Framing.REFERENCE;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FabricBuilder(setup.build(), _ -> Observer.NONE, (port, wire) -> wire,
            Division.whole(setup.topology), Others.NONE, null))
        .withMessage("the reference framing carries the authors format only, not native");
  }

  @Test
  void whatHappensToTheBuilderLaterChangesNothing() {
    setup.flows.add(0, 1, 3, 100, 1000, 0);
    setup.ecn.put(1L, new EcnThresholds(1, 2, 1));
    setup.linkEvents.add(new LinkEvent(1, 0, 1, false));
    Setup built = setup.build();
    setup.flows.add(0, 1, 3, 100, 1000, 0);
    setup.ecn.clear();
    setup.linkEvents.clear();
    assertThat(built.flows.count()).isEqualTo(1);
    assertThat(built.ecn).hasSize(1);
    assertThat(built.linkEvents).hasSize(1);
  }

  @Test
  void nothingInASetupChanges() {
    Setup built = setup.build();
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> built.flows.add(0, 1, 3, 100, 1000, 0));
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(built.flows::newQueuePair);
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> built.ecn.clear());
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> built.linkEvents.clear());
    assertThat(Setup.class.getDeclaredFields()).allMatch(field -> Modifier.isFinal(field.getModifiers()));
  }

  /** So that a new field is carried from a builder to a setup, and from there to another builder. */
  @Test
  void noFieldIsForgotten() throws ReflectiveOperationException {
    for (Field field : SetupBuilder.class.getFields()) {
      field.set(setup, other(field.getName(), field.get(setup)));
    }
    Setup built = setup.build();
    Setup again = built.with(same -> {
    });
    var defaults = new SetupBuilder();
    for (Field field : Setup.class.getFields()) {
      Object value = field.get(built);
      assertThat(value).as(field.getName()).isNotEqualTo(SetupBuilder.class.getField(field.getName()).get(defaults))
          .isEqualTo(field.get(again));
    }
    assertThat(Setup.class.getFields()).extracting(Field::getName)
        .containsExactly(Stream.of(SetupBuilder.class.getFields()).map(Field::getName).toArray(String[]::new));
  }

  /** Another value of the same kind. */
  private static Object other(String name, Object value) {
    return switch (value) {
      case Boolean flag -> !flag;
      case Integer number -> number + 1;
      case Long number -> number ^ 1;
      case Double number -> number / 2 + 0.25;
      case Enum<?> constant -> constant.getDeclaringClass().getEnumConstants()[1 - constant.ordinal()];
      case Map<?, ?> map -> Map.of(1L, new EcnThresholds(1, 2, 1));
      case List<?> list -> name.equals("classes")
          ? List.of(new FlowClass("tcp", LineRate.DEFAULT, AuthorsFormat.DEFAULT))
          : List.of(new LinkEvent(1, 0, 1, false));
      case Topology topology -> new Star(2, 1, 1).build();
      case FlowTable flows -> new FlowTable();
      case Scheme scheme -> LineRate.DEFAULT;
      case QueueDiscipline discipline -> StrictOverDeficit.DEFAULT;
      case Recovery recovery -> Irn.DEFAULT;
      case Carrier carrier -> Probes.DEFAULT;
      case RecordScope scope -> QueueScope.DEFAULT;
      case Trust trust -> Guarded.DEFAULT;
      case SwitchAnswers answers -> DirectAnswers.DEFAULT;
      case ReportReturn reports -> ByWindows.DEFAULT;
      case PathChoice paths -> ChosenPaths.DEFAULT;
      case NicModel nic -> EngineNic.DEFAULT;
      case TelemetryFormat format -> AuthorsFormat.DEFAULT;
      case Series series -> new Series(1, 2, Series.Flows.ALL, Series.Ports.ALL);
      default -> throw new AssertionError("a kind of value without another: " + value);
    };
  }
}
