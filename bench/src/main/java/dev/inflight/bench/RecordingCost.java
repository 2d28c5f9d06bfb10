package dev.inflight.bench;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.RunRecorder;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Cost of recording in a run: simulates a scenario without recording ({@code none}), with the default ({@code default}), or with rows of
 * all flows and ports every 10 us ({@code all}). Arguments: the kind of recording, the scenario, then {@code KEY=VALUE}.
 */
public final class RecordingCost {
  private RecordingCost() {
  }

  /** Prints the kind of recording, milliseconds of the simulation, and packet-hops. */
  public static void main(String[] arguments) throws IOException {
    String which = arguments[0];
    Overrides replacements = Overrides.NONE;
    for (int at = 2; at < arguments.length; at++) {
      replacements = replacements.set(arguments[at]);
    }
    if (which.equals("all")) {
      replacements = replacements.set("series={every: 10us, flows: all, ports: all}");
    }
    Scenario scenario = ScenarioReader.read(Path.of(arguments[1]), replacements);
    Path results = Files.createTempDirectory("recording");
    try (RunFolder folder = RunFolder.create(results.resolve("run"), true, RunFolder.Opener.DISK)) {
      Recorder recorder = which.equals("none") ? Recorder.NONE : new RunRecorder(scenario.setup(), folder);
      var simulation = new Simulation(scenario.setup(), recorder);
      long beganNs = System.nanoTime();
      RunResult result = simulation.run();
      System.out.printf("%s %d ms %d packet-hops%n", which, (System.nanoTime() - beganNs) / 1_000_000, result.packetHops());
    }
  }
}
