package dev.inflight.lab.cables.graph;

import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * JSON of nodes and links: the {@code node_link_data}, {@code adjacency_data} and {@code cytoscape_data} of NetworkX, graphs of
 * D3, labs of containerlab's exports and of NVIDIA Air, and the edges of Batfish's layer 1. An end of a link names a node, or is
 * an object with the node and its port. If no identifier of a node is a number, a number names a node by its position, as in D3.
 */
public final class NodeLink {
  private static final List<String> FIRST_ENDS = List.of("source", "from", "node1", "a");
  private static final List<String> SECOND_ENDS = List.of("target", "to", "node2", "z", "b");
  /** Names that are no attributes of a cable. Keys that distinguish edges of one pair of nodes name no port. */
  private static final Set<String> NO_ATTRIBUTES = Set.of("source", "from", "node1", "a", "target", "to", "node2", "z", "b",
      "key", "id");

  private final GraphNodes graph;
  private final PlacedJson whole;
  private final List<String> order = new ArrayList<>();
  /** Nodes with neighbors that the graph has already. */
  private final Set<String> earlier = new HashSet<>();
  private boolean hasNumbers;

  private NodeLink(InputText text, PlacedJson whole) {
    graph = new GraphNodes(text);
    this.whole = whole;
  }

  /**
   * Returns the fabric that a file states.
   *
   * @throws dev.inflight.lab.read.InputError when the file is invalid
   */
  public static StatedFabric read(InputText text) {
    text.requireUtf8();
    PlacedJson whole = PlacedJson.read(text);
    return NetBoxCables.isOne(whole) ? NetBoxCables.read(text, whole) : new NodeLink(text, whole).read();
  }

  private StatedFabric read() {
    PlacedJson wrapped = whole.field("elements", "content");
    PlacedJson parts = wrapped.isObject() ? wrapped : whole;
    PlacedJson nodes = parts.field("nodes");
    PlacedJson neighbors = parts.field("adjacency");
    PlacedJson links = parts.field("links", "edges");
    boolean isUndeclared = nodes.kind() == PlacedJson.Kind.NONE;
    if (!isUndeclared && !nodes.isList() && !nodes.isObject() || !links.isList() && (isUndeclared || !neighbors.isList())) {
      throw whole.place()
          .error("JSON of a fabric has a list 'nodes' and a list 'links' or 'edges' (NetworkX's node_link_data), or 'results'"
              + " with cables (NetBox); found " + Quoted.of(String.join(", ", whole.fields().keySet())));
    }
    boolean isDirected = whole.field("directed").text().equals("true");
    if (isDirected) {
      graph.directed();
    }
    nodes.items().forEach(node -> graph.faults().collect(() -> node(data(node))));
    nodes.fields().forEach((name, node) -> add(name, node));
    hasNumbers = order.stream().anyMatch(id -> id.matches("\\d+"));
    links.items().forEach(link -> graph.faults().collect(() -> link(data(link))));
    for (int at = 0; at < neighbors.items().size() && links.kind() == PlacedJson.Kind.NONE; at++) {
      neighbors(at, neighbors.items().get(at), isDirected);
    }
    return graph.fabric(!isUndeclared);
  }

  /** Returns the data of a node or an edge. Cytoscape puts all in an object of its own; React Flow, only the attributes. */
  private static PlacedJson data(PlacedJson item) {
    boolean isWhole = item.field("id").isText() || item.field(FIRST_ENDS).kind() != PlacedJson.Kind.NONE;
    return item.field("data").isObject() && !isWhole ? item.field("data") : item;
  }

  /** Returns the attributes of a node or an edge, and those in its object {@code data}. */
  private static Map<String, String> attributes(PlacedJson item) {
    Map<String, String> values = item.values();
    item.field("data").values().forEach(values::putIfAbsent);
    return values;
  }

  private void node(PlacedJson node) {
    PlacedJson id = node.isObject() ? node.field("id", "name", "key") : node;
    if (!id.isText()) {
      throw node.place().error("this node has no id");
    }
    if (graph.hasNode(id.text())) {
      throw node.place().error("node " + Quoted.of(id.text()) + " occurs twice");
    }
    add(id.text(), node);
  }

  private void add(String id, PlacedJson node) {
    Map<String, String> values = new LinkedHashMap<>(attributes(node));
    values.remove("id");
    graph.node(id, values, node.place());
    order.add(id);
  }

  private void link(PlacedJson link) {
    PlacedJson ends = link.field("endpoints").isObject() ? link.field("endpoints") : link;
    PlacedJson from = ends.field(FIRST_ENDS);
    PlacedJson to = ends.field(SECOND_ENDS);
    if (link.isList() && link.items().size() == 2) {
      from = link.items().getFirst();
      to = link.items().getLast();
      if (from.isText() != to.isText()) {
        Notices.add(link.place(), "link out of the lab", () -> "this link leads out of the lab, and is passed over");
        return;
      }
    }
    Map<String, String> values = attributes(link);
    values.keySet().removeAll(NO_ATTRIBUTES);
    String source = end(from, link.place(), FIRST_ENDS.getFirst());
    String target = end(to, link.place(), SECOND_ENDS.getFirst());
    port(from, "a_port", values);
    port(to, "b_port", values);
    graph.edge(source, target, values, link.place());
  }

  /**
   * Returns an end's identifier.
   *
   * @param name name of the end, for an error
   */
  private String end(PlacedJson end, SourceLocation link, String name) {
    PlacedJson id = end.isObject() ? end.field("id", "name", "node", "hostname") : end;
    if (!id.isText()) {
      throw link.error("this link has no " + name);
    }
    boolean isPosition = !hasNumbers && !graph.hasNode(id.text()) && id.text().matches("\\d{1,7}")
        && Integer.parseInt(id.text()) < order.size();
    return isPosition ? order.get(Integer.parseInt(id.text())) : id.text();
  }

  private static void port(PlacedJson end, String name, Map<String, String> values) {
    if (end.field("interface", "interfaceName", "port").isText()) {
      values.put(name, end.field("interface", "interfaceName", "port").text());
    }
  }

  /** Adds the edges of the node at a position. An undirected graph lists each edge at both of its nodes; the first one counts. */
  private void neighbors(int at, PlacedJson list, boolean isDirected) {
    if (at >= order.size()) {
      throw list.place().error("'adjacency' has more lists than 'nodes' has nodes, " + order.size());
    }
    for (PlacedJson neighbor : list.items()) {
      String id = neighbor.field("id").text();
      if (isDirected || !earlier.contains(id)) {
        Map<String, String> values = neighbor.values();
        values.keySet().removeAll(NO_ATTRIBUTES);
        graph.edge(order.get(at), id, values, neighbor.place());
      }
    }
    earlier.add(order.get(at));
  }
}
