package dev.inflight.lab.graph.chakra.node;

import dev.inflight.lab.graph.chakra.node.Attribute.UnsuitedValue;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/**
 * Nodes of a JSON trace: a list {@code workload_graph} as Chakra's feeder reads it, a list {@code nodes} as symbolic_tensor_graph
 * writes it, or one object a node as Chakra's jsonizer writes them. Memory use does not grow with the file.
 */
final class JsonNodes implements Nodes {
  /** Names of nodes' types, by number. */
  private static final List<String> TYPES = List.of("INVALID_NODE", "METADATA_NODE", "MEM_LOAD_NODE", "MEM_STORE_NODE",
      "COMP_NODE", "COMM_SEND_NODE", "COMM_RECV_NODE", "COMM_COLL_NODE");
  /** Fields of a node that change nothing: those of {@code et_def.proto}, then those of symbolic_tensor_graph. */
  private static final Set<String> WITHOUT_EFFECT = Set.of("name", "outputs", "start_time_micros", "y_tensor_size", "op_type");
  /** Fields that change a node's meaning, so that a misspelled name of one is an error. */
  private static final Set<String> MISTYPED = Set.of("data_deps", "ctrl_deps", "runtime", "duration_micros", "node_type",
      "inputs", "is_cpu_op", "num_ops", "tensor_size", ChakraNode.GROUP, "involved_dim");
  private static final int MOST_EDITS = 2;

  private final Path path;
  private final int rank;
  private final InputStream bytes;
  private final JsonParser json;
  private final JsonAttribute attribute;
  private boolean inList;
  /** True if control dependencies are ignored: Chakra's feeder does not read those of its list, which name missing nodes. */
  private boolean ignoresControl;
  /** First error in the object, which may come before its id. */
  private @Nullable String wrong;

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
    attribute = new JsonAttribute(json);
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

  /**
   * Reads an object, and reports whether it is a node rather than metadata of the file. Where the object has the list of nodes,
   * the reader enters the list.
   */
  private boolean readObject(ChakraNode node) {
    wrong = null;
    boolean isNode = inList;
    boolean isMetadata = false;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      json.nextToken();
      boolean isGraph = name.equals("workload_graph");
      if (!inList && (isGraph || name.equals("nodes")) && json.currentToken() == JsonToken.START_ARRAY) {
        inList = true;
        ignoresControl = isGraph;
        return false;
      }
      if (!inList && name.equals("version")) {
        isMetadata = true;
        json.skipChildren();
      } else {
        isNode |= readField(node, name);
      }
    }
    if (isNode && isMetadata) {
      wrong("unknown field 'version' of a node");
    }
    if (isNode && wrong != null) {
      throw error(node.id, wrong);
    }
    if (!isNode && wrong != null) {
      Notices.add(place(), "json-object",
          "rank " + rank + ": an object that has none of a node's own fields, such as id or type, is not read");
    }
    return isNode;
  }

  private void wrong(String what) {
    wrong = wrong == null ? what : wrong;
  }

  /** Reads a field in either spelling, and reports whether only nodes have such a field. */
  private boolean readField(ChakraNode node, String written) {
    String name = JsonAttribute.protoName(written);
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return false; // as if it were absent
    }
    switch (name) {
      case "id" -> node.id = whole(written);
      case "node_type", "type" -> node.type = type();
      case "data_deps" -> readDependencies(node, false);
      case "ctrl_deps" -> readDependencies(node, ignoresControl);
      case "runtime", "duration_micros" -> node.durationUs = whole(written);
      case "inputs" -> readInputs(node);
      case "attr" -> {
        readAttributes(node);
        return false;
      }
      default -> {
        readOther(node, name, written);
        return false;
      }
    }
    return true;
  }

  private void readOther(ChakraNode node, String name, String written) {
    if (JsonAttribute.isNamed(name)) {
      try {
        attribute.readField(node, name);
      } catch (UnsuitedValue unsuited) {
        wrong(String.valueOf(unsuited.getMessage()));
      }
      return;
    }
    if (inList && name.startsWith("comm_")) {
      node.unknown = name;
    } else if (!WITHOUT_EFFECT.contains(name)) {
      passOver(node, name, written);
    }
    json.skipChildren();
  }

  /** Skips an unknown field. Writers of lists add fields that the feeder does not read; an object of the jsonizer has none. */
  private void passOver(ChakraNode node, String name, String written) {
    Optional<String> meant = MISTYPED.stream().sorted().filter(known -> Suggestion.edits(name, known) <= MOST_EDITS).findFirst();
    if (!inList || meant.isPresent()) {
      wrong("unknown field " + Quoted.of(written) + " of a node"
          + meant.map(known -> "; did you mean " + Quoted.of(known) + "?").orElse(""));
      return;
    }
    Notices.add(place(), "json-field-" + name, "rank " + rank + ", node " + Long.toUnsignedString(node.id) + ": field "
        + Quoted.of(written) + " of a node has no effect");
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
      long before = whole("a dependency");
      json.skipChildren();
      if (ignored || wrong != null) {
        continue;
      }
      try {
        node.require(before);
      } catch (IllegalArgumentException tooMany) {
        wrong(String.valueOf(tooMany.getMessage()));
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
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw unexpected("a list of attributes");
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw unexpected("an attribute");
      }
      try {
        attribute.read(node);
      } catch (UnsuitedValue unsuited) {
        wrong(String.valueOf(unsuited.getMessage()));
      }
    }
  }

  private long whole(String what) {
    try {
      JsonToken token = json.currentToken();
      return JsonAttribute.whole(token, token.isScalarValue() ? json.getString() : "", what);
    } catch (UnsuitedValue unsuited) {
      wrong(String.valueOf(unsuited.getMessage()));
      return 0;
    }
  }
}
