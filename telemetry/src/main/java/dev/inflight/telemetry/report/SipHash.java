package dev.inflight.telemetry.report;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed hash of 64 bits. Immutable; hashing allocates nothing. */
final class SipHash {
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int COMPRESSION_ROUNDS = 2;
  private static final int FINAL_ROUNDS = 4;
  private static final int NUMBERS = 4;

  private final long keyLow;
  private final long keyHigh;

  /** Creates a hash under a key with {@code keyLow} as its first eight bytes, least significant byte first. */
  SipHash(long keyHigh, long keyLow) {
    this.keyHigh = keyHigh;
    this.keyLow = keyLow;
  }

  /** Hash of four numbers and the bytes from {@code offset} up to {@code end}, in this order. */
  long of(byte[] bytes, int offset, int end, long first, long second, long third, long fourth) {
    return of(keyHigh, keyLow, bytes, offset, end, first, second, third, fourth);
  }

  /** Hash of the bytes from {@code offset} up to {@code end}. */
  long of(byte[] bytes, int offset, int end) {
    return hash(keyHigh, keyLow, bytes, offset, end, 0, 0, 0, 0, 0);
  }

  /** First hash under a key that is used once, and so needs no object. */
  static long of(long keyHigh, long keyLow, byte[] bytes, int offset, int end, long first, long second, long third, long fourth) {
    return hash(keyHigh, keyLow, bytes, offset, end, NUMBERS, first, second, third, fourth);
  }

  // One method with the state in local variables: an object would cost an allocation until the compiler removes it.
  private static long hash(long keyHigh, long keyLow, byte[] bytes, int offset, int end, int numbers, long first, long second,
      long third, long fourth) {
    long v0 = keyLow ^ 0x736f6d6570736575L;
    long v1 = keyHigh ^ 0x646f72616e646f6dL;
    long v2 = keyLow ^ 0x6c7967656e657261L;
    long v3 = keyHigh ^ 0x7465646279746573L;
    int whole = (end - offset) / Long.BYTES;
    int words = numbers + whole + 1;
    for (int at = 0; at <= words; at++) {
      boolean last = at == words;
      long word = last
          ? 0
          : word(bytes, offset, end, at - numbers, whole, numbers, at == 0 ? first : at == 1 ? second : at == 2 ? third : fourth);
      v2 ^= last ? 0xFF : 0;
      v3 ^= word;
      for (int round = 0; round < (last ? FINAL_ROUNDS : COMPRESSION_ROUNDS); round++) {
        v0 += v1;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v3;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
      }
      v0 ^= word;
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }

  /**
   * Word {@code index} of the input: first the four numbers, then the bytes; the last word has the remaining bytes and the
   * length.
   */
  private static long word(byte[] bytes, int offset, int end, int index, int whole, int numbers, long number) {
    if (index < 0) {
      return number;
    }
    if (index < whole) {
      return (long) LONG.get(bytes, offset + Long.BYTES * index);
    }
    long last = (long) (numbers * Long.BYTES + end - offset) << 56;
    for (int at = offset + Long.BYTES * whole, shift = 0; at < end; at++, shift += 8) {
      last |= (bytes[at] & 0xFFL) << shift;
    }
    return last;
  }
}
