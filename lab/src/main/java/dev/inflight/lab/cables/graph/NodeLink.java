package dev.inflight.lab.cables.graph;

import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * JSON of nodes and links, as NetworkX's {@code node_link_data} and D3 write it: a list {@code nodes} of objects with an
 * {@code id}, and a list {@code links} or {@code edges} of objects with a {@code source} and a {@code target}.
 */
public final class NodeLink {
  private final GraphNodes graph;
  private final PlacedJson whole;

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
    PlacedJson nodes = whole.field("nodes");
    PlacedJson links = whole.field("links", "edges");
    if (!nodes.isList() || !links.isList()) {
      throw whole.place()
          .error("JSON of a fabric has a list 'nodes' and a list 'links' or 'edges' (NetworkX's node_link_data), or 'results'"
              + " with cables (NetBox); found " + Quoted.of(String.join(", ", whole.fields().keySet())));
    }
    if (whole.field("directed").text().equals("true")) {
      graph.directed();
    }
    nodes.items().forEach(node -> graph.faults().collect(() -> node(node)));
    links.items().forEach(link -> graph.faults().collect(() -> link(link)));
    return graph.fabric(true);
  }

  private void node(PlacedJson node) {
    PlacedJson id = node.isObject() ? node.field("id", "name", "key") : node;
    if (!id.isText()) {
      throw node.place().error("this node has no id");
    }
    if (graph.hasNode(id.text())) {
      throw node.place().error("node " + Quoted.of(id.text()) + " occurs twice");
    }
    Map<String, String> values = new LinkedHashMap<>(node.values());
    values.remove("id");
    graph.node(id.text(), values, node.place());
  }

  private void link(PlacedJson link) {
    String source = end(link, "source", "from");
    String target = end(link, "target", "to");
    Map<String, String> values = link.values();
    // keys that distinguish edges of one pair of nodes name no port
    for (String each : new String[] {"source", "from", "target", "to", "key", "id"}) {
      values.remove(each);
    }
    graph.edge(source, target, values, link.place());
  }

  /** Returns an end's identifier; D3 puts the node itself in its place. */
  private static String end(PlacedJson link, String name, String other) {
    PlacedJson end = link.field(name, other);
    PlacedJson id = end.isObject() ? end.field("id", "name") : end;
    SourceLocation place = link.place();
    if (!id.isText()) {
      throw place.error("this link has no " + name);
    }
    return id.text();
  }
}
