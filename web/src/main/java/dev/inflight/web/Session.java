package dev.inflight.web;

import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.teavm.jso.JSExport;

/**
 * One run, some of it at a time, so that the worker can receive messages of the page in between. Looks at the fabric between events, so results are
 * the same.
 */
public final class Session {
  private final Setup setup;
  private final List<FlowResult> finished = new ArrayList<>();
  private final Simulation simulation;
  private final PortLooks looks;
  private long untilPs;
  private @Nullable RunResult result;

  Session(Setup setup) {
    this.setup = setup;
    simulation = new Simulation(setup, new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        finished.add(flow);
      }
    });
    looks = new PortLooks(simulation);
    untilPs = setup.flows().count() == 0 ? 0 : simulation.flowTable().startPs(0);
  }

  /**
   * Goes on for some time of the wall clock.
   *
   * @param milliseconds about how long
   * @return whether the run has ended
   */
  @JSExport
  public boolean advance(double milliseconds) {
    double end = System.currentTimeMillis() + milliseconds;
    while (result == null && System.currentTimeMillis() < end) {
      if (simulation.flowsFinished() == simulation.flows() || simulation.hasStalled() || untilPs >= setup.untilPs()) {
        finish();
        break;
      }
      long stepPs = looks.periodPs();
      untilPs = Math.min(setup.untilPs(), untilPs > Long.MAX_VALUE - stepPs ? Long.MAX_VALUE : untilPs + stepPs);
      simulation.advance(untilPs);
      looks.look(untilPs);
    }
    return result != null;
  }

  /** Ends the run, as its user asks. */
  @JSExport
  public void stop() {
    if (result == null) {
      simulation.interrupt();
      finish();
    }
  }

  private void finish() {
    result = simulation.run();
    looks.look(Math.max(untilPs, simulation.endPs()));
  }

  /** Simulated time so far, in microseconds. */
  @JSExport
  public double nowMicros() {
    return (result == null ? Math.min(untilPs, setup.untilPs()) : simulation.endPs()) / 1e6;
  }

  /** Packet-hops so far. */
  @JSExport
  public double packetHops() {
    return simulation.packetHops();
  }

  /** Flows. */
  @JSExport
  public int flows() {
    return simulation.flows();
  }

  /** Flows that have finished. */
  @JSExport
  public int flowsFinished() {
    return simulation.flowsFinished();
  }

  /** How the run ended; empty before it has. */
  @JSExport
  public String ending() {
    if (result == null) {
      return "";
    }
    if (result.partial()) {
      return "stopped";
    }
    return simulation.flowsFinished() == simulation.flows()
        ? "all flows finished"
        : simulation.hasStalled() ? "nothing was delivered any more" : "the scenario's end";
  }

  /** What is the same for the same course of events, 16 hexadecimal digits; empty before the run has ended. */
  @JSExport
  public String fingerprint() {
    if (result == null) {
      return "";
    }
    String digits = Long.toHexString(result.fingerprint());
    return "0".repeat(16 - digits.length()) + digits;
  }

  /** Names of the ports whose queues and rates are kept: those with the longest queues. */
  @JSExport
  public String[] ports() {
    return looks.names();
  }

  /** When they were looked at, in microseconds. */
  @JSExport
  public double[] lookMicros() {
    return looks.micros();
  }

  /** Bytes that waited at a port, at each look. */
  @JSExport
  public double[] queueBytes(int port) {
    return looks.queueBytes(port);
  }

  /** What a port sent on average since the look before, in Gbit/s. */
  @JSExport
  public double[] gigabits(int port) {
    return looks.gigabits(port);
  }

  /** Sizes of the flows that have finished, in bytes, in order of their ends. */
  @JSExport
  public double[] flowBytes() {
    return ofFlows(FlowResult::sizeBytes);
  }

  /** Their completion times, in microseconds. */
  @JSExport
  public double[] flowMicros() {
    return ofFlows(flow -> flow.fctPs() / 1e6);
  }

  /** Their completion times over those of the flows alone. */
  @JSExport
  public double[] slowdowns() {
    return ofFlows(FlowResult::slowdown);
  }

  private double[] ofFlows(ToDoubleFunction<FlowResult> value) {
    return finished.stream().mapToDouble(value).toArray();
  }
}
