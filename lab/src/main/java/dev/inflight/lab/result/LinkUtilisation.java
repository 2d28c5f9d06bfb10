package dev.inflight.lab.result;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.sim.Simulation;
import java.util.ArrayList;
import java.util.List;

/**
 * How one direction of a cable was used.
 *
 * @param port the port that sends
 * @param utilisation share of the run in which it was sending, preambles and gaps included
 * @param pausedPs time that priority groups spent paused, added up
 */
public record LinkUtilisation(Port port, double utilisation, long pausedPs) {
  /** All directions of all cables, node by node. */
  static List<LinkUtilisation> of(Simulation simulation, long simulatedPs, long endPs) {
    Fabric fabric = simulation.fabric();
    var links = new ArrayList<LinkUtilisation>();
    for (int node = 0; node < fabric.topology().nodeCount(); node++) {
      for (Port port : fabric.ports(node)) {
        double utilisation = simulatedPs == 0 ? 0 : (double) simulation.sendingPs(port) / simulatedPs;
        links.add(new LinkUtilisation(port, utilisation, port.pausedPs(endPs)));
      }
    }
    return links;
  }
}
