package dev.inflight.lab.graph.chakra.node;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.zip.ZipException;

/** Reads parts of protobuf messages without generated code. A length without its bytes reserves no memory. */
final class ProtobufReader {
  private ProtobufReader() {
  }

  /** Returns the length of a field or message. */
  static int length(CodedInputStream in) throws IOException {
    long length = in.readRawVarint64();
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw damaged();
    }
    return (int) length;
  }

  /** Returns the length of a field that must have one. */
  static int length(CodedInputStream in, int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      throw damaged();
    }
    return length(in);
  }

  /** Returns the value of a field that must be a number. */
  static long number(CodedInputStream in, int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_VARINT) {
      throw damaged();
    }
    return in.readRawVarint64();
  }

  static void skip(CodedInputStream in, int tag) throws IOException {
    switch (WireFormat.getTagWireType(tag)) {
      case WireFormat.WIRETYPE_VARINT -> in.readRawVarint64();
      case WireFormat.WIRETYPE_FIXED64 -> in.skipRawBytes(Long.BYTES);
      case WireFormat.WIRETYPE_FIXED32 -> in.skipRawBytes(Integer.BYTES);
      case WireFormat.WIRETYPE_LENGTH_DELIMITED -> in.skipRawBytes(length(in));
      default -> throw damaged();
    }
  }

  /** Leaves a message at its end, and requires that end; {@code outer} is the limit from entering the message. */
  static void leave(CodedInputStream in, int outer) throws IOException {
    if (in.getBytesUntilLimit() != 0) {
      throw damaged();
    }
    in.popLimit(outer);
  }

  /** Returns an exception for bytes that are no such message. */
  static IOException damaged() {
    return new ZipException("damaged");
  }
}
