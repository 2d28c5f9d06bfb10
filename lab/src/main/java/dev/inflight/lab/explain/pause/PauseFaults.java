package dev.inflight.lab.explain.pause;

import dev.inflight.lab.scenario.event.EventText;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.setup.Setup;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pauses that an event of the scenario causes, and no queue: a PFC storm, or a host that accepts packets too slowly. */
public final class PauseFaults {
  private final Setup setup;
  private final long fromPs;
  private final long toPs;

  /** Creates the faults between two times, in picoseconds. */
  public PauseFaults(Setup setup, long fromPs, long toPs) {
    this.setup = setup;
    this.fromPs = fromPs;
    this.toPs = toPs;
  }

  /**
   * Returns a sentence about the event that caused a pause, with a blank before it; empty without any.
   *
   * @param paused port that is paused
   * @param root name, in sentences, of the port with the queue at the root of the pause; null: unknown
   */
  public String sentence(Port paused, @Nullable String root) {
    return pausing(paused.far().node(), paused.far().number()).or(() -> behind(root)).map(event -> " Cause: " + event + ".")
        .orElse("");
  }

  private Optional<String> pausing(int node, int number) {
    return EventText.pausing(setup.events(), setup.topology(), node, number, fromPs, toPs);
  }

  /** Returns the event that causes pauses by the port of this name: an event of the node at the port's other end. */
  private Optional<String> behind(@Nullable String root) {
    Topology topology = setup.topology();
    List<List<Topology.Link>> links = topology.linksOfNodes();
    for (int node = 0; node < topology.nodeCount(); node++) {
      for (int at = 0; at < links.get(node).size(); at++) {
        Topology.Link link = links.get(node).get(at);
        int peer = link.a() == node ? link.b() : link.a();
        if (topology.portName(node, at + 1, peer).equals(root)) {
          return pausing(peer, links.get(peer).indexOf(link) + 1);
        }
      }
    }
    return Optional.empty();
  }
}
