package dev.inflight.lab.graph.chakra.node;

import com.google.protobuf.WireFormat;
import dev.inflight.lab.read.GraphRoom;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nodes of a file of a schema up to 0.0.3, which has other field numbers than 0.0.4, and no metadata before the nodes. Schema
 * 0.0.1 has a field for each value, 0.0.2 and 0.0.3 have attributes; the types of nodes are one lower in 0.0.1 and 0.0.2. The
 * file does not state its schema, so it is read up to the first node that only one schema can have.
 */
final class LegacyNodes extends MessageNodes {
  /** Schemas up to 0.0.3. */
  enum Schema {
    V0_0_1, V0_0_2, V0_0_3
  }

  /** Collectives by the type's number in 0.0.2 and 0.0.3; 0.0.1 counts from 1. */
  private static final List<Integer> COLLECTIVES = List.of(0, 6, 2, 7, 5);

  private final LegacyAttribute attribute;
  private final Schema schema;
  private @Nullable Schema seen;

  private LegacyNodes(Path path, int rank, Schema schema) {
    super(path, rank);
    this.schema = schema;
    attribute = new LegacyAttribute(in);
    begin();
  }

  /** Opens a file. */
  static LegacyNodes open(Path path, int rank, GraphRoom room) {
    Schema schema = null;
    var node = new ChakraNode(room);
    try (var nodes = new LegacyNodes(path, rank, Schema.V0_0_3)) {
      while (schema == null && nodes.nextFields(node)) {
        schema = nodes.seen;
      }
    }
    return new LegacyNodes(path, rank, schema == null ? Schema.V0_0_3 : schema);
  }

  @Override
  void readMetadata() {
    // Old schemas have no metadata.
  }

  @Override
  public boolean next(ChakraNode node) {
    if (!nextFields(node)) {
      return false;
    }
    if (schema != Schema.V0_0_3 && node.type > 0) {
      node.type++;
    }
    if (node.type > ChakraNode.COLLECTIVE) {
      throw error(node.id, "unknown node type " + node.type);
    }
    if (node.commType != ChakraNode.ABSENT) {
      node.commType = collective(node);
    }
    return true;
  }

  private boolean nextFields(ChakraNode node) {
    return super.next(node);
  }

  private long collective(ChakraNode node) {
    long number = schema == Schema.V0_0_1 ? node.commType - 1 : node.commType;
    if (number < 0 && node.type != ChakraNode.COLLECTIVE) {
      return ChakraNode.ABSENT; // default for nodes that are no collectives
    }
    if (number < 0 || number >= COLLECTIVES.size()) {
      throw error(node.id, "unknown comm_type " + node.commType + "; a trace of schema 0.0.3 or older has 0 (all-reduce),"
          + " 1 (all-to-all), 2 (all-gather), 3 (reduce-scatter) and 4 (broadcast), and of 0.0.1 one more");
    }
    return COLLECTIVES.get((int) number);
  }

  @Override
  void complete(ChakraNode node) {
    // types depend on the schema, which this node may show
  }

  @Override
  void readField(ChakraNode node, int tag) throws IOException {
    int field = WireFormat.getTagFieldNumber(tag);
    switch (field) {
      case 1 -> node.id = ProtobufReader.number(in, tag);
      case 2 -> ProtobufReader.skip(in, tag);
      case 3 -> node.type = (int) Math.clamp(ProtobufReader.number(in, tag), -1, Integer.MAX_VALUE - 1);
      case 4 -> readDependencies(node, tag);
      default -> {
        if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT) {
          seen = Schema.V0_0_1;
          readNumber(node, field, in.readRawVarint64());
        } else if (field == 11) {
          readAttribute(node, tag);
        } else if (field == 14) {
          seen = Schema.V0_0_1;
          readDimensions(node, tag);
        } else if (field <= 10) {
          ProtobufReader.skip(in, tag); // shapes and types of inputs and outputs
        } else {
          throw unknown(node, field);
        }
      }
    }
  }

  private RuntimeException unknown(ChakraNode node, int field) {
    return error(node.id, "unknown field " + field + " of a node of schema 0.0.3 or older");
  }

  /** A value of schema 0.0.1. */
  private void readNumber(ChakraNode node, int field, long value) {
    switch (field) {
      case 5, 8, 9, 10, 11 -> {
        // where tensors are, and their sizes
      }
      case 6 -> node.tensorBytes = value;
      case 7 -> node.durationNs = value;
      case 12 -> node.work = value;
      case 13 -> node.commType = value;
      case 14 -> node.partly |= value == 0;
      case 15 -> node.number("comm_group", value);
      case 16 -> node.commSource = value;
      case 17 -> node.commDestination = value;
      case 18 -> node.commSize = value;
      case 19 -> node.commTag = value;
      case 20 -> node.commPriority = value;
      default -> throw unknown(node, field);
    }
  }

  private void readDimensions(ChakraNode node, int tag) throws IOException {
    int outer = in.pushLimit(ProtobufReader.length(in, tag));
    while (!in.isAtEnd()) {
      node.partly |= in.readRawVarint64() == 0;
    }
    ProtobufReader.leave(in, outer);
  }

  private void readAttribute(ChakraNode node, int tag) throws IOException {
    int outer = in.pushLimit(ProtobufReader.length(in, tag));
    try {
      attribute.read(node);
    } catch (Attribute.UnsuitedValue unsuited) {
      throw error(node.id, String.valueOf(unsuited.getMessage()));
    }
    ProtobufReader.leave(in, outer);
    seen = seen == null ? attribute.schema() : seen;
  }
}
