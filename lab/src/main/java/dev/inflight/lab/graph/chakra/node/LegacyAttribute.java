package dev.inflight.lab.graph.chakra.node;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.inflight.lab.graph.chakra.node.LegacyNodes.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Named value of a node of schema 0.0.2 or 0.0.3; such values had three forms. A field's encoding determines the kind of its
 * value; fields with different kinds in different forms determine the form.
 */
final class LegacyAttribute {
  private static final int NAME = 1;
  private static final int TYPE = 2;
  private static final int DOCUMENT = 3;
  private static final int LAST = 13;
  private static final int LONGEST_TEXT = 1000;

  private final CodedInputStream in;
  private String name = "";
  private boolean isNumber;
  private long number;
  private boolean isReal;
  private double real;
  private String text = "";
  private boolean all;
  private @Nullable Schema schema;

  LegacyAttribute(CodedInputStream in) {
    this.in = in;
  }

  /** The only schema that can have the last attribute; null where several can. */
  @Nullable
  Schema schema() {
    return schema;
  }

  /** Reads an attribute up to the limit of its message, and gives its value to the node. */
  void read(ChakraNode node) throws IOException, Attribute.UnsuitedValue {
    name = "";
    isNumber = false;
    isReal = false;
    text = "";
    all = true;
    schema = null;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      if (field == NAME) {
        name = text(tag);
      } else if (field == TYPE || field == DOCUMENT) {
        ProtobufReader.skip(in, tag);
      } else {
        readValue(field, tag);
      }
    }
    interpret(node);
  }

  private void readValue(int field, int tag) throws IOException {
    if (field > LAST) {
      throw ProtobufReader.damaged();
    }
    switch (WireFormat.getTagWireType(tag)) {
      case WireFormat.WIRETYPE_VARINT -> {
        number = in.readRawVarint64();
        all &= number != 0;
        isNumber = true;
        show(field, 5, 7);
      }
      case WireFormat.WIRETYPE_FIXED32 -> {
        real = Float.intBitsToFloat(in.readRawLittleEndian32());
        isReal = true;
        show(field, 4, 5);
      }
      case WireFormat.WIRETYPE_LENGTH_DELIMITED -> {
        text = text(tag);
        show(field, 6, 7);
      }
      default -> throw ProtobufReader.damaged();
    }
  }

  /** Records the kind of value by its field in 0.0.2; fields after the last one identify no kind, as they may be lists. */
  private void show(int field, int of002, int last) {
    if (field <= last) {
      schema = field == of002 ? Schema.V0_0_2 : Schema.V0_0_3;
    }
  }

  private String text(int tag) throws IOException {
    int length = ProtobufReader.length(in, tag);
    if (length > LONGEST_TEXT) {
      in.skipRawBytes(length);
      return "";
    }
    return new String(in.readRawBytes(length), StandardCharsets.UTF_8);
  }

  private void interpret(ChakraNode node) throws Attribute.UnsuitedValue {
    switch (name) {
      case "num_ops" -> node.work = isReal ? real : whole();
      case "runtime" -> node.durationUs = whole();
      case "involved_dim" -> node.partly = !all;
      case ChakraNode.GROUP -> node.group = text;
      default -> {
        if (ChakraNode.isNumber(name)) {
          node.number(name, whole());
        } else if (name.startsWith("comm_")) {
          node.unknown = name;
        }
      }
    }
  }

  private long whole() throws Attribute.UnsuitedValue {
    if (!isNumber || number < 0) {
      throw new Attribute.UnsuitedValue("attribute " + name + " is not a whole number of 0 or more");
    }
    return number;
  }
}
