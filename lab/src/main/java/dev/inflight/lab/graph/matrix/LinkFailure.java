package dev.inflight.lab.graph.matrix;

import dev.inflight.lab.graph.text.Tokenizer;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Line {@code failure switch_type AGG switch_id 0 link_id 1}: a cable between a switch of the middle tier and a core is missing.
 * The scenario defines cables, so such a line is an error, and its message names the event to write instead.
 */
final class LinkFailure {
  private static final List<String> KEYS = List.of("switch_type", "switch_id", "link_id");
  /** Number of cables between a host and a switch of the middle tier. */
  private static final int AGG = 2;
  private static final List<String> TYPES = List.of("TOR", "AGG", "CORE");

  private final Tokenizer words;
  private final List<List<Link>> links;
  private final int[] tiers;

  private LinkFailure(Tokenizer words, Topology topology) {
    this.words = words;
    links = topology.linksOfNodes();
    tiers = tiers(topology, links);
  }

  /** Returns the error for a line, by its words. */
  static InputError refusal(Tokenizer words, List<String> line, Topology topology) {
    return new LinkFailure(words, topology).refusal(line);
  }

  private InputError refusal(List<String> line) {
    Map<String, String> values = new HashMap<>();
    for (int at = 1; at < line.size(); at += 2) {
      if (!KEYS.contains(line.get(at))) {
        throw words.error("unknown word " + Quoted.of(line.get(at)) + " of a failure" + Suggestion.hint(line.get(at), KEYS));
      }
      values.put(line.get(at), at + 1 < line.size() ? line.get(at + 1) : "");
    }
    for (String key : KEYS) {
      if (!values.containsKey(key)) {
        throw words.error("a failure without " + key + "; it is written as in: failure switch_type AGG switch_id 0 link_id 1");
      }
    }
    String type = values.getOrDefault(KEYS.get(0), "");
    int switchId = (int) words.whole(KEYS.get(1), values.getOrDefault(KEYS.get(1), ""), 0, Integer.MAX_VALUE);
    int linkId = (int) words.whole(KEYS.get(2), values.getOrDefault(KEYS.get(2), ""), 0, Integer.MAX_VALUE);
    if (!TYPES.contains(type)) {
      throw words.error("unknown switch_type " + Quoted.of(type) + Suggestion.hint(type, TYPES));
    }
    return words.error("cables that fail belong to the scenario, not to its flows; " + advice(type, switchId, linkId)
        + ", and remove this line and the line 'Failures'");
  }

  private String advice(String type, int switchId, int linkId) {
    String general = "write the cable as in events: [{at: 0ps, link: [40, 48], state: down}]";
    if (!type.equals("AGG")) {
      return "htsim itself stops at a failure of a switch_type other than AGG, so " + general;
    }
    int[] aggs = IntStream.range(0, tiers.length).filter(node -> tiers[node] == AGG).toArray();
    if (switchId >= aggs.length) {
      return "the topology has " + aggs.length + " switches of the middle tier, so it has no AGG switch " + switchId + "; "
          + general;
    }
    int agg = aggs[switchId];
    int[] up = links.get(agg).stream().mapToInt(link -> other(link, agg)).filter(node -> tiers[node] == AGG + 1).distinct()
        .toArray();
    if (linkId >= up.length) {
      return "AGG switch " + switchId + ", node " + agg + ", has cables to " + up.length + " cores, so it has no link " + linkId
          + "; " + general;
    }
    return "write events: [{at: 0ps, link: [" + agg + ", " + up[linkId] + "], state: down}]";
  }

  private static int other(Link link, int end) {
    return link.a() == end ? link.b() : link.a();
  }

  /** Returns the number of cables from each node to the hosts: 2 for the middle tier, 3 for a core, -1 without a path. */
  private static int[] tiers(Topology topology, List<List<Link>> links) {
    int[] tiers = new int[topology.nodeCount()];
    Arrays.fill(tiers, -1);
    var reached = new ArrayDeque<Integer>();
    for (int host : topology.hosts()) {
      tiers[host] = 0;
      reached.add(host);
    }
    while (!reached.isEmpty()) {
      int node = reached.remove();
      for (Link link : links.get(node)) {
        int next = other(link, node);
        if (tiers[next] < 0) {
          tiers[next] = tiers[node] + 1;
          reached.add(next);
        }
      }
    }
    return tiers;
  }
}
