package dev.inflight.live.device.udp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Numbers in network order, in memory outside the heap of a little-endian machine. */
final class Bytes {
  private Bytes() {
  }

  static int get8(MemorySegment bytes, long at) {
    return bytes.get(JAVA_BYTE, at) & 0xFF;
  }

  static int get16(MemorySegment bytes, long at) {
    return Short.toUnsignedInt(Short.reverseBytes(bytes.get(JAVA_SHORT_UNALIGNED, at)));
  }

  static int get32(MemorySegment bytes, long at) {
    return Integer.reverseBytes(bytes.get(JAVA_INT_UNALIGNED, at));
  }

  static long get64(MemorySegment bytes, long at) {
    return Long.reverseBytes(bytes.get(JAVA_LONG_UNALIGNED, at));
  }

  static void put16(MemorySegment bytes, long at, int value) {
    bytes.set(JAVA_SHORT_UNALIGNED, at, Short.reverseBytes((short) value));
  }

  static void put32(MemorySegment bytes, long at, int value) {
    bytes.set(JAVA_INT_UNALIGNED, at, Integer.reverseBytes(value));
  }

  static void put48(MemorySegment bytes, long at, long value) {
    put16(bytes, at, (int) (value >>> 32));
    put32(bytes, at + 2, (int) value);
  }

  static void put64(MemorySegment bytes, long at, long value) {
    bytes.set(JAVA_LONG_UNALIGNED, at, Long.reverseBytes(value));
  }
}
