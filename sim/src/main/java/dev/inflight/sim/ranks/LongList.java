package dev.inflight.sim.ranks;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;

/** A list of numbers on their way to another process as bytes. */
final class LongList {
  private long[] values = new long[64];
  private int count;

  void add(long value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
    }
    values[count++] = value;
  }

  void addAll(long... more) {
    for (long value : more) {
      add(value);
    }
  }

  /** The bytes for all numbers since the last call. */
  byte[] take() {
    var bytes = ByteBuffer.allocate(count * Long.BYTES);
    bytes.asLongBuffer().put(values, 0, count);
    count = 0;
    return bytes.array();
  }

  /** Returns the numbers in bytes. */
  static LongBuffer of(byte[] bytes) {
    return ByteBuffer.wrap(bytes).asLongBuffer();
  }
}
