package dev.inflight.sim;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.measure.Measure;
import dev.inflight.sim.fidelity.Skipped;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.setup.FabricBuilder;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Sums of a run's results, over all processes. */
final class RunTotals {
  private final Simulation run;
  private final FabricBuilder assembly;
  private final Measurements measurements;
  private final Fabric fabric;
  private final RankCollectives others;

  RunTotals(Simulation run, FabricBuilder assembly, Measurements measurements) {
    this.run = run;
    this.assembly = assembly;
    this.measurements = measurements;
    fabric = assembly.fabric;
    others = assembly.others;
  }

  /**
   * The totals; for all processes at once.
   *
   * @param endPs time of the run's end, in picoseconds
   * @param partial true if it was interrupted
   */
  RunResult of(long endPs, boolean partial) {
    HostCounters hosts = measurements.of(fabric.counters());
    Skipped skipped = measurements.skipped();
    run.traffic().countSlotWaits(hosts, endPs);
    long first = run.flows() > 0 ? run.flowTable().startPs(0) : 0;
    DividedLoop divided = assembly.divided;
    long fired = divided == null ? assembly.loop.fired() : divided.firedEverywhere();
    var span = new RunResult.TimeSpan(Math.max(0, endPs - first), endPs, measurements.bulkPs(), partial);
    var flows = new RunResult.FlowTotals(run.flows(), run.flowsFinished(), run.traffic().belowLineShare(endPs, others));
    var simulated = new RunResult.Simulated(others.sum(run.packetHops()), others.sum(assembly.wireBytes()) + skipped.wireBytes(),
        fired + measurements.samples.countedAtOnce() - measurements.eventsOfBulk(), others.sum(assembly.fingerprint()));
    return new RunResult(span, flows, simulated, skipped, losses(),
        others.size() == 1 ? hosts : hosts.everywhere(others::sum, others::most),
        everywhere(PortValue.values(), PortValue::total, measurements.tally.total(endPs)),
        everywhere(SwitchValue.values(), SwitchValue::total, measurements.of(SwitchValue.total(fabric.switches()))));
  }

  /** Sums of values over all processes. */
  private <V extends Enum<V>> MeasuredValues<V> everywhere(V[] values, Function<V, Measure> total, MeasuredValues<V> here) {
    return new MeasuredValues<>(Arrays.stream(values).mapToLong(value -> switch (total.apply(value).adding()) {
      case SUM -> others.sum(here.of(value));
      case MOST -> others.most(here.of(value));
    }).toArray());
  }

  private long[] losses() {
    return IntStream.range(0, RunResult.LOSSES)
        .mapToLong(index -> others.sum(run.lost(index)) + measurements.creditedLosses(index)).toArray();
  }
}
