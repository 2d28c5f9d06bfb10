package dev.inflight.lab.scenario.names;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reference to a node by number or name. */
public final class NodeReference {
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+|0[xX][0-9a-fA-F]+");
  /** Prefix and last number of a name. */
  private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})");
  /** Maximum number of names and ranges in a message. */
  private static final int MOST_SHOWN = 8;
  /** Maximum number of names to search for the nearest one. */
  private static final int MOST_COMPARED = 10_000;

  private NodeReference() {
  }

  /** Reports whether a word is a number, not a name. */
  public static boolean isNumber(String word) {
    return NUMBER.matcher(word).matches();
  }

  /**
   * Returns the node with a name.
   *
   * @throws IllegalArgumentException with the nearest name, if no node has the name
   */
  public static int node(String name, Topology topology) {
    int node = topology.names().node(name);
    if (node < 0) {
      int nodes = topology.nodeCount();
      throw new IllegalArgumentException("unknown node " + Quoted.of(name)
          + (nodes > MOST_COMPARED
              ? "; " + nodes + " names are known, from " + Quoted.of(topology.names().name(0)) + " to "
                  + Quoted.of(topology.names().name(nodes - 1))
              : hint(name, IntStream.range(0, nodes).mapToObj(topology.names()::name).toList())));
    }
    return node;
  }

  private static String hint(String name, List<String> known) {
    return Suggestion.shortHint(name, known, () -> "; known: " + ranges(known));
  }

  /** Returns the first names, with ranges for consecutive numbers: {@code host0 to host15, leaf0, leaf1}. */
  static String ranges(List<String> names) {
    var shown = new ArrayList<String>();
    int at = 0;
    while (at < names.size() && shown.size() < MOST_SHOWN) {
      int last = at;
      while (last + 1 < names.size() && isNext(names.get(last), names.get(last + 1))) {
        last++;
      }
      boolean isRange = last > at + 1;
      shown.add(isRange ? names.get(at) + " to " + names.get(last) : names.get(at));
      at = isRange ? last + 1 : at + 1;
    }
    int left = names.size() - at;
    return String.join(", ", shown) + (left == 0 ? "" : " and " + left + " more");
  }

  /** Reports whether two names differ only in a last number, which the second one has larger by 1. */
  private static boolean isNext(String one, String other) {
    Matcher first = NUMBERED.matcher(one);
    Matcher second = NUMBERED.matcher(other);
    return first.matches() && second.matches() && first.group(1).equals(second.group(1))
        && Long.parseLong(first.group(2)) + 1 == Long.parseLong(second.group(2));
  }
}
