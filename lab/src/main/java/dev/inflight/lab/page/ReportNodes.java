package dev.inflight.lab.page;

import dev.inflight.lab.print.Quoted;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Names of the nodes in a report. Runs of one topology share them: {@code nodes} has a node's name in the first run with that
 * node, and {@code nodesOfRuns} the names that differ in other runs.
 */
final class ReportNodes {
  /** Columns with numbers of nodes. */
  private static final Set<String> NUMBERS = Set.of("node", "peer", "source", "destination", "host");

  private final Map<String, TreeSet<Integer>> shown = new LinkedHashMap<>();

  /** Kind and name of a node; the name is null if the run lacks the node. */
  private record Node(@Nullable String kind, @Nullable String name) {
  }

  /** Adds the nodes of a row. */
  void addRow(ResultSet row, ResultSetMetaData columns) throws SQLException {
    for (int column = 1; column <= columns.getColumnCount(); column++) {
      if (NUMBERS.contains(columns.getColumnLabel(column)) && row.getObject(column) instanceof Number node) {
        shown.computeIfAbsent(row.getString("run"), _ -> new TreeSet<>()).add(node.intValue());
      }
    }
  }

  /** Adds a node that the report names outside its rows. */
  void add(String run, long node) {
    shown.computeIfAbsent(run, _ -> new TreeSet<>()).add((int) node);
  }

  void write(JsonGenerator json, Connection database) throws SQLException {
    var common = new TreeMap<Integer, Node>();
    var others = new LinkedHashMap<String, Map<Integer, Node>>();
    for (Map.Entry<String, Map<Integer, Node>> run : named(database).entrySet()) {
      run.getValue().forEach((number, node) -> {
        if (!common.computeIfAbsent(number, _ -> node).equals(node)) {
          others.computeIfAbsent(run.getKey(), _ -> new TreeMap<>()).put(number, node);
        }
      });
    }
    json.writeName("nodes");
    write(json, common);
    json.writeName("nodesOfRuns");
    json.writeStartObject();
    others.forEach((run, nodes) -> {
      json.writeName(run);
      write(json, nodes);
    });
    json.writeEndObject();
  }

  /** Returns the nodes of each run in the report. */
  private Map<String, Map<Integer, Node>> named(Connection database) throws SQLException {
    var named = new LinkedHashMap<String, Map<Integer, Node>>();
    shown.forEach(
        (run, nodes) -> nodes.forEach(node -> named.computeIfAbsent(run, _ -> new TreeMap<>()).put(node, new Node(null, null))));
    if (shown.isEmpty()) {
      return named;
    }
    try (Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery("SELECT run, node, kind, name FROM nodes")) {
      while (rows.next()) {
        Map<Integer, Node> ofRun = named.get(rows.getString(1));
        if (ofRun != null) {
          ofRun.computeIfPresent(rows.getInt(2), (_, before) -> before.name == null ? node(rows) : before);
        }
      }
    }
    return named;
  }

  private static Node node(ResultSet row) {
    try {
      String name = row.getString(4);
      return new Node(row.getString(3), name == null ? null : Quoted.shortened(Quoted.printable(name)));
    } catch (SQLException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private static void write(JsonGenerator json, Map<Integer, Node> nodes) {
    json.writeStartArray();
    nodes.forEach((number, node) -> {
      json.writeStartArray();
      json.writeNumber(number);
      json.writeString(node.kind);
      json.writeString(node.name);
      json.writeEndArray();
    });
    json.writeEndArray();
  }
}
