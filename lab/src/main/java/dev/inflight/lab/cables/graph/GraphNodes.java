package dev.inflight.lab.cables.graph;

import dev.inflight.lab.cables.StatedCable;
import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.names.NodeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Graph under construction: nodes with identifiers, and edges that name them. A node's name is its label, or else its attribute
 * {@code name}, if all nodes have one that is not too long and no two are the same; otherwise its identifier.
 */
final class GraphNodes {
  private record Item(String id, String to, Map<String, String> attributes, SourceLocation place) {
  }

  private final Map<String, Item> nodes = new LinkedHashMap<>();
  private final List<Item> edges = new ArrayList<>();
  private final InputText text;
  private final Faults faults = new Faults();
  private boolean isDirected;

  GraphNodes(InputText text) {
    this.text = text;
  }

  /** Makes the graph directed: an edge may represent one direction of a cable. */
  void directed() {
    isDirected = true;
  }

  Faults faults() {
    return faults;
  }

  /**
   * Adds a node, or adds attributes to a known node.
   *
   * @throws dev.inflight.lab.read.InputError when there are too many nodes
   */
  void node(String id, Map<String, String> attributes, SourceLocation place) {
    Item known = nodes.get(id);
    if (known == null) {
      if (nodes.size() == StatedFabric.MOST_NODES) {
        throw place.error("more than " + StatedFabric.MOST_NODES + " nodes");
      }
      nodes.put(id, new Item(id, "", new LinkedHashMap<>(attributes), place));
    } else {
      known.attributes.putAll(attributes);
    }
  }

  boolean hasNode(String id) {
    return nodes.containsKey(id);
  }

  void edge(String from, String to, Map<String, String> attributes, SourceLocation place) {
    if (edges.size() == 2 * StatedFabric.MOST_CABLES) { // both directions of each
      throw place.error("more than " + StatedFabric.MOST_CABLES + " cables");
    }
    edges.add(new Item(from, to, attributes, place));
  }

  /**
   * Returns the fabric.
   *
   * @param isDeclared true if the graph must declare each node that an edge names
   * @throws dev.inflight.lab.read.InputError when the graph is invalid; the message lists all errors
   */
  StatedFabric fabric(boolean isDeclared) {
    var fabric = new StatedFabric(text.path(), isDirected);
    String naming = naming();
    nodes.forEach((id, node) -> faults.collect(() -> {
      int at = fabric.node(naming.isEmpty() ? id : value(node, naming), node.place);
      GraphAttributes.node(fabric, at, node.attributes, node.place);
    }));
    for (Item edge : edges) {
      faults.collect(() -> {
        if (isDeclared) {
          require(edge.id, edge.place);
          require(edge.to, edge.place);
        }
        StatedCable cable = fabric.cable(fabric.node(name(edge.id, naming), edge.place),
            fabric.node(name(edge.to, naming), edge.place), edge.place);
        GraphAttributes.edge(fabric, cable, edge.attributes);
      });
    }
    faults.sortByLine(text.whole());
    faults.throwIfAny();
    return fabric;
  }

  private void require(String id, SourceLocation place) {
    if (!nodes.containsKey(id)) {
      throw place.error("this edge names the node " + Quoted.of(id) + ", which the file does not have");
    }
  }

  private String name(String id, String naming) {
    Item node = nodes.get(id);
    return node == null || naming.isEmpty() ? id : value(node, naming);
  }

  /** Returns the attribute with the nodes' names; empty for the identifier. */
  private String naming() {
    for (String naming : List.of("label", "name")) {
      Set<String> values = new HashSet<>();
      if (!nodes.isEmpty() && nodes.values().stream().map(node -> value(node, naming))
          .allMatch(value -> !value.isBlank() && value.length() <= NodeName.MOST_CHARACTERS && values.add(value))) {
        return naming;
      }
    }
    return "";
  }

  private static String value(Item node, String naming) {
    for (Map.Entry<String, String> each : node.attributes.entrySet()) {
      if (each.getKey().equalsIgnoreCase(naming)) {
        return each.getValue().strip().replaceAll("\\s+", " ");
      }
    }
    return "";
  }
}
