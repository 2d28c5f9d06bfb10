package dev.inflight.lab.files;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.net.fabric.unloaded.Reachability;
import dev.inflight.net.topology.Topology;

/** Checks that flows run between hosts of a topology that can reach each other. */
public final class Endpoints {
  private final Topology topology;
  private final Reachability paths;
  private final String hosts;

  public Endpoints(Topology topology) {
    this.topology = topology;
    paths = new Reachability(topology);
    hosts = describe(topology);
  }

  /** Rejects, at this place, a flow that cannot run. */
  public void check(SourceLocation place, int source, int destination) {
    host(place, "source", source);
    host(place, "destination", destination);
    if (source == destination) {
      throw place.error("the flow goes from host " + source + " to itself");
    }
    if (!paths.reaches(source, destination)) {
      throw place.error("no path leads from host " + source + " to host " + destination + " (only switches forward)");
    }
  }

  private void host(SourceLocation place, String end, int node) {
    if (node < 0 || node >= topology.nodeCount()) {
      throw place.error("flow " + end + " " + node + " does not exist; hosts are " + hosts);
    }
    if (topology.isSwitch(node)) {
      throw place.error("flow " + end + " " + node + " is a switch; hosts are " + hosts);
    }
  }

  private static String describe(Topology topology) {
    var text = new StringBuilder();
    int[] hosts = topology.hosts();
    for (int at = 0, last; at < hosts.length; at = last + 1) {
      last = at;
      while (last + 1 < hosts.length && hosts[last + 1] == hosts[last] + 1) {
        last++;
      }
      if (text.length() > 80) {
        return text.append(", ...").toString();
      }
      text.append(text.isEmpty() ? "" : ", ").append(hosts[at]).append(last > at ? " to " + hosts[last] : "");
    }
    return text.isEmpty() ? "none" : text.toString();
  }
}
