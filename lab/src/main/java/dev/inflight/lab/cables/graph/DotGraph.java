package dev.inflight.lab.cables.graph;

import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Graph in the language DOT of Graphviz: nodes, edges and chains of them, groups in braces, attributes in brackets, and defaults
 * by {@code node} and {@code edge}. The port of an end follows its node's colon, or is an attribute {@code headport},
 * {@code tailport}, {@code headlabel} or {@code taillabel}. HTML labels are no names.
 */
public final class DotGraph {
  private static final int DEEPEST = 100;
  private static final Map<String, String> PORTS = Map.of("tailport", "a_port", "headport", "b_port", "taillabel", "a_port",
      "headlabel", "b_port");

  private final InputText text;
  private final DotTokens tokens;
  private final GraphNodes graph;
  private boolean isDirected;

  /** One end of an edge. */
  private record End(String node, String port) {
  }

  private DotGraph(InputText text) {
    this.text = text;
    tokens = new DotTokens(text);
    graph = new GraphNodes(text);
  }

  /**
   * Returns the fabric that a file states.
   *
   * @throws dev.inflight.lab.read.InputError when the file is invalid
   */
  public static StatedFabric read(InputText text) {
    text.requireUtf8();
    return new DotGraph(text).read();
  }

  private StatedFabric read() {
    if (tokens.isWord("strict")) {
      tokens.next();
    }
    isDirected = tokens.isWord("digraph");
    if (!isDirected && !tokens.isWord("graph")) {
      throw tokens.unexpected("graph or digraph");
    }
    tokens.next();
    if (!tokens.is("{")) {
      tokens.identifier("a name of the graph, or {");
    }
    if (isDirected) {
      graph.directed();
    }
    statements(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashSet<>(), 0);
    if (!tokens.isEnd()) {
      throw tokens.unexpected("the end of the file; one graph is read");
    }
    return graph.fabric(false);
  }

  /** Reads statements in braces. Defaults of nodes and edges are copies, because they end with the braces. */
  private void statements(Map<String, String> ofNodes, Map<String, String> ofEdges, Set<End> members, int depth) {
    if (depth > DEEPEST) {
      throw tokens.place().error("braces are nested more than " + DEEPEST + " deep");
    }
    tokens.require("{");
    while (!tokens.is("}")) {
      if (tokens.isEnd()) {
        throw tokens.unexpected("}");
      }
      statement(ofNodes, ofEdges, members, depth);
      while (tokens.is(";") || tokens.is(",")) {
        tokens.next();
      }
    }
    tokens.next();
  }

  private void statement(Map<String, String> ofNodes, Map<String, String> ofEdges, Set<End> members, int depth) {
    SourceLocation place = tokens.place();
    if (tokens.isWord("node") || tokens.isWord("edge") || tokens.isWord("graph")) {
      String kind = tokens.next().toLowerCase(Locale.ROOT);
      Map<String, String> values = attributes();
      if (!kind.equals("graph")) {
        (kind.equals("node") ? ofNodes : ofEdges).putAll(values);
      }
      return;
    }
    Set<End> from = ends(ofNodes, ofEdges, depth);
    if (tokens.is("=") && from.size() == 1) {
      // An attribute of the graph; its name is no node.
      tokens.next();
      tokens.identifier("a value");
      return;
    }
    var chain = new ArrayList<Set<End>>(List.of(from));
    while (tokens.is("--") || tokens.is("->")) {
      String edge = tokens.next();
      if (edge.equals("->") != isDirected) {
        throw place.error("an edge of a " + (isDirected ? "digraph must be ->" : "graph must be --") + ", found " + edge);
      }
      chain.add(ends(ofNodes, ofEdges, depth));
    }
    Map<String, String> values = attributes();
    chain.forEach(ends -> ends.forEach(end -> declare(end, ofNodes, chain.size() == 1 ? values : Map.of(), place)));
    chain.forEach(members::addAll);
    for (int at = 1; at < chain.size(); at++) {
      for (End a : chain.get(at - 1)) {
        for (End b : chain.get(at)) {
          edge(a, b, ofEdges, values, place);
        }
      }
    }
  }

  private void declare(End end, Map<String, String> defaults, Map<String, String> values, SourceLocation place) {
    var attributes = new LinkedHashMap<String, String>();
    if (!graph.hasNode(end.node)) {
      attributes.putAll(defaults);
    }
    attributes.putAll(values);
    attributes.values().removeIf(value -> value.equals("\\N"));
    attributes.remove("shape");
    graph.node(end.node, attributes, place);
  }

  private void edge(End a, End b, Map<String, String> defaults, Map<String, String> values, SourceLocation place) {
    var attributes = new LinkedHashMap<String, String>();
    Map<String, String> all = new LinkedHashMap<>(defaults);
    all.putAll(values);
    all.forEach((name, value) -> attributes.put(PORTS.getOrDefault(name.toLowerCase(Locale.ROOT), name), value));
    if (!a.port.isEmpty()) {
      attributes.put("a_port", a.port);
    }
    if (!b.port.isEmpty()) {
      attributes.put("b_port", b.port);
    }
    graph.edge(a.node, b.node, attributes, place);
  }

  /** Returns one end of edges: a node, or the nodes of a group. */
  private Set<End> ends(Map<String, String> ofNodes, Map<String, String> ofEdges, int depth) {
    var members = new LinkedHashSet<End>();
    if (tokens.isWord("subgraph")) {
      tokens.next();
      if (!tokens.is("{")) {
        tokens.identifier("a name of the group, or {");
      }
    }
    if (tokens.is("{")) {
      statements(new LinkedHashMap<>(ofNodes), new LinkedHashMap<>(ofEdges), members, depth + 1);
      var nodes = new LinkedHashSet<End>();
      members.forEach(end -> nodes.add(new End(end.node, "")));
      return nodes;
    }
    String node = tokens.identifier("a node");
    String port = "";
    while (tokens.is(":")) {
      tokens.next();
      String part = tokens.identifier("a port");
      port = port.isEmpty() ? part : port;
    }
    members.add(new End(node, port));
    return members;
  }

  private Map<String, String> attributes() {
    var attributes = new LinkedHashMap<String, String>();
    while (tokens.is("[")) {
      tokens.next();
      while (!tokens.is("]")) {
        String name = tokens.identifier("an attribute, or ]");
        String value = "true";
        if (tokens.is("=")) {
          tokens.next();
          value = tokens.identifier("a value of " + Quoted.of(name));
        }
        attributes.put(name, value);
        while (tokens.is(",") || tokens.is(";")) {
          tokens.next();
        }
      }
      tokens.next();
    }
    return attributes;
  }
}
