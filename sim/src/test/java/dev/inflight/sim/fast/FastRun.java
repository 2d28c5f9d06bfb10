package dev.inflight.sim.fast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.fidelity.FastFidelity;
import dev.inflight.sim.fidelity.FullFidelity;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.PortSample;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Incast;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A run in full or with skipped stretches, and its results. */
record FastRun(RunResult totals, Map<Integer, FlowResult> flows, List<FlowSample> flowSeries, List<PortSample> portSeries) {
  static final long RATE = 100_000_000_000L;
  static final long US = 1_000_000;
  static final long MS = 1_000 * US;
  static final long MB = 1_000_000;

  /** Flows of a size to one host of a star. */
  static SetupBuilder incast(int senders, long sizeBytes, Scheme scheme) {
    var setup = new SetupBuilder();
    setup.topology = new Star(senders + 1, RATE, US).build();
    setup.scheme = scheme;
    marks(setup, RATE);
    new Incast(senders, -1, sizeBytes, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    return setup;
  }

  /** Thresholds that the scheme needs for ports of a rate, if it has any. */
  static void marks(SetupBuilder setup, long rateBitsPerSec) {
    if (setup.scheme.signals().contains(Signal.ECN)) {
      MarkingThresholds marks = setup.scheme.markingThresholds(rateBitsPerSec);
      setup.ecn.put(PortClass.ofRate(rateBitsPerSec),
          marks == null
              ? new EcnThresholds(100_000, 400_000, 0.2)
              : new EcnThresholds(marks.kMinBytes(), marks.kMaxBytes(), marks.pMax()));
    }
  }

  static FastRun full(SetupBuilder setup) {
    setup.fidelity = FullFidelity.DEFAULT;
    return run(setup);
  }

  static FastRun fast(SetupBuilder setup) {
    setup.fidelity = FastFidelity.DEFAULT;
    return run(setup);
  }

  private static FastRun run(SetupBuilder setup) {
    var flows = new TreeMap<Integer, FlowResult>();
    var flowSeries = new ArrayList<FlowSample>();
    var portSeries = new ArrayList<PortSample>();
    RunResult totals = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult result) {
        flows.put(result.id(), result);
      }

      @Override
      public void flowSample(FlowSample sample) {
        flowSeries.add(sample);
      }

      @Override
      public void portSample(PortSample sample) {
        portSeries.add(sample);
      }
    }).run();
    return new FastRun(totals, flows, flowSeries, portSeries);
  }

  long fctPs(int flow) {
    return flows.get(flow).fctPs();
  }

  double meanFctPs() {
    return flows.values().stream().mapToLong(FlowResult::fctPs).average().orElseThrow();
  }

  /** Mean difference of flows from those of another run. */
  double meanDifference(FastRun other) {
    return flows.keySet().stream().mapToDouble(flow -> Math.abs((double) fctPs(flow) / other.fctPs(flow) - 1)).average()
        .orElseThrow();
  }

  /** Time by which its last flow ends later than that of another run. */
  double jobDifference(FastRun other) {
    return Math.abs((double) totals.endPs() / other.totals.endPs() - 1);
  }

  /** Asserts that every flow has finished with its size, and all of its bytes are delivered. */
  FastRun accountsForAllBytes(SetupBuilder setup) {
    assertThat(flows).hasSize(setup.flows.count());
    long bytes = 0;
    for (FlowResult flow : flows.values()) {
      bytes += flow.sizeBytes();
      assertThat(flow.sizeBytes()).isEqualTo(setup.build().flows().sortedByStart().sizeBytes(flow.id()));
    }
    assertThat(totals.hosts().deliveredBytes).isEqualTo(bytes);
    return this;
  }

  /** Factor by which its packet-hops are fewer than those of another run. */
  double gain(FastRun full) {
    return (double) full.totals.packetHops() / totals.packetHops();
  }
}
