package dev.inflight.telemetry.util;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian (network order) numbers at any index of an array. */
public final class BigEndian {
  private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BigEndian() {
  }

  public static int get8(byte[] bytes, int at) {
    return bytes[at] & 0xFF;
  }

  public static int get16(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at) & 0xFFFF;
  }

  public static int get24(byte[] bytes, int at) {
    return get8(bytes, at) << 16 | get16(bytes, at + 1);
  }

  public static int get32(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  public static long get48(byte[] bytes, int at) {
    return (long) get16(bytes, at) << 32 | get32(bytes, at + 2) & 0xFFFF_FFFFL;
  }

  public static long get64(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  public static void set8(byte[] bytes, int at, int value) {
    bytes[at] = (byte) value;
  }

  public static void set16(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  public static void set24(byte[] bytes, int at, int value) {
    set8(bytes, at, value >>> 16);
    set16(bytes, at + 1, value);
  }

  public static void set32(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  public static void set48(byte[] bytes, int at, long value) {
    set16(bytes, at, (int) (value >>> 32));
    set32(bytes, at + 2, (int) value);
  }

  public static void set64(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }
}
