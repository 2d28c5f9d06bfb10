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
 * Names for some nodes, from a scenario or a file.
 *
 * @param entries names for one node or a range of nodes each
 * @param written text in a scenario from which the same names can be read
 */
public record NodeNaming(List<Entry> entries, String written) {
  /** No names in addition to the topology's. */
  public static final NodeNaming NONE = new NodeNaming(List.of(), "");

  private static final String PLACE_IN_RANGE = "{n}";
  private static final String NUMBER = "{node}";
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
  /** Names that refer to a node by number. */
  private static final Pattern NUMBERED = Pattern.compile("(host|switch) ?(\\d+)");

  /**
   * Name, or pattern of names.
   *
   * @param nodes a node's number, a range as two numbers with a hyphen between, or the topology's name of a node
   * @param pattern the name; {@code {n}} is the index in the range, from 0, and {@code {node}} the node's number
   * @param place its place
   */
  public record Entry(String nodes, String pattern, SourceLocation place) {
  }

  /** Copies the list. */
  public NodeNaming {
    entries = List.copyOf(entries);
  }

  /**
   * Returns the topology with these names.
   *
   * @throws dev.inflight.lab.read.InputError with its place, if a node does not exist, or a name is invalid or names two nodes
   */
  public Topology of(Topology topology) {
    return entries.isEmpty() ? topology : new Naming(topology).named(entries);
  }

  /** Names of one topology, collected one by one. */
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
