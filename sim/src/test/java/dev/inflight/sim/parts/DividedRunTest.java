package dev.inflight.sim.parts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Poisson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DividedRunTest {
  @Test
  void x() {
    var setup = new SetupBuilder();
    setup.topology = LeafSpine.DEFAULT.build();
    Poisson.DEFAULT.addTo(setup.flows, setup.topology, 1);
    Setup built = setup.build();
    String one = story(built, Division.whole(built.topology));
    for (int parts = 2; parts <= 4; parts++) {
      assertThat(story(built, Division.of(built.topology, parts))).as("%d parts", parts).isEqualTo(one);
    }
  }

  private static String story(Setup setup, Division division) {
    var told = new ArrayList<String>();
    var simulation = new Simulation(setup, new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        told.add(flow.toString());
      }

      @Override
      public void pauseChanged(Port port, int group, boolean paused, long nowPs) {
        told.add(port + " " + group + paused + nowPs);
      }
    }, (from, wire) -> wire, division);
    RunResult result = simulation.run();
    return told.size() + " " + told.hashCode() + " " + result.fingerprint() + " events " + result.events() + " hops "
        + result.packetHops() + " end " + result.endPs() + " samples " + simulation.queues().samples() + " flows "
        + result.flowsFinished();
  }
}
