package dev.inflight.lab.explain.job;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.explain.Ledger;
import dev.inflight.lab.explain.PathPort;
import dev.inflight.lab.explain.route.EventsText;
import dev.inflight.lab.explain.words.FlowNames;
import dev.inflight.lab.explain.words.PortPhrases;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.graph.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Time of a message by cause.
 *
 * @param parts parts that add up to the message's time
 * @param events events that changed cables or nodes of its path during this time, in the scenario's order
 * @param unfinished sentence about the resource that the message waited for when the simulation ended; null when it arrived
 */
record MessageTime(List<Part> parts, List<FabricEvent> events, @Nullable String unfinished) {
  /** Name of flows that are not messages of jobs. */
  static final String FLOWS = "flows";

  /**
   * A part of a message's time.
   *
   * @param where name of the port; empty for a cause without a port
   * @param pauseRoot queue that paused the port for the longest time; empty without pauses
   * @param ownBytes bytes of the message that left the port
   * @param otherBytes bytes of others that left there during the message's time, by job; all flows count as one job
   * @param events events that caused the wait at the port
   */
  record Part(Cause cause, String where, long ps, String pauseRoot, long ownBytes, Map<String, Long> otherBytes,
      List<FabricEvent> events) {
  }

  static MessageTime of(Explanation explanation) {
    var parts = new ArrayList<Part>();
    long endPs = explanation.startPs() + explanation.lifePs();
    for (Map.Entry<Ledger.Entry, Long> cost : explanation.ledger().byCost()) {
      PathPort at = cost.getKey().at();
      Cause cause = cost.getKey().cause();
      parts.add(at == null
          ? new Part(cause, "", cost.getValue(), "", 0, Map.of(), List.of())
          : new Part(cause, PortPhrases.name(explanation.setup().topology(), at.port()), cost.getValue(),
              cause == Cause.PAUSED ? Objects.requireNonNullElse(at.pauseRoot(), "") : "", at.ownBytes(),
              byJob(at.otherBytes(), explanation.names()),
              EventsText.causes(explanation.setup().events(), cause, at.port(), explanation.startPs(), endPs)));
    }
    List<FabricEvent> events = EventsText.met(explanation.setup().events(),
        explanation.path().stream().map(PathPort::port).toList(), explanation.startPs(), endPs);
    return new MessageTime(parts, events, explanation.unfinished());
  }

  private static Map<String, Long> byJob(Map<Integer, Long> ofFlows, FlowNames names) {
    var sums = new HashMap<String, Long>();
    ofFlows.forEach((flow, bytes) -> {
      Job job = names.job(flow);
      sums.merge(job == null ? FLOWS : "job " + job.name(), bytes, Long::sum);
    });
    return sums;
  }

  /** Largest part; null where all parts are 0. */
  @Nullable
  Part most() {
    return parts.isEmpty() ? null : parts.getFirst();
  }
}
