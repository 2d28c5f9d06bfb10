package dev.inflight.lab.explain;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.explain.control.ControlLog;
import dev.inflight.lab.explain.route.RouteLog;
import dev.inflight.lab.explain.start.MessageStart;
import dev.inflight.lab.explain.words.FlowNames;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Why a flow took as long as it did.
 *
 * @param setup what was simulated
 * @param names of flows
 * @param flow its number
 * @param startPs when it started
 * @param result how it ended; null when it did not, or its time ends before its last acknowledgement
 * @param unfinished what it waited for at the end, a sentence; null when it finished
 * @param lifePs from its start to its end, or to the end of the simulation
 * @param ledger what its time went to
 * @param control what its congestion control allowed over time
 * @param path the ports that it left by
 * @param losses these, and others where packets of it were lost or trimmed
 * @param routeChanges how its way changed after cables failed or came back
 * @param packets how many it sent
 */
public record Explanation(Setup setup, FlowNames names, int flow, long startPs, @Nullable FlowResult result,
    @Nullable String unfinished, long lifePs, Ledger ledger, ControlLog control, List<PathPort> path, List<PathPort> losses,
    List<RouteLog.Change> routeChanges, Packets packets) {
  /**
   * Packets of a flow.
   *
   * @param sent those that its NIC sent, again those that are counted next
   * @param sentAgain those that its NIC sent more than once
   * @param overtaken those, sent once, that came to the last port behind some that were sent later
   * @param lostAcknowledgements acknowledgements of it that were lost
   * @param timeouts how often its retransmission timer expired
   */
  public record Packets(int sent, int sentAgain, int overtaken, int lostAcknowledgements, int timeouts) {
  }

  /**
   * Simulates again, until the flow has finished.
   *
   * @throws InputError when there is no such flow, it is an operation of a queue pair, or a message that never starts
   */
  public static Explanation of(Scenario scenario, int flow) {
    return of(scenario, flow, _ -> {
    });
  }

  /**
   * The same, for callers that may end it early.
   *
   * @param begins receives the simulation when it is about to run; an explanation of an interrupted simulation is of no use
   */
  public static Explanation of(Scenario scenario, int flow, Consumer<Simulation> begins) {
    return of(scenario, flow, null, begins);
  }

  /**
   * The same, with a trace for ui.perfetto.dev.
   *
   * @param file where the trace goes; it appears at once and complete
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
    refuseFast(scenario);
    Setup setup = scenario.setup();
    FlowTable flows = setup.flows();
    if (flow < 0 || flow >= flows.count()) {
      throw new InputError("flow " + flow + " does not exist; flows are 0 to " + (flows.count() - 1) + ", in order of start");
    }
    if (flows.kind(flow) != FlowTable.Kind.FLOW) {
      throw new InputError("flow " + flow + " is an operation of a queue pair, and only flows can be explained");
    }
    var explained = new ArrayList<Explanation>();
    var names = new FlowNames(setup);
    FlowWatches.run(setup, List.of(FlowWatches.Wanted.of(flow, MessageStart.of(setup, flow, begins))), names, trace, begins,
        explained::add);
    return explained.getFirst();
  }

  /** An explanation follows every packet, and adds up their times. */
  public static void refuseFast(Scenario scenario) {
    if (scenario.setup().fidelity().error() > 0) {
      throw new InputError("fidelity fast leaves packets out, and explain follows every packet of the flow; run the scenario with"
          + " --set fidelity=full, and explain that run");
    }
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
