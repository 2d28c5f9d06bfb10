package dev.inflight.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed hash of 64 bits. Immutable; hashing allocates nothing. */
final class SipHash {
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long keyLow;
  private final long keyHigh;

  /** A hash under a key, whose first eight bytes are {@code keyLow}, least significant byte first. */
  SipHash(long keyHigh, long keyLow) {
    this.keyHigh = keyHigh;
    this.keyLow = keyLow;
  }

  /** The hash of three numbers and the bytes from {@code offset} up to {@code end}, in this order. */
  long of(byte[] bytes, int offset, int end, long first, long second, long third) {
    var state = new State(keyLow, keyHigh);
    state.word(first);
    state.word(second);
    state.word(third);
    return finish(state, bytes, offset, end, 3 * Long.BYTES);
  }

  /** The hash of bytes. */
  long of(byte[] bytes, int offset, int end) {
    return finish(new State(keyLow, keyHigh), bytes, offset, end, 0);
  }

  private static long finish(State state, byte[] bytes, int offset, int end, int before) {
    int at = offset;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      state.word((long) LONG.get(bytes, at));
    }
    long last = (long) (before + end - offset) << 56;
    for (int shift = 0; at < end; at++, shift += 8) {
      last |= (bytes[at] & 0xFFL) << shift;
    }
    state.word(last);
    return state.end();
  }

  /** Four words; the compiler keeps them in registers. */
  private static final class State {
    private long v0;
    private long v1;
    private long v2;
    private long v3;

    State(long keyLow, long keyHigh) {
      v0 = keyLow ^ 0x736f6d6570736575L;
      v1 = keyHigh ^ 0x646f72616e646f6dL;
      v2 = keyLow ^ 0x6c7967656e657261L;
      v3 = keyHigh ^ 0x7465646279746573L;
    }

    void word(long word) {
      v3 ^= word;
      round();
      round();
      v0 ^= word;
    }

    long end() {
      v2 ^= 0xFF;
      round();
      round();
      round();
      round();
      return v0 ^ v1 ^ v2 ^ v3;
    }

    private void round() {
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
  }
}
