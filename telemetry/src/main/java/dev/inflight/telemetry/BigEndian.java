package dev.inflight.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Words in network order, at any index of an array. */
final class BigEndian {
  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BigEndian() {
  }

  static int word(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static void word(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static long doubleWord(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void doubleWord(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }
}
