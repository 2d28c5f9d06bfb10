package dev.inflight.lab.graph.chakra.node;

import com.google.protobuf.WireFormat;
import dev.inflight.lab.read.InputError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Nodes of a file of schema 0.0.4: the first message is the metadata of the file, the others are nodes. */
final class NodeStream extends MessageNodes {
  private static final int LONGEST_VALUES = 16 << 20;

  private final Attribute attribute;

  /** Opens a file and reads its metadata. */
  NodeStream(Path path, int rank) {
    super(path, rank);
    attribute = new Attribute(in);
    begin();
  }

  @Override
  void readMetadata() throws IOException {
    if (in.isAtEnd()) {
      throw error(": the file is empty");
    }
    int outer = in.pushLimit(ProtobufReader.length(in));
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) > 2) {
        throw ProtobufReader.damaged();
      }
      in.skipRawBytes(ProtobufReader.length(in, tag));
    }
    ProtobufReader.leave(in, outer);
  }

  @Override
  void complete(ChakraNode node) {
    if (node.type == ChakraNode.METADATA && node.unreadBytes > 0) {
      throw tooLong(node, node.unreadBytes);
    }
  }

  @Override
  void readField(ChakraNode node, int tag) throws IOException {
    switch (WireFormat.getTagFieldNumber(tag)) {
      case 1 -> node.id = ProtobufReader.number(in, tag);
      case 3 -> node.type = (int) Math.clamp(ProtobufReader.number(in, tag), -1, Integer.MAX_VALUE);
      case 4, 5 -> readDependencies(node, tag);
      case 6 -> ProtobufReader.number(in, tag);
      case 7 -> node.durationUs = ProtobufReader.number(in, tag);
      case 2, 9 -> in.skipRawBytes(ProtobufReader.length(in, tag));
      case 8 -> readInputs(node, tag);
      case 10 -> readAttribute(node, tag);
      default -> throw error(node.id, "unknown field " + WireFormat.getTagFieldNumber(tag) + " of a node");
    }
  }

  private void readAttribute(ChakraNode node, int tag) throws IOException {
    int outer = in.pushLimit(ProtobufReader.length(in, tag));
    try {
      attribute.read(node);
    } catch (Attribute.UnsuitedValue unsuited) {
      throw error(node.id, String.valueOf(unsuited.getMessage()));
    }
    ProtobufReader.leave(in, outer);
  }

  private InputError tooLong(ChakraNode node, int bytesOfIt) {
    return error(node.id, "metadata of " + bytesOfIt + " bytes; at most " + LONGEST_VALUES + " are read");
  }

  /** Reads inputs: only metadata nodes need the values; the type may follow them. */
  private void readInputs(ChakraNode node, int tag) throws IOException {
    int length = ProtobufReader.length(in, tag);
    if (node.type != ChakraNode.UNTYPED && node.type != ChakraNode.METADATA) {
      in.skipRawBytes(length);
      return;
    }
    int outer = in.pushLimit(length);
    for (int inner = in.readTag(); inner != 0; inner = in.readTag()) {
      int bytesOfIt = ProtobufReader.length(in, inner);
      if (WireFormat.getTagFieldNumber(inner) != 1) {
        in.skipRawBytes(bytesOfIt);
      } else if (bytesOfIt > LONGEST_VALUES) {
        in.skipRawBytes(bytesOfIt);
        node.unreadBytes = bytesOfIt;
      } else {
        node.values = new String(in.readRawBytes(bytesOfIt), StandardCharsets.UTF_8);
      }
    }
    ProtobufReader.leave(in, outer);
  }
}
