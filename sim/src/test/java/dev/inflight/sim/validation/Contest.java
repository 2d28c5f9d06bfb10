package dev.inflight.sim.validation;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.topology.Star;
import dev.inflight.net.validation.CheckedFeedback;
import dev.inflight.net.host.HostCounters;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Flows of equal size from separate hosts to one; the one from host 0 is manipulated, and the others are honest. */
final class Contest {
  static final long US = 1_000_000;
  static final long RATE = 100_000_000_000L;

  /** Results: the honest flows' completion times, and the arrived bytes when the first of them finished. */
  record Outcome(RunResult result, double[] fctPs, double share) {
    HostCounters counters() {
      return result.hosts();
    }

    /** The mean of the honest flows' completion times. */
    double honestPs() {
      return Arrays.stream(fctPs).skip(1).average().orElseThrow();
    }
  }

  private Contest() {
  }

  /** Four flows, or another number, that take 3.6 ms with each other. */
  static Setup setup(int flows, Consumer<SetupBuilder> changes) {
    var builder = new SetupBuilder();
    builder.topology = new Star(flows + 1, RATE, US).build();
    builder.authenticateFeedback = true;
    builder.feedbackValidation = CheckedFeedback.DEFAULT;
    for (int source = 0; source < flows; source++) {
      builder.flows.add(source, flows, 3, 100, 40_000_000 / flows, 0);
    }
    changes.accept(builder);
    return builder.build();
  }

  static Outcome run(Setup setup, Function<Supplier<PacketPool>, BiFunction<Port, Wire, Wire>> attack) {
    int flows = setup.flows().count();
    var arrivedBytes = new long[flows];
    var fctPs = new double[flows];
    List<Double> share = new ArrayList<>();
    var simulation = new Simulation[1];
    var recorder = new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        fctPs[flow.source()] = flow.fctPs();
        if (flow.source() != 0) {
          share.add(arrivedBytes[0] / Arrays.stream(arrivedBytes).skip(1).average().orElseThrow());
        }
      }
    };
    BiFunction<Port, Wire, Wire> attacked = attack.apply(() -> simulation[0].fabric().parts().getFirst().pool());
    simulation[0] = new Simulation(setup, recorder, (from, wire) -> {
      Wire inner = attacked.apply(from, wire);
      return from.far().node() != flows ? inner : (packet, endPs) -> {
        if (packet.kind == Packet.Kind.DATA) {
          arrivedBytes[packet.flow().source()] += packet.payloadBytes;
        }
        inner.send(packet, endPs);
      };
    });
    RunResult result = simulation[0].run();
    return new Outcome(result, fctPs, share.getFirst());
  }
}
