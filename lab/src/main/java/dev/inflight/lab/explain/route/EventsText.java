package dev.inflight.lab.explain.route;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.scenario.event.EventText;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.FabricEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What happened to a flow's path from outside while the flow lasted, in words. */
public final class EventsText {
  private static final int MOST = 5;

  private EventsText() {
  }

  /**
   * A sentence for each event, the first ones first.
   *
   * @param path ports that the flow's packets passed, or those that answer them on their way back
   * @param fromPs when the flow began
   * @param toPs when it ended
   */
  public static List<String> of(Topology topology, List<FabricEvent> events, Collection<Port> path, long fromPs, long toPs) {
    return sentences("On its path", topology, met(events, path, fromPs, toPs));
  }

  /** Those of the events that concern cables of a path, or nodes at their ends, and last at some time of a span. */
  public static List<FabricEvent> met(List<FabricEvent> events, Collection<Port> path, long fromPs, long toPs) {
    return events.stream().filter(event -> event.atPs() < toPs && event.untilPs() > fromPs)
        .filter(event -> path.stream().anyMatch(port -> isAt(event, port))).toList();
  }

  /**
   * A sentence for each of the first ones, and one for the others.
   *
   * @param where what each begins with
   */
  public static List<String> sentences(String where, Topology topology, List<FabricEvent> met) {
    var sentences = new ArrayList<String>();
    met.stream().limit(MOST).forEach(event -> sentences.add(where + ", " + EventText.sentence(event, topology) + "."));
    if (met.size() > MOST) {
      sentences.add(where + ", " + Humanize.count(met.size() - MOST, "more event") + " happened meanwhile.");
    }
    return sentences;
  }

  private static boolean isAt(FabricEvent event, Port port) {
    return event.concerns(port.node(), port.far().node()) || event.concerns(port.far().node(), port.node());
  }
}
