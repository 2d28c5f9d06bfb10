package dev.inflight.web.library.java.lang.invoke;

import java.nio.ByteOrder;

/**
 * Replacement of {@link java.lang.invoke.VarHandle}: a view of bytes as wider numbers. Types of its callers differ by width,
 * which {@code LibraryTransformer} appends to the methods' names.
 */
public final class TVarHandle {
  private final boolean big;

  private TVarHandle(boolean big) {
    this.big = big;
  }

  /** Replacement of the method of {@link java.lang.invoke.MethodHandles}: a view of bytes as wider numbers. */
  public static TVarHandle byteArrayViewVarHandle(Class<?> array, ByteOrder order) {
    return new TVarHandle(order == ByteOrder.BIG_ENDIAN);
  }

  /** Reads two bytes. */
  public short getShort(byte[] bytes, int at) {
    return (short) (big ? (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff : (bytes[at + 1] & 0xff) << 8 | bytes[at] & 0xff);
  }

  /** Reads four bytes. */
  public int getInt(byte[] bytes, int at) {
    int number = bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    return big ? Integer.reverseBytes(number) : number;
  }

  /** Reads eight bytes. */
  public long getLong(byte[] bytes, int at) {
    long first = getInt(bytes, at);
    long second = getInt(bytes, at + 4);
    return big ? first << 32 | second & 0xFFFF_FFFFL : second << 32 | first & 0xFFFF_FFFFL;
  }

  /** Writes two bytes. */
  public void set(byte[] bytes, int at, short value) {
    bytes[at] = (byte) (big ? value >> 8 : value);
    bytes[at + 1] = (byte) (big ? value : value >> 8);
  }

  /** Writes four bytes. */
  public void set(byte[] bytes, int at, int value) {
    int number = big ? Integer.reverseBytes(value) : value;
    bytes[at] = (byte) number;
    bytes[at + 1] = (byte) (number >> 8);
    bytes[at + 2] = (byte) (number >> 16);
    bytes[at + 3] = (byte) (number >> 24);
  }

  /** Writes eight bytes. */
  public void set(byte[] bytes, int at, long value) {
    set(bytes, at, (int) (big ? value >> 32 : value));
    set(bytes, at + 4, (int) (big ? value : value >> 32));
  }
}
