package dev.inflight.lab.graph.chakra.node;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Named value of a node. Its fields may be in any order, so the value is interpreted at the end. */
final class Attribute {
  private static final int NAME = 1;
  private static final int DOUBLE = 3;
  private static final int FLOAT = 5;
  private static final int BOOL = 27;
  private static final int BOOL_LIST = 28;
  private static final int STRING = 29;
  private static final int LONGEST_TEXT = 1000;

  private final CodedInputStream in;
  private String name = "";
  /** Field that has the value; 0: none. */
  private int kind;
  private long number;
  private double real;
  private String text = "";
  private boolean all;

  Attribute(CodedInputStream in) {
    this.in = in;
  }

  /** Reads an attribute up to the limit of its message, and gives its value to the node. */
  void read(ChakraNode node) throws IOException, UnsuitedValue {
    name = "";
    kind = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      if (field == NAME) {
        name = text(tag);
      } else {
        readField(field, tag);
      }
    }
    interpret(node);
  }

  private void readField(int field, int tag) throws IOException {
    switch (WireFormat.getTagWireType(tag)) {
      case WireFormat.WIRETYPE_VARINT -> number = in.readRawVarint64();
      case WireFormat.WIRETYPE_FIXED64 -> number = in.readRawLittleEndian64();
      case WireFormat.WIRETYPE_FIXED32 -> number = in.readRawLittleEndian32();
      case WireFormat.WIRETYPE_LENGTH_DELIMITED -> {
        if (field == STRING && (name.isEmpty() || name.equals(ChakraNode.GROUP))) {
          text = text(tag);
        } else if (field == BOOL_LIST) {
          all = readList();
        } else {
          ProtobufReader.skip(in, tag);
        }
      }
      default -> throw ProtobufReader.damaged();
    }
    switch (field) {
      case DOUBLE -> real = Double.longBitsToDouble(number);
      case FLOAT -> real = Float.intBitsToFloat((int) number);
      case 15, 17 -> number = CodedInputStream.decodeZigZag64(number);
      case 19 -> number &= 0xFFFF_FFFFL; // fixed32
      default -> {
      }
    }
    kind = field == 2 ? kind : field; // field 2 is the description
  }

  /** Returns a text; empty where it is too long to be of interest. */
  private String text(int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      throw ProtobufReader.damaged();
    }
    int length = ProtobufReader.length(in);
    if (length > LONGEST_TEXT) {
      in.skipRawBytes(length);
      return "";
    }
    return new String(in.readRawBytes(length), StandardCharsets.UTF_8);
  }

  private boolean readList() throws IOException {
    boolean every = true;
    int outer = in.pushLimit(ProtobufReader.length(in));
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT) {
        every &= in.readRawVarint64() != 0;
        continue;
      }
      int list = in.pushLimit(ProtobufReader.length(in, tag));
      while (!in.isAtEnd()) {
        every &= in.readRawVarint64() != 0;
      }
      ProtobufReader.leave(in, list);
    }
    ProtobufReader.leave(in, outer);
    return every;
  }

  private void interpret(ChakraNode node) throws UnsuitedValue {
    switch (name) {
      case "num_ops" -> node.work = kind == DOUBLE || kind == FLOAT ? real : whole();
      case "involved_dim" -> node.partly = !need(BOOL_LIST, "a list of booleans", all);
      case ChakraNode.GROUP -> node.group = need(STRING, "a text", text);
      default -> {
        if (ChakraNode.isNumber(name)) {
          node.number(name, whole());
        } else if (name.startsWith("comm_")) {
          node.unknown = name;
        }
      }
    }
  }

  private <T> T need(int field, String what, T value) throws UnsuitedValue {
    if (kind != field) {
      throw new UnsuitedValue("attribute " + name + " is not " + what);
    }
    return value;
  }

  private long whole() throws UnsuitedValue {
    boolean isWhole = kind == BOOL || kind >= 7 && kind <= 25 && kind % 2 == 1;
    if (!isWhole || number < 0 && kind != BOOL) {
      throw new UnsuitedValue("attribute " + name.toLowerCase(Locale.ROOT) + " is not a whole number of 0 or more");
    }
    return number;
  }

  /** Error of an attribute with another type than its name requires. */
  static final class UnsuitedValue extends Exception {
    private static final long serialVersionUID = 1;

    UnsuitedValue(String what) {
      super(what);
    }
  }
}
