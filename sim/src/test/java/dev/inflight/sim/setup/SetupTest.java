package dev.inflight.sim.setup;

import dev.inflight.sim.change.LinkDown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.RankCollectives;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
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
  void fixingOneProblemLeavesTheOthers() {
    setup.ties = TieOrder.SCHEDULING;
    setup.clock = SerializationTime.AUTHORS;
    setup.scheme = Schemes.ALL.stream().filter(scheme -> scheme.name().equals("dcqcn")).findFirst().orElseThrow();
    assertThat(setup.build().problems()).containsExactly(
        new Problem("ecn", "scheme", "scheme dcqcn needs ECN marks, but no thresholds are set"));
  }

  @Test
  void theFabricIsNotBuiltWithAProblem() {
    setup.topology = new Star(2, 100_000_000_000L, 1_000_000).build();
    setup.framing = Framing.REFERENCE;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FabricBuilder(setup.build(), _ -> Observer.NONE, (port, wire) -> wire,
            Division.whole(setup.topology), RankCollectives.NONE, null))
        .withMessage("framing: reference needs telemetry: authors, not native");
  }

  @Test
  void laterChangesOfTheBuilderHaveNoEffect() {
    setup.flows.add(0, 1, 3, 100, 1000, 0);
    setup.ecn.put(PortClass.ofRate(1L), new EcnThresholds(1, 2, 1));
    setup.events.add(new LinkDown(1, 0, 1));
    Setup built = setup.build();
    setup.flows.add(0, 1, 3, 100, 1000, 0);
    setup.ecn.clear();
    setup.events.clear();
    assertThat(built.flows().count()).isEqualTo(1);
    assertThat(built.ecn()).hasSize(1);
    assertThat(built.events()).hasSize(1);
  }

  /** One value at a time is changed, so that a method that returns another field's value is detected. */
  @Test
  void eachMethodGivesItsOwnValue() throws ReflectiveOperationException {
    for (Field field : SetupBuilder.class.getFields()) {
      var changed = new SetupBuilder();
      Object other = switch (field.get(changed)) {
        case Boolean flag -> !flag;
        case Integer number -> number + 7;
        case Long number -> number / 2 + 7;
        case Double number -> number + 0.25;
        case null -> null; // disabled features
        case Object reference -> reference; // another type for each
      };
      field.set(changed, other);
      Setup built = changed.build();
      Object given = Setup.class.getMethod(field.getName()).invoke(built);
      if (other instanceof Boolean || other instanceof Number) {
        assertThat(given).as(field.getName()).isEqualTo(other);
      } else if (other == null) {
        assertThat(given).as(field.getName()).isNull();
      } else {
        assertThat(field.getType()).as(field.getName()).isAssignableFrom(given.getClass());
      }
    }
  }

  @Test
  void nothingInASetupChanges() {
    Setup built = setup.build();
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> built.flows().add(0, 1, 3, 100, 1000, 0));
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(built.flows()::newQueuePair);
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> built.ecn().clear());
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> built.events().clear());
    assertThat(Setup.class.getDeclaredFields()).singleElement()
        .matches(field -> Modifier.isFinal(field.getModifiers()) && Modifier.isPrivate(field.getModifiers()));
  }
}
