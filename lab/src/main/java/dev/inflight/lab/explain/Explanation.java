package dev.inflight.lab.explain;

import dev.inflight.lab.explain.control.ControlLog;
import dev.inflight.lab.explain.control.WatchedScheme;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why a flow took as long as it did.
 *
 * @param setup what was simulated
 * @param flow its number
 * @param result how it ended; null when it did not
 * @param lifePs from its start to its end, or to the end of the simulation
 * @param ledger what its time went to
 * @param control what its congestion control allowed over time
 * @param path the ports that it left by
 * @param losses these, and others where packets of it were lost or trimmed
 * @param sent packets that its NIC sent, again those that are counted next
 * @param sentAgain packets that its NIC sent more than once
 * @param overtaken packets, sent once, that came to the last port behind some that were sent later
 * @param lostAcknowledgements acknowledgements of it that were lost
 */
public record Explanation(Setup setup, int flow, @Nullable FlowResult result, long lifePs, Ledger ledger, ControlLog control,
    List<PathPort> path, List<PathPort> losses, int sent, int sentAgain, int overtaken, int lostAcknowledgements) {
  /**
   * Simulates again, until the flow has finished.
   *
   * @throws InputError when there is no such flow, or it is an operation of a queue pair, or a message of a job
   */
  public static Explanation of(Scenario scenario, int flow) {
    return of(scenario, flow, _ -> {
    });
  }

  /**
   * The same, for callers that may end it early.
   *
   * @param begins receives the simulation when it is about to run; an explanation whose simulation was interrupted is of no use
   */
  public static Explanation of(Scenario scenario, int flow, Consumer<Simulation> begins) {
    return of(scenario, flow, null, begins);
  }

  /**
   * The same, with a trace for ui.perfetto.dev.
   *
   * @param file where the trace goes; it appears at once and whole
   * @param check gets the explanation first, and may refuse it before anything is written
   * @throws OutputError when the trace cannot be written
   */
  public static Explanation traced(Scenario scenario, int flow, Path file, Consumer<Explanation> check) {
    var trace = new FlowTrace();
    Explanation explanation = of(scenario, flow, trace, _ -> {
    });
    check.accept(explanation);
    OutputFile.write(file, "write the trace", part -> {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part, StandardOpenOption.CREATE_NEW))) {
        trace.write(out, explanation);
      }
    });
    return explanation;
  }

  private static Explanation of(Scenario scenario, int flow, @Nullable FlowTrace trace, Consumer<Simulation> begins) {
    Setup setup = scenario.setup();
    FlowTable flows = setup.flows();
    if (flow < 0 || flow >= flows.count()) {
      throw new InputError("flow " + flow + " does not exist; flows are 0 to " + (flows.count() - 1) + ", in order of start");
    }
    if (flows.kind(flow) != FlowTable.Kind.FLOW) {
      throw new InputError("flow " + flow + " is an operation of a queue pair, and only flows can be explained");
    }
    if (flows.message(flow) >= 0) {
      throw new InputError(
          "flow " + flow + " is a message of a job, which begins when others have ended, and only flows that start "
              + "at a time of their own can be explained");
    }
    var watch = new FlowWatch(setup, flow, new NicSlots(setup.nic(), flows, flow), new Outages(setup.linkEvents()), trace);
    Setup watched = setup.with(change -> {
      change.scheme = WatchedScheme.around(setup.scheme());
      change.classes.replaceAll(one -> new FlowClass(one.name(), WatchedScheme.around(one.scheme()), one.telemetry()));
    });
    var simulation = new Simulation(watched, watch, watch::wrap);
    watch.atEnd(simulation::interrupt);
    begins.accept(simulation);
    simulation.run();
    FlowResult result = watch.result;
    long startPs = flows.startPs(flow);
    long endPs = result == null ? Math.max(simulation.nowPs(), startPs) : startPs + result.fctPs();
    if (result == null) {
      watch.close(endPs);
    }
    List<PathPort> path = watch.path.ports().stream().filter(port -> port.total().ownBytes > 0).toList();
    List<PathPort> losses = Stream.of(watch.path.ports(), watch.path.lossPlaces()).flatMap(Collection::stream)
        .filter(port -> port.trimmed > 0 || !port.losses.isEmpty()).toList();
    return new Explanation(setup, flow, result, endPs - startPs, watch.ledger, watch.path.controlLog(), path, losses,
        watch.sentPackets, watch.resentPackets, watch.overtakenPackets, watch.lostAcknowledgements);
  }

  /** The flow's completion time in picoseconds; null when it did not finish. */
  public @Nullable Long fctPs() {
    return result == null ? null : result.fctPs();
  }

  /** What cost most, of all that would not have been had the flow been alone; null when nothing did. */
  public Map.@Nullable Entry<Ledger.Entry, Long> main() {
    return ledger.byCost().stream().filter(one -> one.getKey().cause() != Cause.SENDING && one.getKey().cause() != Cause.LAST_WAY)
        .findFirst().orElse(null);
  }
}
