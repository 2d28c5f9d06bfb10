package dev.inflight.lab;

import dev.inflight.net.Clock;
import dev.inflight.net.TopologyShape;
import dev.inflight.sim.FlowTable;
import dev.inflight.sim.Setup;
import dev.inflight.sim.Workload;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What to simulate, checked.
 *
 * @param source the file it was read from, as the user named it
 * @param name what to call it
 * @param topology what {@code setup.topology} was built from
 * @param workloads what {@code setup.flows} was built from
 * @param setup what the simulator needs; not to be changed
 */
public record Scenario(Path source, String name, TopologyShape topology, List<Workload> workloads, Setup setup) {
  /** Builds topology and flows, and checks that everything fits together. */
  static Scenario assemble(Path source, String name, TopologyShape topology, List<? extends Workload> workloads, Setup setup,
      Places fromFile, Replacements replacements) {
    Places places = replacements.into(setup, fromFile);
    setup.topology = places.of("topology").check(topology::build);
    var scenario = new Scenario(source, name, topology, List.copyOf(workloads), setup);
    scenario.generateFlows(places);
    ScenarioCheck.check(setup, places);
    return scenario;
  }

  private void generateFlows(Places places) {
    var flows = new FlowTable();
    for (int at = 0; at < workloads.size(); at++) {
      Workload workload = workloads.get(at);
      places.of("flows", at).check(() -> {
        workload.addTo(flows, setup.topology, setup.seed);
        return flows;
      });
    }
    setup.flows = flows.sortedByStart();
  }

  /** The same scenario with other random choices, those of its workloads included. */
  public Scenario withSeed(long seed) {
    Place option = Place.of("--seed");
    Setup changed = copy(setup);
    changed.seed = seed;
    var scenario = new Scenario(source, name, topology, workloads, changed);
    scenario.generateFlows(new Places(option, Map.of()));
    return scenario.rechecked(changed, "seed", option);
  }

  /** The same scenario with another end, as in {@code 5ms}. */
  public Scenario withUntil(String time) {
    Place option = Place.of("--until");
    Setup changed = copy(setup);
    changed.untilPs = option.check(() -> ScenarioFile.timeOrUnlimited(time));
    return rechecked(changed, "until", option);
  }

  /** The same scenario with simultaneous events in another order: {@code port} or {@code scheduling}. */
  public Scenario withTies(String ties) {
    Setup changed = copy(setup);
    changed.ties = Place.of("--ties").check(() -> Words.constant("ties", List.of(Setup.Ties.values()), ties));
    return new Scenario(source, name, topology, workloads, changed);
  }

  /** The same scenario with another arithmetic of times: {@code exact} or {@code authors}. */
  public Scenario withClock(String clock) {
    Setup changed = copy(setup);
    changed.clock = Place.of("--clock").check(() -> Words.constant("clock", List.of(Clock.values()), clock));
    return new Scenario(source, name, topology, workloads, changed);
  }

  private Scenario rechecked(Setup changed, String key, Place option) {
    ScenarioCheck.check(changed, new Places(option, Map.of(key, option)));
    return new Scenario(source, name, topology, workloads, changed);
  }

  /** Field by field, whatever fields there are, so that a new one cannot be forgotten. */
  private static Setup copy(Setup setup) {
    var copy = new Setup();
    try {
      for (Field field : Setup.class.getFields()) {
        field.set(copy, field.get(setup));
      }
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
    return copy;
  }

  /** A scenario's name when it does not say: its file's name, or its folder's where that says more. */
  static String nameOf(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    String file = String.valueOf(absolute.getFileName());
    Path folder = absolute.getParent();
    if (file.toLowerCase(Locale.ROOT).equals("config.txt") && folder != null && folder.getFileName() != null) {
      return folder.getFileName().toString();
    }
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }
}
