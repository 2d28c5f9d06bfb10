package dev.inflight.lab.trace;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Writer of a Protocol Buffers message. Fields are written in the order in which they are set. */
final class ProtoMessage {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

  /** Writes a number. Negative numbers take ten bytes. */
  ProtoMessage number(int field, long value) throws IOException {
    out.writeUInt64(field, value);
    return this;
  }

  /** Writes a number of eight bytes. */
  ProtoMessage fixed(int field, long value) throws IOException {
    out.writeFixed64(field, value);
    return this;
  }

  ProtoMessage text(int field, String value) throws IOException {
    out.writeString(field, value);
    return this;
  }

  ProtoMessage message(int field, ProtoMessage value) throws IOException {
    out.writeByteArray(field, value.toBytes());
    return this;
  }

  byte[] toBytes() throws IOException {
    out.flush();
    return bytes.toByteArray();
  }
}
