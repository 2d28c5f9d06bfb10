package dev.inflight.lab.explain.route;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.scenario.event.EventText;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.explain.words.FlowNames;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkFlapping;
import dev.inflight.sim.change.LinkLossy;
import dev.inflight.sim.change.LinkSilent;
import dev.inflight.sim.change.NodeDown;
import dev.inflight.sim.change.fault.SlowCompute;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.setup.Setup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Text about the events that affected a flow's path while the flow lasted. */
public final class EventsText {
  private static final int MOST = 5;

  private EventsText() {
  }

  /**
   * Returns a sentence for each event that concerns a flow, in order of time: events on its path, and, if the flow is a message,
   * computations that delayed it.
   *
   * @param names names of flows
   * @param path ports that the flow's packets passed, or the packets that answer them on the return path
   * @param fromPs start time of the flow, in picoseconds
   * @param toPs end time of the flow, in picoseconds
   */
  public static List<String> of(Setup setup, FlowNames names, int flow, Collection<Port> path, long fromPs, long toPs) {
    var sentences = new ArrayList<String>();
    Job job = names.job(flow);
    if (job != null && job.computes(names.sender(job, flow))) {
      List<FabricEvent> slow = setup
          .events().stream().filter(event -> event instanceof SlowCompute straggler
              && straggler.node() == setup.flows().source(flow) && event.atPs() < fromPs && event.untilPs() > job.startPs())
          .toList();
      sentences.addAll(sentences("Before it", setup.topology(), slow));
    }
    sentences.addAll(sentences("On its path", setup.topology(), met(setup.events(), path, fromPs, toPs)));
    return sentences;
  }

  /** Returns a sentence, with a blank before it, for each event between two times by which a port sent below its cable's rate. */
  public static String slowing(Setup setup, Port port, long fromPs, long toPs) {
    return setup.events().stream().filter(event -> event.changesRates() && event.atPs() < toPs && event.untilPs() > fromPs)
        .filter(event -> event.concerns(port.node(), port.number(), port.far().node())).limit(MOST)
        .map(event -> " Cause: " + EventText.sentence(event, setup.topology()) + ".").collect(Collectors.joining());
  }

  /**
   * Returns the events that caused a wait at a port between two times: those that changed the port's rate, or for lost packets
   * and missing routes, those that took its cable or a node away, or lost packets there.
   */
  public static List<FabricEvent> causes(List<FabricEvent> events, Cause cause, Port port, long fromPs, long toPs) {
    return met(events, List.of(port), fromPs, toPs).stream().filter(event -> switch (cause) {
      case WINDOW, PACE, SLOWED, LAST_QUEUE, LAST_ACK, LATE_ACKS ->
        event.changesRates() && event.concerns(port.node(), port.number(), port.far().node());
      case LINK_DOWN, LOSS_WAIT, TIMEOUT, RETRANSMISSION -> event instanceof LinkDown || event instanceof LinkFlapping
          || event instanceof LinkLossy || event instanceof LinkSilent || event instanceof NodeDown;
      default -> false;
    }).toList();
  }

  /** Returns a sentence, with a blank before it, for each of the first causes. */
  public static String causes(Topology topology, Collection<FabricEvent> causes) {
    return causes.stream().limit(MOST).map(event -> " Cause: " + EventText.sentence(event, topology) + ".")
        .collect(Collectors.joining());
  }

  /** Returns the events that concern cables of a path, or nodes at their ends, and last at some time of a span. */
  public static List<FabricEvent> met(List<FabricEvent> events, Collection<Port> path, long fromPs, long toPs) {
    return events.stream().filter(event -> event.atPs() < toPs && event.untilPs() > fromPs)
        .filter(event -> path.stream().anyMatch(port -> isAt(event, port))).toList();
  }

  /**
   * Returns a sentence for each of the first events, and one sentence for the others.
   *
   * @param where first words of each sentence
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
    return event.concerns(port.node(), port.number(), port.far().node())
        || event.concerns(port.far().node(), port.far().number(), port.node());
  }
}
