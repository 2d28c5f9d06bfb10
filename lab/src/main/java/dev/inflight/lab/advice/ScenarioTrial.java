package dev.inflight.lab.advice;

import dev.inflight.lab.print.Humanize;
import dev.inflight.net.host.Observer;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.StallReport;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Pauses and drops in a run of a scenario.
 *
 * @param pauses PFC frames that switches sent
 * @param drops packets that switches dropped for lack of buffer, or trimmed
 * @param deadlock description of the cycle of ports that wait for each other at the end; null when there is none
 */
public record ScenarioTrial(long pauses, long drops, @Nullable String deadlock) {
  /** Largest number of packets of a scenario to simulate, so that advice takes only seconds. */
  private static final long MOST_PACKETS = 400_000;
  private static final long MOST_PS = 100_000_000_000L;

  /** Simulates a scenario; returns null when it has too many packets. */
  public static @Nullable ScenarioTrial of(Setup of) {
    long packets = 0;
    for (int row = 0; row < of.flows().count(); row++) {
      packets += 1 + of.flows().sizeBytes(row) / of.payloadBytes();
      if (packets > MOST_PACKETS) {
        return null;
      }
    }
    Setup setup = of.with(change -> change.untilPs = Math.min(change.untilPs, MOST_PS));
    if (!setup.problems().isEmpty()) {
      return null;
    }
    var simulation = new Simulation(setup, Recorder.NONE);
    RunResult result = simulation.run();
    var circles = new ArrayList<List<PortName>>();
    new StallReport(simulation).forEach(stall -> {
      StallReport.Pause pause = stall.inFlight().pause();
      if (pause != null && !pause.circle().isEmpty()) {
        circles.add(pause.circle());
      }
    });
    String deadlock = circles.isEmpty()
        ? null
        : circles.getFirst().stream().map(port -> setup.topology().portName(port.node(), port.number(), port.peerNode()))
            .collect(Collectors.joining(" -> "));
    return new ScenarioTrial(result.of(SwitchValue.PAUSES_SENT),
        result.lost(Observer.Loss.BUFFER) + result.of(SwitchValue.TRIMMED), deadlock);
  }

  /** Reports whether switches sent no pauses and dropped no packets. */
  boolean isClean() {
    return pauses == 0 && drops == 0;
  }

  String words() {
    return Humanize.count(pauses, "pause") + " and " + Humanize.count(drops, "drop");
  }
}
