package dev.inflight.lab.cables;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Checks of a stated fabric: an inconsistency is an error, an unusual property a warning. */
final class FabricChecks {
  private final StatedFabric fabric;
  private final Faults faults;

  FabricChecks(StatedFabric fabric, Faults faults) {
    this.fabric = fabric;
    this.faults = faults;
  }

  /** Collects ports with two cables, and names in two spellings. */
  void refuse(List<StatedCable> cables) {
    var used = new HashMap<String, SourceLocation>();
    for (StatedCable cable : cables) {
      use(cable.a(), cable.portA(), cable.place(), used);
      use(cable.b(), cable.portB(), cable.place(), used);
    }
    var spellings = new HashMap<String, StatedNode>();
    for (StatedNode node : fabric.nodes()) {
      StatedNode other = spellings.putIfAbsent(spelling(node.name()), node);
      if (other != null) {
        faults.add(node.place()
            .error("node " + Quoted.of(node.name()) + " is spelled " + Quoted.of(other.name()) + " at " + other.place()
                + "; spell one node one way, and let names of two nodes differ in more than punctuation, case or zeros"));
      }
    }
  }

  private void use(int node, String port, SourceLocation place, Map<String, SourceLocation> used) {
    if (port.isEmpty()) {
      return;
    }
    SourceLocation before = used.putIfAbsent(node + " " + port.toLowerCase(Locale.ROOT), place);
    if (before != null) {
      faults.add(place.error(
          "port " + Quoted.of(port) + " of " + Quoted.of(fabric.node(node).name()) + " already has the cable of " + before));
    }
  }

  /** Returns a name in lower case, without leading zeros of numbers, and without separators except those between two numbers. */
  private static String spelling(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[\\s_.:/-]+", "-").replaceAll("(?<!\\d)-|-(?!\\d)", "")
        .replaceAll("(?<!\\d)0+(?=\\d)", "");
  }

  /**
   * Warns of nodes without cables, hosts without a switch and parts that are not connected, and notes parallel cables.
   *
   * @param hosts indices of the hosts
   */
  static void warn(StatedFabric fabric, List<StatedCable> cables, BitSet hosts) {
    List<StatedNode> nodes = fabric.nodes();
    int[] part = new int[nodes.size()];
    for (int node = 0; node < part.length; node++) {
      part[node] = node;
    }
    var reached = new BitSet();
    var switched = new BitSet();
    Set<Long> pairs = new HashSet<>();
    Set<Long> parallel = new HashSet<>();
    StatedCable first = null;
    for (StatedCable cable : cables) {
      reached.set(cable.a());
      reached.set(cable.b());
      switched.set(cable.a(), switched.get(cable.a()) || !hosts.get(cable.b()));
      switched.set(cable.b(), switched.get(cable.b()) || !hosts.get(cable.a()));
      part[find(part, cable.a())] = find(part, cable.b());
      long pair = (long) Math.min(cable.a(), cable.b()) << Integer.SIZE | Math.max(cable.a(), cable.b());
      if (!pairs.add(pair) && parallel.add(pair) && first == null) {
        first = cable;
      }
    }
    for (int at = 0; at < part.length; at++) {
      StatedNode node = nodes.get(at);
      if (!reached.get(at)) {
        Notices.add(node.place(), "node without cables", () -> "no cable reaches " + Quoted.of(node.name()));
      } else if (hosts.get(at) && !switched.get(at)) {
        Notices.add(node.place(), "host without switch",
            () -> "host " + Quoted.of(node.name()) + " is cabled to hosts alone, which do not forward");
      }
      int root = find(part, at);
      int begin = find(part, reached.nextSetBit(0));
      if (reached.get(at) && root != begin && root == at) {
        Notices.add(node.place(), "parts", () -> "no path leads from " + Quoted.of(node.name()) + " to "
            + Quoted.of(nodes.get(reached.nextSetBit(0)).name()) + ": the cables make parts that are not connected");
      }
    }
    if (first != null) {
      Notices.note(first.place(),
          "parallel cables between " + Humanize.count(parallel.size(), "pair") + " of nodes, as from "
              + Quoted.of(nodes.get(first.a()).name()) + " to " + Quoted.of(nodes.get(first.b()).name())
              + "; each is a path of its own");
    }
  }

  private static int find(int[] part, int node) {
    int at = node;
    while (part[at] != at) {
      part[at] = part[part[at]];
      at = part[at];
    }
    return at;
  }
}
