package dev.inflight.lab;

import dev.inflight.net.EgressPort;
import dev.inflight.net.Fabric;
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
record LinkUse(EgressPort port, double utilisation, long pausedPs) {
  /** All directions of all cables, node by node. */
  static List<LinkUse> of(Simulation simulation, long simulatedPs, long endPs) {
    Fabric fabric = simulation.fabric();
    var links = new ArrayList<LinkUse>();
    for (int node = 0; node < fabric.topology().nodeCount(); node++) {
      for (EgressPort port : fabric.ports(node)) {
        double utilisation = simulatedPs == 0 ? 0 : (double) simulation.sendingPs(port) / simulatedPs;
        links.add(new LinkUse(port, utilisation, port.pausedPs(endPs)));
      }
    }
    return links;
  }
}
