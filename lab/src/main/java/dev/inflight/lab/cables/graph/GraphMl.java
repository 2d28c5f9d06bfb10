package dev.inflight.lab.cables.graph;

import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.io.StringReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Graph in GraphML, as NetworkX, yEd and the Topology Zoo write it: nodes, edges, and their data by keys with names. A yEd node's
 * name is the text of its label. Document types and entities are errors.
 */
public final class GraphMl {
  private static final String LABEL = "label";
  private static final String NODE_LABEL = "NodeLabel";

  private final InputText text;
  private final GraphNodes graph;
  private final XMLStreamReader xml;
  /** Names of keys by identifier. */
  private final Map<String, String> keys = new HashMap<>();
  /** Defaults by key name, apart for nodes and edges. */
  private final Map<String, Map<String, String>> defaults = new HashMap<>();
  private boolean isDirected;
  /** Label that yEd draws next to a node. */
  private String label = "";

  private GraphMl(InputText text, XMLStreamReader xml) {
    this.text = text;
    this.xml = xml;
    graph = new GraphNodes(text);
  }

  /**
   * Returns the fabric that a file states.
   *
   * @throws dev.inflight.lab.read.InputError when the file is invalid
   */
  public static StatedFabric read(InputText text) {
    text.requireUtf8();
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setXMLResolver((_, _, _, _) -> {
      throw new XMLStreamException("it names another file");
    });
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(String.join("\n", text.lines())));
      try {
        return new GraphMl(text, xml).read();
      } finally {
        xml.close();
      }
    } catch (XMLStreamException wrong) {
      int line = wrong.getLocation() == null ? 1 : Math.clamp(wrong.getLocation().getLineNumber(), 1, text.lines().size());
      String message = String.valueOf(wrong.getMessage()).replaceFirst("(?s)^ParseError at .*?\\nMessage: ", "");
      throw text.at(line).error("this is not valid XML: " + message.lines().findFirst().orElse("unknown error"));
    }
  }

  private StatedFabric read() throws XMLStreamException {
    boolean found = false;
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
        throw place().error("document types and entities are not supported, and GraphML does not need them; remove this one");
      }
      if (event != XMLStreamConstants.START_ELEMENT) {
        continue;
      }
      if (!found && !xml.getLocalName().equals("graphml")) {
        throw place().error("the outermost element of GraphML must be graphml, found " + Quoted.of(xml.getLocalName()));
      }
      found = true;
      element();
    }
    if (isDirected) {
      graph.directed();
    }
    return graph.fabric(true);
  }

  private void element() throws XMLStreamException {
    switch (xml.getLocalName()) {
      case "key" -> key();
      case "graph" -> isDirected |= "directed".equals(xml.getAttributeValue(null, "edgedefault"));
      case "node" -> {
        SourceLocation place = place();
        String id = attribute("id");
        if (graph.hasNode(id)) {
          throw place.error("node " + Quoted.of(id) + " occurs twice");
        }
        var attributes = new LinkedHashMap<>(defaultsOf("node"));
        if (data("node", attributes)) {
          graph.node(id, attributes, place);
        }
      }
      case "edge" -> {
        SourceLocation place = place();
        String source = attribute("source");
        String target = attribute("target");
        var attributes = new LinkedHashMap<>(defaultsOf("edge"));
        port(attributes, "a_port", xml.getAttributeValue(null, "sourceport"));
        port(attributes, "b_port", xml.getAttributeValue(null, "targetport"));
        data("edge", attributes);
        graph.edge(source, target, attributes, place);
      }
      case "hyperedge" -> throw place().error("a hyperedge joins more than two nodes; put a switch in its place");
      default -> {
      }
    }
  }

  private Map<String, String> defaultsOf(String kind) {
    return defaults.computeIfAbsent(kind, _ -> new LinkedHashMap<>());
  }

  private static void port(Map<String, String> attributes, String name, @Nullable String port) {
    if (port != null) {
      attributes.put(name, port);
    }
  }

  private String attribute(String name) {
    String value = xml.getAttributeValue(null, name);
    if (value == null) {
      throw place().error("this " + xml.getLocalName() + " has no " + name);
    }
    return value;
  }

  private void key() throws XMLStreamException {
    String id = attribute("id");
    String name = xml.getAttributeValue(null, "attr.name");
    String of = xml.getAttributeValue(null, "for");
    keys.put(id, name == null ? id : name);
    while (xml.next() != XMLStreamConstants.END_ELEMENT || !xml.getLocalName().equals("key")) {
      if (xml.isStartElement() && xml.getLocalName().equals("default")) {
        String value = content();
        for (String kind : new String[] {"node", "edge"}) {
          if (of == null || of.equals("all") || of.equals(kind)) {
            defaultsOf(kind).put(name == null ? id : name, value);
          }
        }
      }
    }
  }

  /**
   * Reads the data of a node or edge up to its end, or of a group of nodes up to the graph in it.
   *
   * @return false if it is a group
   */
  private boolean data(String element, Map<String, String> attributes) throws XMLStreamException {
    while (xml.next() != XMLStreamConstants.END_ELEMENT || !xml.getLocalName().equals(element)) {
      if (xml.getEventType() == XMLStreamConstants.ENTITY_REFERENCE) {
        throw place().error("entities are not supported, and GraphML does not need them; remove this one");
      }
      if (!xml.isStartElement()) {
        continue;
      }
      switch (xml.getLocalName()) {
        case "data" -> {
          String key = String.valueOf(xml.getAttributeValue(null, "key"));
          attributes.put(keys.getOrDefault(key, key), content());
          if (!label.isEmpty()) {
            attributes.put(LABEL, label);
          }
        }
        case "graph" -> {
          return false;
        }
        default -> {
        }
      }
    }
    return true;
  }

  /** Returns the text of an element up to its end, without nested elements; {@link #label} receives the text of a label. */
  private String content() throws XMLStreamException {
    var content = new StringBuilder();
    label = "";
    int depth = 1;
    int labelAt = 0;
    var inLabel = new StringBuilder();
    while (depth > 0) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        depth++;
        labelAt = labelAt == 0 && label.isEmpty() && xml.getLocalName().equals(NODE_LABEL) ? depth : labelAt;
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        if (labelAt == depth) {
          label = inLabel.toString().strip();
          labelAt = 0;
        }
        depth--;
      } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
        if (depth == 1) {
          content.append(xml.getText());
        } else if (labelAt == depth) {
          inLabel.append(xml.getText());
        }
      } else if (event == XMLStreamConstants.ENTITY_REFERENCE) {
        throw place().error("entities are not supported, and GraphML does not need them; remove this one");
      }
    }
    return content.toString().strip();
  }

  private SourceLocation place() {
    return text.at(Math.clamp(xml.getLocation().getLineNumber(), 1, text.lines().size()));
  }
}
