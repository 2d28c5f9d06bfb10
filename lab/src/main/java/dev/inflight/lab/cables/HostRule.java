package dev.inflight.lab.cables;

import dev.inflight.lab.cables.NodeWords.Kind;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Notices;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Rule that finds the hosts among nodes. With a pattern of names, the nodes that match it are hosts. Otherwise a node's role
 * decides, or else its name; of the remaining nodes, those with one neighbor are hosts, and all others are switches.
 */
final class HostRule {
  private static final int SHOWN = 3;
  /** Digits of the longest numbers that are compared by value. */
  private static final int LONGEST_NUMBER = 20;
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final StatedFabric fabric;
  private final BitSet hosts = new BitSet();
  private int byName;
  private int byNeighbors;

  private HostRule(StatedFabric fabric) {
    this.fabric = fabric;
  }

  /**
   * Returns the hosts among a fabric's nodes, as a set of node indices.
   *
   * @throws dev.inflight.lab.read.InputError when there is no host, or a pattern matches no node
   */
  static BitSet hosts(StatedFabric fabric, CableDefaults defaults) {
    var rule = new HostRule(fabric);
    if (!defaults.hosts().isEmpty()) {
      rule.match(defaults);
    } else {
      rule.decide();
    }
    return rule.hosts;
  }

  private void match(CableDefaults defaults) {
    Pattern names = defaults.hostNames();
    List<StatedNode> nodes = fabric.nodes();
    for (int node = 0; node < nodes.size(); node++) {
      hosts.set(node, names.matcher(nodes.get(node).name()).matches());
    }
    if (hosts.isEmpty()) {
      throw fabric.file().error("hosts=" + Quoted.of(defaults.hosts()) + " matches no name of the " + nodes.size()
          + " nodes, which are " + some(nodes) + "; * matches any characters, as in hosts=\"gpu*|server*\"");
    }
  }

  private void decide() {
    List<StatedNode> nodes = fabric.nodes();
    int[] neighbor = new int[nodes.size()];
    int[] neighbors = new int[nodes.size()];
    for (StatedCable cable : fabric.cables()) {
      count(cable.a(), cable.b(), neighbor, neighbors);
      count(cable.b(), cable.a(), neighbor, neighbors);
    }
    for (int node = 0; node < nodes.size(); node++) {
      Optional<Kind> role = NodeWords.kind(nodes.get(node).role());
      Optional<Kind> kind = role.isPresent() ? role : NodeWords.kind(nodes.get(node).name());
      byName += role.isEmpty() && kind.isPresent() ? 1 : 0;
      byNeighbors += kind.isEmpty() ? 1 : 0;
      hosts.set(node, kind.map(known -> known == Kind.HOST).orElse(nodes.get(node).isUsuallyHost() || neighbors[node] == 1));
    }
    if (hosts.isEmpty()) {
      throw fabric.file()
          .error("none of the " + nodes.size() + " nodes is a host: none has a role such as host or gpu, a name with such a"
              + " word, or a single neighbor; name the hosts, as in hosts=\"" + pattern(nodes.getFirst()) + "|"
              + pattern(nodes.getLast()) + "\"");
    }
    if (hosts.cardinality() == nodes.size() && nodes.size() > 2) {
      throw fabric.file()
          .error("all " + nodes.size() + " nodes are hosts by their roles or names, and hosts do not forward; name the hosts,"
              + " as in hosts=\"gpu*|server*\"");
    }
    note(nodes);
  }

  /** Returns a pattern of a node's name. */
  private static String pattern(StatedNode node) {
    return Quoted.shortened(node.name()).replace("\"", "?");
  }

  private static void count(int node, int peer, int[] neighbor, int[] neighbors) {
    if (neighbors[node] == 0) {
      neighbor[node] = peer;
      neighbors[node] = 1;
    } else if (neighbor[node] != peer) {
      neighbors[node] = 2;
    }
  }

  private void note(List<StatedNode> nodes) {
    if (byName + byNeighbors > 0) {
      List<StatedNode> those = hosts.stream().mapToObj(nodes::get).toList();
      String rule = byNeighbors == 0
          ? "their names"
          : byName == 0 ? "having one neighbor" : "their names, or where these show nothing by having one neighbor";
      Notices.note(fabric.file(),
          Humanize.count(those.size(), "node") + " of " + nodes.size() + " are hosts by " + rule + ": " + some(those));
    }
  }

  /** Returns a name with zeros before its numbers, so that equally long ones compare by value. */
  private static String padded(String name) {
    return NUMBER.matcher(name)
        .replaceAll(found -> "0".repeat(Math.max(0, LONGEST_NUMBER - found.group().length())) + found.group());
  }

  /** Returns names in their order, in which node2 precedes node10: all of a few, otherwise the first ones and the last. */
  private static String some(List<StatedNode> nodes) {
    List<String> names = nodes.stream().map(node -> Map.entry(padded(node.name()), node.name()))
        .sorted(Map.Entry.comparingByKey()).map(entry -> Quoted.shortened(entry.getValue())).toList();
    return names.size() <= SHOWN + 1
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, SHOWN)) + " to " + names.getLast();
  }
}
