package dev.inflight.lab.result;

import dev.inflight.lab.result.flow.Slowdowns;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.result.job.JobSummary;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.targets.TargetResult;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.Rate;
import dev.inflight.sim.parts.Balance;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.setup.Setup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a run, with the values for screens and files.
 *
 * @param scenario scenario of the run
 * @param totals the run's totals
 * @param slowdowns slowdowns of the finished flows
 * @param classes slowdowns by flow class; empty in a run without classes
 * @param fctPs FCTs of the finished flows in ps; null if none finished
 * @param queues queue lengths at switch ports
 * @param ports counters of each port
 * @param jobs result of each job
 * @param balance load balance of the threads; null for a single thread
 * @param wallSeconds wall time of the simulation in s, without reading and writing
 * @param targets results of the scenario's targets
 * @param exitCode exit code of the program
 */
public record RunSummary(Scenario scenario, RunResult totals, Slowdowns slowdowns, List<Slowdowns.OfClass> classes,
    @Nullable Percentiles fctPs, QueueStats queues, List<PortTotals> ports, List<JobSummary> jobs, @Nullable Balance balance,
    double wallSeconds, List<TargetResult> targets, int exitCode) {
  public static RunSummary of(Scenario scenario, Simulation simulation, RunRecorder recorder, RunResult totals,
      double wallSeconds) {
    Setup setup = scenario.setup();
    List<PortTotals> ports = simulation.portTotals();
    return new RunSummary(scenario, totals, Slowdowns.of(recorder.finished()), Slowdowns.byClass(setup, recorder.finished()),
        Percentiles.ofFctPs(recorder.finished()),
        QueueStats.of(ports, samples(setup, simulation.samplePeriodPs(), recorder, totals)), ports, JobSummary.of(simulation),
        simulation.balance(), wallSeconds, List.of(), 0);
  }

  /** Returns the summary with the results of the targets. */
  public RunSummary withTargets(List<TargetResult> results) {
    return new RunSummary(scenario, totals, slowdowns, classes, fctPs, queues, ports, jobs, balance, wallSeconds,
        List.copyOf(results), exitCode);
  }

  /** Returns the summary with the program's exit code. */
  public RunSummary withExitCode(int code) {
    return new RunSummary(scenario, totals, slowdowns, classes, fctPs, queues, ports, jobs, balance, wallSeconds, targets, code);
  }

  /** Number of missed targets. */
  public int targetsMissed() {
    return (int) targets.stream().filter(target -> !target.met()).count();
  }

  /** Number of queue samples until the end of the last flow, or of the run if flows are unfinished. */
  private static long samples(Setup setup, long periodPs, RunRecorder recorder, RunResult totals) {
    long fromPs = setup.sampleFromPs() >= 0 ? setup.sampleFromPs() : setup.flows().startPs(0);
    long lastPs = totals.flowsFinished() == totals.flows() ? recorder.lastEndPs() : totals.endPs();
    long untilPs = Math.min(lastPs, setup.sampleUntilPs());
    return untilPs < fromPs ? 0 : (untilPs - fromPs) / periodPs + 1;
  }

  /** Events of the scenario that started before the end, in its order. */
  public List<FabricEvent> events() {
    return scenario.setup().events().stream().filter(event -> event.atPs() < totals.endPs()).toList();
  }

  /** Reports whether all flows finished, and all operations of jobs ended. */
  public boolean complete() {
    return totals.flowsFinished() == totals.flows() && jobs.stream().allMatch(JobSummary::isComplete);
  }

  /** Reports whether the error of skipped periods may exceed the requested bound. */
  public boolean isTooInaccurate() {
    return totals.skipped().error() > scenario.setup().fidelity().error();
  }

  /** Packet-hops of frames sent after the end of the simulated time. */
  long packetHopsAfterEnd() {
    return totals.packetHops() + totals.skipped().packetHops() - totals.of(PortValue.SENT_FRAMES);
  }

  /** Bytes of those frames, with preambles and gaps, times crossed cables. */
  long wireBytesAfterEnd() {
    int gapBytes = scenario.setup().framing().gapBytes();
    return totals.wireBytes() - totals.of(PortValue.SENT_BYTES) - gapBytes * totals.of(PortValue.SENT_FRAMES);
  }

  /** Share of the simulated time in which a port was sending, including preambles and gaps. */
  public double utilization(PortTotals port) {
    return Rate.share(port.of(PortValue.SENDING), totals.simulatedPs());
  }

  /** Returns the same share of the bulk time, which ends when 95 % of the run's bytes have been delivered. */
  public double bulkUtilization(PortTotals port) {
    return Rate.share(port.of(PortValue.SENDING_IN_BULK), totals.bulkPs());
  }

  /** Goodput over the simulated time or the bulk time; null if that is zero. */
  public @Nullable Double value(ComparedValue goodput) {
    return goodput.value().apply(key -> switch (key) {
      case "deliveredBytes" -> (double) totals.hosts().deliveredBytes;
      case "simulatedSeconds" -> simulatedSeconds();
      case ComparedValue.BULK_SECONDS -> totals.bulkPs() / 1e12;
      default -> null;
    });
  }

  /** Simulated time from the first flow's start in s. */
  double simulatedSeconds() {
    return totals.simulatedPs() / 1e12;
  }

  /** Number of threads of the run. */
  int threads() {
    return balance == null ? 1 : balance.threads();
  }

  public double packetHopsPerSecond() {
    return wallSeconds == 0 ? 0 : totals.packetHops() / wallSeconds;
  }
}
