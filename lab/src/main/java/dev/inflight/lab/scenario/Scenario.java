package dev.inflight.lab.scenario;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What to simulate, checked.
 *
 * @param source the file it was read from, as the user named it
 * @param name what to call it
 * @param topology what {@code setup.topology} was built from
 * @param workloads what {@code setup.flows} was built from
 * @param setup what the simulator needs
 * @param warnings what may not be as its author thinks, each a sentence that names its place
 */
public record Scenario(Path source, String name, TopologyGenerator topology, List<Workload> workloads, Setup setup,
    List<String> warnings) {
  /** Builds topology and flows, and checks that everything fits together. */
  static Scenario assemble(Path source, String name, Draft draft, KeyLocations places) {
    SetupBuilder values = draft.setup;
    TopologyGenerator topology = Objects.requireNonNull(draft.topology);
    values.topology = places.of("topology").check(topology::build);
    values.flows = flows(draft.workloads, values, places);
    if (!places.isConfiguration()) { // which has its own, or means to have none
      EcnDefaults.fill(values);
    }
    Setup setup = values.build();
    ScenarioCheck.check(setup, places);
    return new Scenario(source, name, topology, List.copyOf(draft.workloads), setup, ScenarioWarnings.of(setup, places));
  }

  private static FlowTable flows(List<? extends Workload> workloads, SetupBuilder values, KeyLocations places) {
    var flows = new FlowTable();
    for (int at = 0; at < workloads.size(); at++) {
      Workload workload = workloads.get(at);
      places.of("flows", at).check(() -> {
        workload.addTo(flows, values.topology, values.seed);
        return flows;
      });
    }
    return flows.sortedByStart();
  }

  /** A scenario's name when it does not say: its file's name, or its folder's where that says more. */
  public static String nameOf(Path path) {
    if (InputText.isPipe(path)) {
      return "stdin";
    }
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
