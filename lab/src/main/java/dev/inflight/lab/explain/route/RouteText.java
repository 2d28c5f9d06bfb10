package dev.inflight.lab.explain.route;

import dev.inflight.lab.explain.words.PortPhrases;
import dev.inflight.lab.print.Humanize;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.run.CableLog.CableChange;
import java.util.List;
import java.util.stream.Collectors;

/** Text about the changes of a flow's path. */
public final class RouteText {
  private RouteText() {
  }

  /** Returns a sentence about a change. */
  public static String of(Topology topology, RouteLog.Change change) {
    CableChange event = change.because();
    return "Its route changed " + Humanize.time(change.sincePs()) + " after its start, because the cable between "
        + topology.name(event.ends().a()) + " and " + topology.name(event.ends().b()) + (event.up() ? " came back" : " went down")
        + " at " + Humanize.time(event.atPs()) + ": first over " + way(topology, change.before()) + "; then over "
        + way(topology, change.after()) + ".";
  }

  private static String way(Topology topology, List<Port> ports) {
    return ports.stream().map(port -> PortPhrases.name(topology, port)).collect(Collectors.joining(", "));
  }
}
