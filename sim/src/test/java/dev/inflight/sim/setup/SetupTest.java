package dev.inflight.sim.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.loop.TieOrder;
import org.junit.jupiter.api.Test;

class SetupTest {
  private final Setup setup = new Setup();

  @Test
  void theDefaultsGoTogether() {
    assertThat(setup.problems()).isEmpty();
  }

  @Test
  void allThatDoesNotGoTogetherIsNamed() {
    setup.framing = Framing.REFERENCE;
    setup.recovery = Irn.DEFAULT;
    setup.nic = EngineNic.DEFAULT;
    setup.ties = TieOrder.SCHEDULING;
    setup.payloadBytes = 9001;
    assertThat(setup.problems()).extracting(Problem::field).containsExactly("payload", "telemetry", "recovery", "nic", "ties");
  }

  @Test
  void whatHelpsOneProblemLeavesTheOthers() {
    setup.ties = TieOrder.SCHEDULING;
    setup.clock = SerialisationTime.AUTHORS;
    setup.scheme = Schemes.ALL.stream().filter(scheme -> scheme.name().equals("dcqcn")).findFirst().orElseThrow();
    assertThat(setup.problems()).containsExactly(
        new Problem("ecn", "the scheme dcqcn needs ECN marks, but no thresholds are set"));
  }

  @Test
  void theFabricIsNotBuiltWithAProblem() {
    setup.topology = new Star(2, 100_000_000_000L, 1_000_000).build();
    setup.framing = Framing.REFERENCE;
    assertThatIllegalArgumentException().isThrownBy(() -> new FabricBuilder(setup, Observer.NONE, (port, wire) -> wire))
        .withMessage("the reference framing carries the authors format only, not native");
  }
}
