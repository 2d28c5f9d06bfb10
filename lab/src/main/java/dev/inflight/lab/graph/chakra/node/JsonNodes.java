package dev.inflight.lab.graph.chakra.node;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/**
 * The nodes of a JSON trace: a list {@code workload_graph} as Chakra's feeder reads it, a list {@code nodes} as symbolic_tensor_graph writes it, or
 * one object a node as Chakra's jsonizer writes them. What is held does not grow with the file.
 */
final class JsonNodes implements Nodes {
  /** By number of the node's type. */
  private static final List<String> TYPES = List.of("INVALID_NODE", "METADATA_NODE", "MEM_LOAD_NODE", "MEM_STORE_NODE",
      "COMP_NODE", "COMM_SEND_NODE", "COMM_RECV_NODE", "COMM_COLL_NODE");
  /** By number of the collective's type. */
  private static final List<String> COLLECTIVES = List.of("ALL_REDUCE", "REDUCE", "ALL_GATHER", "GATHER", "SCATTER", "BROADCAST",
      "ALL_TO_ALL", "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK", "BARRIER");

  private final Path path;
  private final int rank;
  private final InputStream bytes;
  private final JsonParser json;
  private boolean inList;
  /** Chakra's feeder does not read the control dependencies of its list; they name nodes that are not there. */
  private boolean ignoresControl;

  JsonNodes(Path path, int rank) {
    InputText.requireFile(path);
    this.path = path;
    this.rank = rank;
    try {
      bytes = TraceForm.open(path);
    } catch (IOException failed) {
      throw SourceLocation.of(path).error("the file cannot be read: " + failed.getMessage());
    }
    json = JsonFactory.builder().build().createParser(bytes);
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public void close() {
    json.close();
    try {
      bytes.close();
    } catch (IOException failed) {
      throw SourceLocation.of(path).error("the file cannot be read: " + failed.getMessage());
    }
  }

  @Override
  public boolean next(ChakraNode node) {
    try {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.START_OBJECT) {
          node.clear();
          if (readObject(node)) {
            return true;
          }
        } else if (inList && token == JsonToken.END_ARRAY) {
          inList = false;
          while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            json.nextToken();
            json.skipChildren();
          }
        } else {
          throw unexpected("an object with a node");
        }
      }
      return false;
    } catch (JacksonException damaged) {
      throw place().error("rank " + rank + ": the JSON is damaged or cut off in column " + damaged.getLocation().getColumnNr());
    }
  }

  private SourceLocation place() {
    return new SourceLocation(path.toString(), Math.max(1, json.currentLocation().getLineNr()));
  }

  private InputError unexpected(String expected) {
    return place()
        .error("rank " + rank + ": found " + Quoted.of(String.valueOf(json.getString())) + " where " + expected + " is expected");
  }

  /** Whether the object is a node, and no metadata of the file; where it has the list of nodes, the reader enters the list. */
  private boolean readObject(ChakraNode node) {
    boolean isNode = inList;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      json.nextToken();
      boolean isGraph = name.equals("workload_graph");
      if (!inList && (isGraph || name.equals("nodes")) && json.currentToken() == JsonToken.START_ARRAY) {
        inList = true;
        ignoresControl = isGraph;
        return false;
      }
      isNode |= readField(node, name);
    }
    return isNode;
  }

  /** Whether only a node has such a field. */
  private boolean readField(ChakraNode node, String name) {
    switch (name) {
      case "Id", "id" -> node.id = whole(node, name);
      case "NodeType", "node_type", "type" -> node.type = type();
      case "data_deps", "dataDeps" -> readDependencies(node, false);
      case "ctrl_deps", "ctrlDeps" -> readDependencies(node, ignoresControl);
      case "runtime", "durationMicros" -> node.durationUs = whole(node, name);
      case "attr" -> {
        readAttributes(node);
        return false;
      }
      case "inputs" -> readInputs(node);
      default -> readValue(node, name);
    }
    return name.equals("Id") || name.equals("id") || name.equals("NodeType") || name.equals("node_type") || name.equals("type");
  }

  private int type() {
    if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      return json.getIntValue();
    }
    String name = json.getString().toUpperCase(Locale.ROOT);
    int type = TYPES.indexOf(name.equals("COLL_COMM_NODE") ? "COMM_COLL_NODE" : name);
    if (type < 0) {
      throw unexpected("a type of node such as COMP_NODE");
    }
    return type;
  }

  private void readDependencies(ChakraNode node, boolean ignored) {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw unexpected("a list of nodes");
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      long before = whole(node, "a dependency");
      if (!ignored) {
        node.require(before);
      }
    }
  }

  private void readInputs(ChakraNode node) {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean areValues = json.currentName().equals("values");
      if (json.nextToken() == JsonToken.VALUE_STRING && areValues) {
        node.values = json.getString();
      }
      json.skipChildren();
    }
  }

  private void readAttributes(ChakraNode node) {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      String attribute = "";
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String key = json.currentName();
        JsonToken token = json.nextToken();
        if (key.equals("name")) {
          attribute = json.getString();
        } else if (key.endsWith("List") && token == JsonToken.START_OBJECT) {
          while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            json.nextToken();
            readValue(node, attribute);
          }
        } else if (key.endsWith("Val")) {
          readValue(node, attribute);
        } else {
          json.skipChildren();
        }
      }
    }
  }

  private void readValue(ChakraNode node, String name) {
    if (name.equals("involved_dim") && json.currentToken() == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        node.partly |= json.currentToken() == JsonToken.VALUE_FALSE;
      }
    } else if (json.currentToken() == JsonToken.VALUE_NULL) {
      return;
    } else if (name.equals(ChakraNode.GROUP)) {
      node.group = json.getString();
    } else if (name.equals("num_ops") && json.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
      node.work = json.getDoubleValue();
    } else
      if (name.equals("comm_type") && json.currentToken() == JsonToken.VALUE_STRING && COLLECTIVES.contains(json.getString())) {
        node.commType = COLLECTIVES.indexOf(json.getString());
      } else if (ChakraNode.isNumber(name)) {
        long value = whole(node, name);
        if (value < 0) {
          throw error(node.id, "attribute " + name + " is not a whole number of 0 or more");
        }
        node.number(name, value);
      } else {
        node.unknown = name.startsWith("comm_") ? name : node.unknown;
        json.skipChildren();
      }
  }

  /** A whole number below 2^64, also as text; true counts as 1. */
  private long whole(ChakraNode node, String what) {
    return switch (json.currentToken()) {
      case VALUE_TRUE -> 1;
      case VALUE_FALSE -> 0;
      case VALUE_NUMBER_INT, VALUE_STRING -> {
        try {
          yield Long.parseUnsignedLong(json.getString());
        } catch (NumberFormatException _) {
          throw error(node.id, what + " " + Quoted.of(json.getString()) + " is not a whole number of 0 or more");
        }
      }
      default -> throw error(node.id, what + " is not a whole number of 0 or more");
    };
  }
}
