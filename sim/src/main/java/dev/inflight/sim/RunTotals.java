package dev.inflight.sim;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostCounters;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.Others;
import dev.inflight.sim.setup.FabricBuilder;
import java.util.stream.IntStream;

/** Adds up what a run has come to, in all processes. */
final class RunTotals {
  private final Simulation run;
  private final FabricBuilder assembly;
  private final Measurements measurements;
  private final Fabric fabric;
  private final Others others;

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
   * @param endPs when the run ended
   * @param partial whether it was interrupted
   */
  RunResult of(long endPs, boolean partial) {
    HostCounters hosts = fabric.counters();
    run.traffic().countSlotWaits(hosts, endPs);
    long first = run.flows() > 0 ? run.flowTable().startPs(0) : 0;
    DividedLoop divided = assembly.divided;
    long fired = divided == null ? assembly.loop.fired() : divided.firedEverywhere();
    return new RunResult(Math.max(0, endPs - first), endPs, others.sum(run.packetHops()), others.sum(assembly.wireBytes()),
        fired + measurements.samples.countedAtOnce(),
        run.flows(), run.flowsFinished(), losses(), others.size() == 1 ? hosts : hosts.everywhere(others::sum, others::most),
        others.sum(fabric.switches().stream().mapToLong(each -> each.pausesSent()).sum()),
        others.sum(measurements.tally.pausedPs(endPs)),
        others.most(peakBufferBytes()), others.sum(measurements.tally.marks(endPs)), others.sum(answers()), others.sum(trimmed()),
        others.sum(assembly.fingerprint()),
        run.traffic().belowLineShare(endPs, others), partial);
  }

  private long[] losses() {
    return IntStream.range(0, RunResult.LOSSES).mapToLong(index -> others.sum(run.lost(index))).toArray();
  }

  private long peakBufferBytes() {
    return fabric.switches().stream().mapToLong(each -> each.peakHeldBytes()).max().orElse(0);
  }

  private long answers() {
    return run.queues().ports().stream().mapToLong(port -> port.answersSent()).sum();
  }

  private long trimmed() {
    return fabric.switches().stream().mapToLong(each -> each.trimmed()).sum();
  }
}
