package dev.inflight.lab.trace;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A message of Protocol Buffers in the making: fields in their wire form, which is all that a trace needs of it. */
final class ProtoMessage {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int SEVEN_BITS = 0x7f;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** A number; negative ones take ten bytes. */
  ProtoMessage number(int field, long value) {
    varint((long) field << 3 | VARINT);
    varint(value);
    return this;
  }

  /** A number of eight bytes. */
  ProtoMessage fixed(int field, long value) {
    varint((long) field << 3 | FIXED64);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bytes.write((int) (value >>> shift));
    }
    return this;
  }

  ProtoMessage text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtoMessage message(int field, ProtoMessage value) {
    return bytes(field, value.toBytes());
  }

  private ProtoMessage bytes(int field, byte[] value) {
    varint((long) field << 3 | BYTES);
    varint(value.length);
    bytes.writeBytes(value);
    return this;
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~SEVEN_BITS) != 0) {
      bytes.write((int) (rest & SEVEN_BITS) | 0x80);
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }
}
