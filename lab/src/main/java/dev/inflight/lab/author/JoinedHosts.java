package dev.inflight.lab.author;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.net.fabric.unloaded.Reachability;
import dev.inflight.net.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Hosts of a scenario's topology that paths connect. A topology file may contain several fabrics without cables between them. */
public final class JoinedHosts {
  private final int[] hosts;
  private final Reachability paths;

  /**
   * Builds the topology.
   *
   * @param path path of the scenario's file; files that it names are relative to it
   * @param spec text of the topology
   * @throws dev.inflight.lab.read.InputError when the text is no topology
   */
  public JoinedHosts(Path path, String spec) {
    String yaml = "topology: " + ScenarioTemplate.value(spec) + "\n";
    YamlNode value = Objects.requireNonNull(YamlNode.root(InputText.of(path, yaml.getBytes(StandardCharsets.UTF_8)), tree -> tree)
        .entries(List.of("topology")).get("topology"));
    Topology topology = value.place().check(Axis.bind(Catalog.TOPOLOGIES, value)::build);
    hosts = topology.hosts();
    paths = new Reachability(topology);
  }

  /** Spec of a small flow between two connected hosts; where there are none, a workload with an error that states so. */
  String oneFlow() {
    return flow("1KB");
  }

  /** Returns the spec of a flow of the usual size. */
  public String flow() {
    return flow("1MB");
  }

  private String flow(String size) {
    for (int from : hosts) {
      for (int to : hosts) {
        if (paths.reaches(from, to)) {
          return "flow(from=" + from + ", to=" + to + ", size=" + size + ")";
        }
      }
    }
    return "permutation(size=" + size + ")";
  }

  /** Reports whether the first host has a path to each other host, as in a topology of one fabric. */
  public boolean areOneFabric() {
    for (int at = 1; at < hosts.length; at++) {
      if (!paths.reaches(hosts[0], hosts[at])) {
        return false;
      }
    }
    return true;
  }
}
