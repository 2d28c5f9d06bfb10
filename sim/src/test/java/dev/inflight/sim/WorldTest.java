package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.loop.Cable;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.loop.VirtualLoop;
import dev.inflight.sim.loop.World;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Poisson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Time and cables from outside: a run over them is the run that it is over its own, when they are the same. */
class WorldTest {
  /** The parts of a virtual run, given from outside. */
  private static final class Virtual implements World {
    final VirtualLoop loop = VirtualLoop.of(TieOrder.PORT);
    final List<Cable> cables = new ArrayList<>();
    int begun;

    @Override
    public Timeline timeline() {
      return loop;
    }

    @Override
    public Wire cable(Port from, Port to) {
      var cable = new Cable(loop, from, to);
      cables.add(cable);
      return cable;
    }

    @Override
    public void begin(Fabric fabric) {
      assertThat(cables).hasSize(fabric.cabling().ports());
      begun++;
    }
  }

  @Test
  void aRunTakesTimeAndCablesFromOutside() {
    var builder = new SetupBuilder();
    builder.topology = new LeafSpine(2, 2, 4, 100_000_000_000L, 100_000_000_000L, 1_000_000, 1).build();
    new Poisson(0.4, "fb-hadoop", 100_000_000, 0, 3, 100).addTo(builder.flows, builder.topology, 1);
    Setup setup = builder.build();
    RunResult own = new Simulation(setup, Recorder.NONE).run();
    var world = new Virtual();
    var simulation = new Simulation(setup, Recorder.NONE, (from, wire) -> wire, world);
    RunResult given = simulation.run();
    assertThat(world.begun).isEqualTo(1);
    assertThat(world.cables.stream().mapToLong(Cable::fingerprint).sum()).isEqualTo(own.fingerprint());
    assertThat(given.packetHops()).isEqualTo(own.packetHops()).isPositive();
    assertThat(given.endPs()).isEqualTo(own.endPs());
    assertThat(given.fingerprint()).as("of cables of its own, which it has none of").isZero();
    assertThat(simulation.queues().samples()).isPositive();
  }
}
