package dev.inflight.lab.fabric;

import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.read.Units;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a topology as a graph for other programs: GraphML, and the JSON of NetworkX. */
final class GraphFiles {
  private static final String NUMBER = "number";

  private GraphFiles() {
  }

  private static Map<String, String> edge(Link link) {
    var values = new LinkedHashMap<String, String>();
    values.put("rate", Units.formatRate(link.rateBitsPerSec()));
    values.put("delay", Units.formatTime(link.delayPs()));
    if (link.lossRate() > 0) {
      values.put("loss", Units.formatReal(link.lossRate()));
    }
    return values;
  }

  private static Map<String, String> node(Topology topology, int node, boolean numbered) {
    return numbered ? Map.of("role", topology.kind(node), NUMBER, Integer.toString(node)) : Map.of("role", topology.kind(node));
  }

  /** Returns the form that NetworkX's {@code node_link_graph} reads, as a multigraph. */
  static String json(Topology topology) {
    boolean numbered = !CableListWriter.hostsFirst(topology);
    return JsonText.of(json -> {
      json.writeStartObject();
      json.writeBooleanProperty("directed", false);
      json.writeBooleanProperty("multigraph", true);
      json.writeObjectPropertyStart("graph");
      json.writeEndObject();
      json.writeArrayPropertyStart("nodes");
      for (int node = 0; node < topology.nodeCount(); node++) {
        json.writeStartObject();
        json.writeStringProperty("id", topology.names().name(node));
        json.writeStringProperty("role", topology.kind(node));
        if (numbered) {
          json.writeNumberProperty(NUMBER, node);
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayPropertyStart("links");
      int key = 0;
      for (Link link : topology.links()) {
        json.writeStartObject();
        json.writeStringProperty("source", topology.names().name(link.a()));
        json.writeStringProperty("target", topology.names().name(link.b()));
        json.writeNumberProperty("key", key++);
        edge(link).forEach(json::writeStringProperty);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  /** Returns the form that NetworkX, yEd and Gephi read. */
  static String graphMl(Topology topology) {
    var text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      line(xml, "");
      xml.writeStartElement("graphml");
      xml.writeDefaultNamespace("http://graphml.graphdrawing.org/xmlns");
      for (String of : new String[] {"node role", "node number", "edge rate", "edge delay", "edge loss"}) {
        line(xml, "  ");
        xml.writeEmptyElement("key");
        xml.writeAttribute("id", of.substring(5));
        xml.writeAttribute("for", of.substring(0, 4));
        xml.writeAttribute("attr.name", of.substring(5));
        xml.writeAttribute("attr.type", of.endsWith(NUMBER) ? "int" : of.endsWith("loss") ? "double" : "string");
      }
      line(xml, "  ");
      xml.writeStartElement("graph");
      xml.writeAttribute("edgedefault", "undirected");
      boolean numbered = !CableListWriter.hostsFirst(topology);
      for (int node = 0; node < topology.nodeCount(); node++) {
        line(xml, "    ");
        xml.writeStartElement("node");
        xml.writeAttribute("id", topology.names().name(node));
        data(xml, node(topology, node, numbered));
      }
      for (Link link : topology.links()) {
        line(xml, "    ");
        xml.writeStartElement("edge");
        xml.writeAttribute("source", topology.names().name(link.a()));
        xml.writeAttribute("target", topology.names().name(link.b()));
        data(xml, edge(link));
      }
      line(xml, "  ");
      xml.writeEndElement();
      line(xml, "");
      xml.writeEndDocument();
      line(xml, "");
      xml.close();
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException(impossible);
    }
    return text.toString();
  }

  private static void data(XMLStreamWriter xml, Map<String, String> values) throws XMLStreamException {
    for (Map.Entry<String, String> each : new TreeMap<>(values).entrySet()) {
      xml.writeStartElement("data");
      xml.writeAttribute("key", each.getKey());
      xml.writeCharacters(each.getValue());
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static void line(XMLStreamWriter xml, String indent) throws XMLStreamException {
    xml.writeCharacters("\n" + indent);
  }
}
