package dev.inflight.lab.page;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * Who paused whom. A PFC frame that arrives at a port was sent by the node at the other end of its cable. That node does so because frames of this port
 * wait in it: for a port of its own that is paused too at that time, and then the cause lies farther on, or for one that is just busy, and then the tree
 * of pauses has its root there. Of each pause it is known how long it lasted, so branches say for how much of it the next port was paused as well.
 */
final class PauseTree {
  private static final double NS_PER_US = 1e3;
  /** Links from the root to the leaves of the tree that are followed; more than any path of a fat tree has. */
  private static final int DEEPEST = 8;

  /** One pause of a port. */
  record Pause(Port port, double fromNs, double toNs) {
    /** How much of it lies within pauses of another port, which are in order and do not overlap. */
    double withinNs(List<Pause> others) {
      int low = 0;
      for (int high = others.size(); low < high;) { // the first that ends behind its start
        int middle = (low + high) >>> 1;
        if (others.get(middle).toNs <= fromNs) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      double sharedNs = 0;
      for (int at = low; at < others.size() && others.get(at).fromNs < toNs; at++) {
        sharedNs += Math.min(toNs, others.get(at).toNs) - Math.max(fromNs, others.get(at).fromNs);
      }
      return sharedNs;
    }
  }

  /** A port that was paused, in a priority, the node at the other end, which paused it, and of a host's port the rate, else 0. */
  record Port(long node, long number, long priority, long by, double hostBitsPerSec) {
  }

  /** A priority of a node; a pause of one holds up nothing in another. */
  record Place(long node, long priority) {
  }

  /** What was paused of one run. */
  record OfRun(String run, Map<Port, List<Pause>> pauses) {
  }

  private final List<OfRun> runs = new ArrayList<>();

  private PauseTree() {
  }

  /** Reads the pauses of all runs. */
  static PauseTree of(Connection database) throws SQLException {
    var tree = new PauseTree();
    Map<String, Map<Port, List<Pause>>> byRun = new LinkedHashMap<>();
    try (Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery(
            "SELECT p.run, p.node, p.port, p.priority, l.peer, p.time_ns, p.state, CASE l.kind WHEN 'host' THEN l.rate_bps ELSE 0 END, (SELECT max(e.time_ns) FROM pauses e"
                + " WHERE e.run = p.run) AS last_ns FROM pauses p JOIN ports l USING (run, node, port) ORDER BY p.run, p.node, p.port, p.priority, p.time_ns")) {
      Port open = null;
      String openRun = "";
      double sinceNs = 0;
      double lastNs = 0;
      while (rows.next()) {
        var port = new Port(rows.getLong(2), rows.getLong(3), rows.getLong(4), rows.getLong(5), rows.getDouble(8));
        String run = rows.getString(1);
        if (open != null && !(open.equals(port) && openRun.equals(run))) {
          add(byRun, openRun, new Pause(open, sinceNs, lastNs));
          open = null;
        }
        lastNs = rows.getDouble(9);
        if (rows.getString(7).equals("pause")) {
          if (open == null) {
            open = port;
            openRun = run;
            sinceNs = rows.getDouble(6);
          }
        } else if (open != null) {
          add(byRun, run, new Pause(port, sinceNs, rows.getDouble(6)));
          open = null;
        }
      }
      if (open != null) {
        add(byRun, openRun, new Pause(open, sinceNs, lastNs));
      }
    }
    byRun.forEach((run, pauses) -> tree.runs.add(new OfRun(run, pauses)));
    return tree;
  }

  private static void add(Map<String, Map<Port, List<Pause>>> byRun, String run, Pause pause) {
    byRun.computeIfAbsent(run, key -> new LinkedHashMap<>()).computeIfAbsent(pause.port, key -> new ArrayList<>()).add(pause);
  }

  /** What was paused, of each run that paused anything. */
  List<OfRun> runs() {
    return runs;
  }

  /** Writes a list of runs, each with its roots: nodes that paused others although nothing paused them, with the ports that they paused, and so on. */
  void write(JsonGenerator json) {
    json.writeStartArray();
    for (OfRun run : runs) {
      json.writeStartObject();
      json.writeStringProperty("run", run.run);
      json.writeName("roots");
      json.writeStartArray();
      for (Map.Entry<Long, Double> root : roots(run).entrySet()) {
        json.writeStartObject();
        json.writeNumberProperty("node", root.getKey());
        json.writeNumberProperty("us", root.getValue() / NS_PER_US);
        json.writeName("paused");
        writePaused(json, run, root.getKey(), null, new HashSet<>());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** By node, how long it paused others while none of its own ports was paused, in nanoseconds; the longest first. */
  private static Map<Long, Double> roots(OfRun run) {
    Map<Place, List<List<Pause>>> ofNode = new HashMap<>();
    run.pauses.forEach(
        (port, pauses) -> ofNode.computeIfAbsent(new Place(port.node, port.priority), place -> new ArrayList<>()).add(pauses));
    Map<Long, Double> own = new HashMap<>();
    for (List<Pause> pauses : run.pauses.values()) {
      for (Pause pause : pauses) {
        double passedOnNs = 0;
        for (List<Pause> further : ofNode.getOrDefault(new Place(pause.port.by, pause.port.priority), List.of())) {
          passedOnNs = Math.max(passedOnNs, pause.withinNs(further));
        }
        double restNs = pause.toNs - pause.fromNs - passedOnNs;
        if (restNs > 0) {
          own.merge(pause.port.by, restNs, Double::sum);
        }
      }
    }
    var ordered = new LinkedHashMap<Long, Double>();
    own.entrySet().stream()
        .sorted(Map.Entry.<Long, Double>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
        .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
    return ordered;
  }

  /** The ports that a node paused, as far as that was while the port was paused that the branch comes from. */
  private static void writePaused(JsonGenerator json, OfRun run, long by, @org.jspecify.annotations.Nullable Port from,
      Set<Port> above) {
    json.writeStartArray();
    List<Pause> before = from == null ? List.of() : run.pauses.getOrDefault(from, List.of());
    run.pauses.entrySet().stream()
        .filter(entry -> entry.getKey().by == by && !above.contains(entry.getKey())
            && (from == null || entry.getKey().priority == from.priority))
        .sorted(Comparator.comparingLong((Map.Entry<Port, List<Pause>> entry) -> entry.getKey().node)
            .thenComparingLong(entry -> entry.getKey().number))
        .forEach(entry -> {
          Port port = entry.getKey();
          double lastedNs = entry.getValue().stream()
              .mapToDouble(pause -> from == null ? pause.toNs - pause.fromNs : pause.withinNs(before)).sum();
          if (lastedNs > 0 && above.size() < DEEPEST) {
            json.writeStartObject();
            json.writeNumberProperty("node", port.node);
            json.writeNumberProperty("port", port.number);
            json.writeNumberProperty("priority", port.priority);
            json.writeNumberProperty("pauses", entry.getValue().size());
            json.writeNumberProperty("us", lastedNs / NS_PER_US);
            json.writeName("paused");
            above.add(port);
            writePaused(json, run, port.node, port, above);
            above.remove(port);
            json.writeEndObject();
          }
        });
    json.writeEndArray();
  }
}
