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
 * Breakdown of a flow's completion time by cause and port.
 *
 * @param setup setup of the simulation
 * @param names names of flows
 * @param flow number of the flow
 * @param startPs start time of the flow, in picoseconds
 * @param result result of the flow; null when it did not finish, or its time ends before its last acknowledgement
 * @param unfinished sentence about the resource that the flow waited for at the end; null when it finished
 * @param lifePs time from the flow's start to its end, or to the end of the simulation, in picoseconds
 * @param ledger the flow's time by cause
 * @param control rate that the flow's congestion control allowed over time
 * @param path ports that sent the flow's packets
 * @param losses ports of {@code path}, and others, that lost or trimmed packets of the flow
 * @param routeChanges changes of the flow's path after cables failed or came back
 * @param packets counts of the flow's packets
 */
public record Explanation(Setup setup, FlowNames names, int flow, long startPs, @Nullable FlowResult result,
    @Nullable String unfinished, long lifePs, Ledger ledger, ControlLog control, List<PathPort> path, List<PathPort> losses,
    List<RouteLog.Change> routeChanges, Packets packets) {
  /**
   * Counts of packets of a flow.
   *
   * @param sent packets that the flow's NIC sent, including retransmissions
   * @param sentAgain retransmissions
   * @param overtaken packets, sent once, that arrived at the last port after packets that were sent later
   * @param lostAcknowledgements acknowledgements of the flow that were lost
   * @param timeouts number of times that the flow's retransmission timer expired
   */
  public record Packets(int sent, int sentAgain, int overtaken, int lostAcknowledgements, int timeouts) {
  }

  /**
   * Simulates a scenario again, until a flow has finished, and returns the flow's breakdown.
   *
   * @throws InputError when there is no such flow, or it is an operation of a queue pair, or a message that never starts
   */
  public static Explanation of(Scenario scenario, int flow) {
    return of(scenario, flow, _ -> {
    });
  }

  /**
   * Returns the breakdown, for callers that may interrupt the simulation.
   *
   * @param begins receives the simulation when it is about to run; an explanation of an interrupted simulation is meaningless
   */
  public static Explanation of(Scenario scenario, int flow, Consumer<Simulation> begins) {
    return of(scenario, flow, null, begins);
  }

  /**
   * Returns the breakdown, and writes a trace for ui.perfetto.dev.
   *
   * @param file file of the trace, which appears only when it is complete
   * @param check receives the explanation before anything is written, and may reject it by an exception
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

  /** Rejects fast runs: an explanation follows every packet, and adds up the packets' times. */
  public static void refuseFast(Scenario scenario) {
    if (scenario.setup().fidelity().error() > 0) {
      throw new InputError("fidelity fast leaves packets out, and explain follows every packet of the flow; run the scenario with"
          + " --set fidelity=full, and explain that run");
    }
  }

  /** Completion time of the flow, in picoseconds; null when it did not finish. */
  public @Nullable Long fctPs() {
    return result == null ? null : result.fctPs();
  }

  /** Largest cost that the flow would not have had alone; null when there is none. */
  public Map.@Nullable Entry<Ledger.Entry, Long> main() {
    return ledger.byCost().stream().filter(one -> one.getKey().cause() != Cause.SENDING && one.getKey().cause() != Cause.LAST_WAY)
        .findFirst().orElse(null);
  }
}
