package dev.inflight.net.balance.given;

import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.Routes;
import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of {@link Static}, by purpose. Immutable, so that threads may share it. */
final class GivenRoutes {
  private static final String ANY = "*";
  private static final int EACH = -1;
  private static final int WITHOUT_WEIGHT = 4;
  private static final int MOST_WEIGHT = 1_000_000;

  private final Map<Key, Next> nexts = new HashMap<>();
  private final List<Row> rows = new ArrayList<>();

  /** The packets that a row is for, and its switch; {@link #EACH} for all of them. */
  private record Key(int source, int destination, int node) {
  }

  private record Row(String text, Key key, int next) {
  }

  /** The next switches of a choice, with their weights. */
  static final class Next {
    private final Map<Integer, Integer> weights = new HashMap<>();

    /** Weight of a switch, 0 if no row names it. */
    int weight(int node) {
      return weights.getOrDefault(node, 0);
    }
  }

  private GivenRoutes() {
  }

  /**
   * Reads rows.
   *
   * @throws IllegalArgumentException if one is no row, or names no node, with a sentence without its subject
   */
  static GivenRoutes read(String text, Topology topology) {
    if (text.isBlank()) {
      throw new IllegalArgumentException(
          "has no rows; write static(routes=file(routes.csv)) with rows of source, destination, switch, next switch and"
              + " optionally a weight");
    }
    var read = new GivenRoutes();
    int number = 0;
    for (String row : text.split(",", -1)) {
      read.add(++number, row.strip(), topology);
    }
    return read;
  }

  private void add(int number, String text, Topology topology) {
    String row = "row " + number + " (" + text + ")";
    String[] words = text.split("\\s+");
    if (words.length < WITHOUT_WEIGHT || words.length > WITHOUT_WEIGHT + 1) {
      throw new IllegalArgumentException(
          row + " has " + words.length + " words; a row has source, destination, switch, next switch and optionally a weight");
    }
    var key = new Key(node(words[0], row, topology, false), node(words[1], row, topology, false),
        node(words[2], row, topology, true));
    int next = node(words[3], row, topology);
    int weight = words.length == WITHOUT_WEIGHT ? 1 : weight(words[WITHOUT_WEIGHT], row);
    rows.add(new Row(row, key, next));
    if (nexts.computeIfAbsent(key, _ -> new Next()).weights.putIfAbsent(next, weight) != null) {
      throw new IllegalArgumentException(row + " repeats the source, destination, switch and next switch of an earlier row");
    }
  }

  private static int weight(String word, String row) {
    if (!word.matches("\\d{1,7}") || Integer.parseInt(word) < 1 || Integer.parseInt(word) > MOST_WEIGHT) {
      throw new IllegalArgumentException(row + ": weight '" + word + "' is not a whole number from 1 to " + MOST_WEIGHT);
    }
    return Integer.parseInt(word);
  }

  private static int node(String word, String row, Topology topology) {
    int node = word.matches("\\d{1,9}") ? Integer.parseInt(word) : topology.names().node(word);
    if (node < 0 || node >= topology.nodeCount()) {
      throw new IllegalArgumentException(row + ": unknown node '" + word + "'");
    }
    return node;
  }

  private static int node(String word, String row, Topology topology, boolean isSwitch) {
    if (word.equals(ANY) && !isSwitch) {
      return EACH;
    }
    String kind = isSwitch ? "switch" : "host";
    int node = node(word, row, topology);
    if (topology.isSwitch(node) != isSwitch) {
      throw new IllegalArgumentException(row + ": " + topology.name(node) + " is not a " + kind);
    }
    return node;
  }

  /**
   * Refuses rows with a next switch that leads nowhere.
   *
   * @param routes while all cables work
   * @throws IllegalArgumentException if one does, with those that lead there
   */
  void check(Topology topology, Routes routes) {
    Cabling cabling = routes.cabling();
    for (Row row : rows) {
      int node = row.key.node;
      List<Integer> choices = new ArrayList<>();
      if (row.key.destination != EACH) {
        for (int port : routes.nextPorts(node, row.key.destination)) {
          choices.add(cabling.neighbor(port));
        }
      } else {
        for (int port = cabling.firstPort(node); port < cabling.firstPort(node + 1); port++) {
          choices.add(cabling.neighbor(port));
        }
      }
      if (!choices.contains(row.next)) {
        String known = choices.stream().filter(one -> row.key.destination != EACH || topology.isSwitch(one)).distinct()
            .map(topology::name).collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
            row.text + ": " + topology.name(row.next) + " is not a next hop of " + topology.name(node)
                + (row.key.destination == EACH ? "" : " on a shortest path to " + topology.name(row.key.destination))
                + "; next hops: " + (known.isEmpty() ? "none" : known));
      }
    }
  }

  /** Given next ports at a switch for a packet: by rows of its source before others, then by rows of its destination. */
  @Nullable
  Next find(int source, int destination, int node) {
    Next both = nexts.get(new Key(source, destination, node));
    Next from = both != null ? both : nexts.get(new Key(source, EACH, node));
    Next to = from != null ? from : nexts.get(new Key(EACH, destination, node));
    return to != null ? to : nexts.get(new Key(EACH, EACH, node));
  }
}
