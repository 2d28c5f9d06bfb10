package dev.inflight.lab.scenario.names;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.name.GivenNames;
import dev.inflight.net.topology.name.NodeNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names for some nodes, as a scenario or a file has them.
 *
 * @param entries for one node or a range of nodes each
 * @param written the text that reads back as this, in a scenario
 */
public record NodeNaming(List<Entry> entries, String written) {
  /** No names but the topology's own. */
  public static final NodeNaming NONE = new NodeNaming(List.of(), "");

  private static final String PLACE_IN_RANGE = "{n}";
  private static final String NUMBER = "{node}";
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
  /** Reads as a node's number. */
  private static final Pattern NUMBERED = Pattern.compile("(host|switch) ?(\\d+)");

  /**
   * A name, or a pattern of names.
   *
   * @param nodes a node's number, two with a hyphen between for a range, or the name that the topology gives to a node
   * @param pattern the name; {@code {n}} is the place in the range, from 0, and {@code {node}} the node's number
   * @param place its place
   */
  public record Entry(String nodes, String pattern, SourceLocation place) {
  }

  /** Keeps a copy. */
  public NodeNaming {
    entries = List.copyOf(entries);
  }

  /**
   * Returns the topology with these names.
   *
   * @throws dev.inflight.lab.read.InputError when a node does not exist, or a name is invalid or names two nodes, with its place
   */
  public Topology of(Topology topology) {
    return entries.isEmpty() ? topology : new Naming(topology).named(entries);
  }

  /** Names of one topology in the making. */
  private static final class Naming {
    private final Topology topology;
    private final NodeNames before;
    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, SourceLocation> places = new HashMap<>();
    private final Map<String, Integer> nodes = new HashMap<>();
    private final Faults faults = new Faults();

    Naming(Topology topology) {
      this.topology = topology;
      before = topology.names();
    }

    Topology named(List<Entry> entries) {
      entries.forEach(entry -> faults.collect(() -> add(entry)));
      names.forEach((node, name) -> {
        int other = before.node(name);
        if (other >= 0 && !names.containsKey(other)) {
          faults.add(place(node).error(
              "node " + other + " is called " + Quoted.of(name)
                  + " already; give it another name too, or choose another one here"));
        }
      });
      faults.throwIfAny();
      return topology.named(new GivenNames(before, names));
    }

    private SourceLocation place(int node) {
      return Objects.requireNonNull(places.get(node));
    }

    private void add(Entry entry) {
      Matcher range = RANGE.matcher(entry.nodes);
      if (!range.matches()) {
        name(entry, entry.place.check(() -> NodeReference.node(entry.nodes, topology)), 0);
        return;
      }
      int first = Integer.parseInt(range.group(1));
      int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
      if (last < first) {
        throw entry.place.error("the range " + entry.nodes + " ends before it starts; write " + last + "-" + first);
      }
      if (last >= topology.nodeCount()) {
        throw entry.place.error("node " + last + " does not exist; nodes are 0 to " + (topology.nodeCount() - 1));
      }
      if (last > first && !entry.pattern.contains(PLACE_IN_RANGE) && !entry.pattern.contains(NUMBER)) {
        throw entry.place.error("nodes " + first + " to " + last + " would all be called " + Quoted.of(entry.pattern)
            + "; {n} is the place in the range and {node} the number of the node, as in " + Quoted.of(entry.pattern + "{n}"));
      }
      for (int node = first; node <= last; node++) {
        name(entry, node, node - first);
      }
    }

    private void name(Entry entry, int node, int placeInRange) {
      String name = entry.pattern.replace(PLACE_IN_RANGE, Integer.toString(placeInRange)).replace(NUMBER, Integer.toString(node));
      entry.place.check(() -> {
        NodeName.require(name, "node " + node);
        requireOwnNumber(name, node);
        return name;
      });
      if (names.putIfAbsent(node, name) != null) {
        throw entry.place.error("node " + node + " has a name already, by " + place(node));
      }
      places.put(node, entry.place);
      Integer other = nodes.putIfAbsent(name, node);
      if (other != null) {
        throw entry.place.error("nodes " + other + " and " + node + " would both be called " + Quoted.of(name));
      }
    }

    private static void requireOwnNumber(String name, int node) {
      Matcher numbered = NUMBERED.matcher(name);
      if (numbered.matches() && !numbered.group(2).equals(Integer.toString(node))) {
        throw NodeName.readsAsNumber(name, "node " + node);
      }
    }
  }
}
