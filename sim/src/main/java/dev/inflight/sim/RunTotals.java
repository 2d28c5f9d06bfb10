package dev.inflight.sim;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.measure.Adding;
import dev.inflight.net.measure.Measure;
import dev.inflight.net.switching.Switch;
import dev.inflight.sim.fidelity.Skipped;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.symmetry.Symmetry;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sums of a run's results, over all processes. */
final class RunTotals {
  private final Simulation run;
  private final FabricBuilder assembly;
  private final Measurements measurements;
  private final Fabric fabric;
  private final RankCollectives others;
  private final @Nullable Symmetry symmetry;
  private final int blocks;

  RunTotals(Simulation run, FabricBuilder assembly, Measurements measurements) {
    this.run = run;
    this.assembly = assembly;
    this.measurements = measurements;
    symmetry = measurements.symmetry;
    blocks = measurements.blocks();
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
    Skipped skipped = symmetry == null ? measurements.skipped() : represented(symmetry);
    run.traffic().countSlotWaits(hosts, endPs);
    long first = run.flows() > 0 ? run.flowTable().startPs(0) : 0;
    DividedLoop divided = assembly.divided;
    long fired = divided == null ? assembly.loop.fired() : divided.firedEverywhere();
    var span = new RunResult.TimeSpan(Math.max(0, endPs - first), endPs, measurements.bulkPs(), partial);
    var flows = new RunResult.FlowTotals(run.flows(), run.flowsFinished(), run.traffic().belowLineShare(endPs, others));
    var simulated = new RunResult.Simulated(others.sum(run.packetHops()), others.sum(assembly.wireBytes()) + skipped.wireBytes(),
        fired + measurements.samples.countedAtOnce() - measurements.eventsOfBulk(), others.sum(assembly.fingerprint()));
    return new RunResult(span, flows, simulated, skipped, losses(),
        others.size() == 1 && blocks == 1 ? hosts : hosts.everywhere(here -> others.sum(here) * blocks, others::most),
        everywhere(PortValue.values(), PortValue::total, measurements.tally.total(endPs)), everywhere(SwitchValue.values(),
            SwitchValue::total, measurements.of(symmetry == null ? SwitchValue.total(fabric.switches()) : switches(symmetry))));
  }

  /** The part of a symmetric run that was not simulated. Its error is not known if a shared switch might pause. */
  private Skipped represented(Symmetry symmetry) {
    boolean isExact = Arrays.stream(losses()).sum() == 0
        && fabric.switches().stream().filter(each -> symmetry.isShared(each.node())).allMatch(this::hasRoom);
    return new Skipped(0, 0, (blocks - 1) * run.packetHops(), (blocks - 1) * assembly.wireBytes(), isExact ? symmetry.error() : 1,
        blocks, isExact ? "" : "switches that all parts share might pause or drop; run with fidelity: full");
  }

  /** True if a shared switch would neither pause nor drop, although it holds the packets of all blocks. */
  private boolean hasRoom(Switch shared) {
    return shared.peakHeldBytes() < shared.leastThresholdBytes(shared.peakHeldBytes() * blocks);
  }

  /** Values of all switches of a symmetric run; a shared switch held the packets of all blocks. */
  private MeasuredValues<SwitchValue> switches(Symmetry symmetry) {
    MeasuredValues<SwitchValue> counted = SwitchValue.total(fabric.switches());
    long peakBytes = fabric.switches().stream()
        .mapToLong(each -> each.peakHeldBytes() * (symmetry.isShared(each.node()) ? blocks : 1)).max().orElse(0);
    for (SwitchValue value : SwitchValue.values()) {
      if (value.total().adding() == Adding.SUM) {
        counted = counted.with(value, counted.of(value) * blocks);
      }
    }
    return counted.with(SwitchValue.PEAK_BUFFER_BYTES, peakBytes);
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
        .mapToLong(index -> blocks * others.sum(run.lost(index)) + measurements.creditedLosses(index)).toArray();
  }
}
