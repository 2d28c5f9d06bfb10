package dev.inflight.sim.story;

import dev.inflight.net.link.Wire;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.QueueMonitor;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.measure.PortValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A run, and all its results, as text.
 *
 * @param result its totals
 * @param flows finished flows, in their order
 * @param lines results that must not depend on the way of the run
 */
record RecordedRun(RunResult result, List<FlowResult> flows, List<String> lines) {
  private static final long US = Story.US;
  /** Threads that meet after each window, after those with events enough, and after few. */
  private static final long[] LEAST_EVENTS = {0, 30, 300};

  /** Makes that of a run from its start to its end. */
  static RecordedRun whole(Setup setup) {
    var flows = new ArrayList<FlowResult>();
    return of(new Simulation(setup, recorder(flows)), flows);
  }

  /** Makes that of a run with observation in between. */
  static RecordedRun sliced(Setup setup, SplittableRandom random) {
    var flows = new ArrayList<FlowResult>();
    var sliced = new Simulation(setup, recorder(flows));
    for (long nowPs = 0; nowPs < 2000 * US; nowPs += 1 + random.nextLong(20 * US)) {
      sliced.advance(nowPs);
    }
    return of(sliced, flows);
  }

  /** Makes that of a run in several parts, on some threads; in most stories one of them runs all parts as long as few events occur. */
  static RecordedRun divided(Setup setup, SplittableRandom random) {
    var flows = new ArrayList<FlowResult>();
    Division cut = cut(setup.topology(), random);
    var divided = new Simulation(setup, recorder(flows), (from, wire) -> slow(wire, random.split()), cut);
    divided.runOn(1 + random.nextInt(cut.parts()), LEAST_EVENTS[random.nextInt(LEAST_EVENTS.length)]);
    if (random.nextBoolean()) {
      for (long nowPs = 0; nowPs < 500 * US; nowPs += 1 + random.nextLong(50 * US)) {
        divided.advance(nowPs);
      }
    }
    return of(divided, flows);
  }

  private static RecordedRun of(Simulation simulation, List<FlowResult> flows) {
    RunResult result = simulation.run();
    var lines = new ArrayList<String>();
    lines.add(result.packetHops() + " hops, " + result.events() + " events, " + Long.toHexString(result.fingerprint()));
    lines.add(
        result.endPs() + " ps, " + Arrays.toString(result.losses()) + " lost, " + result.of(SwitchValue.PAUSES_SENT) + " pauses, "
            + result.of(PortValue.PAUSED) + " ps of them, " + result.of(PortValue.ECN_MARKS) + " marks, "
            + result.of(SwitchValue.PEAK_BUFFER_BYTES) + " B held");
    QueueMonitor queues = simulation.queues();
    queues.ports().forEach(port -> lines.add(port + " " + Arrays.toString(queues.histogram(port))));
    flows.forEach(flow -> lines.add(flow.toString()));
    return new RecordedRun(result, flows, lines);
  }

  /** A cut of any kind: also one that parts a host from its switch. */
  private static Division cut(Topology topology, SplittableRandom random) {
    int parts = 2 + random.nextInt(4);
    return random.nextBoolean()
        ? Division.of(topology, parts)
        : Division.of(topology, random.ints(topology.nodeCount(), 0, parts).toArray());
  }

  /** Delays the sender now and then. */
  private static Wire slow(Wire wire, SplittableRandom random) {
    return (packet, endPs) -> {
      if (random.nextInt(20_000) == 0) {
        LockSupport.parkNanos(200_000);
      }
      wire.send(packet, endPs);
    };
  }

  private static Recorder recorder(List<FlowResult> into) {
    return new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        into.add(flow);
      }
    };
  }
}
