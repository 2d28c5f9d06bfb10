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
 * A run in slices, so that the worker can receive messages of the page in between. It samples the fabric between events, so
 * results are the same as without slices.
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
   * Continues the run for some time of the wall clock.
   *
   * @param milliseconds approximate time
   * @return true if the run has ended
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

  /** Ends the run at the user's request. */
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

  /** Number of flows. */
  @JSExport
  public int flows() {
    return simulation.flows();
  }

  /** Number of finished flows. */
  @JSExport
  public int flowsFinished() {
    return simulation.flowsFinished();
  }

  /** Reason of the run's end; empty while it runs. */
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
        : simulation.hasStalled() ? "no more packets were delivered" : "the scenario's end";
  }

  /** Fingerprint of the run, equal for the same sequence of events: 16 hexadecimal digits; empty while it runs. */
  @JSExport
  public String fingerprint() {
    if (result == null) {
      return "";
    }
    String digits = Long.toHexString(result.fingerprint());
    return "0".repeat(16 - digits.length()) + digits;
  }

  /** Names of the ports with recorded queues and rates: those with the longest queues. */
  @JSExport
  public String[] ports() {
    return looks.names();
  }

  /** Times of the samples, in microseconds. */
  @JSExport
  public double[] lookMicros() {
    return looks.micros();
  }

  /** Waiting bytes at a port, one value a sample. */
  @JSExport
  public double[] queueBytes(int port) {
    return looks.queueBytes(port);
  }

  /** Average rate of a port since the previous sample, in Gbit/s, one value a sample. */
  @JSExport
  public double[] gigabits(int port) {
    return looks.gigabits(port);
  }

  /** Sizes of the finished flows, in bytes, in order of their ends. */
  @JSExport
  public double[] flowBytes() {
    return ofFlows(FlowResult::sizeBytes);
  }

  /** Completion times of the finished flows, in microseconds. */
  @JSExport
  public double[] flowMicros() {
    return ofFlows(flow -> flow.fctPs() / 1e6);
  }

  /** Slowdowns of the finished flows: FCT divided by ideal FCT. */
  @JSExport
  public double[] slowdowns() {
    return ofFlows(FlowResult::slowdown);
  }

  private double[] ofFlows(ToDoubleFunction<FlowResult> value) {
    return finished.stream().mapToDouble(value).toArray();
  }
}
