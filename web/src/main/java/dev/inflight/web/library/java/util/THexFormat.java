package dev.inflight.web.library.java.util;

/** Stands for {@link java.util.HexFormat}: hexadecimal digits in lower case, without anything between bytes. */
public final class THexFormat {
  private static final THexFormat PLAIN = new THexFormat();

  private THexFormat() {
  }

  /** The plain form. */
  public static THexFormat of() {
    return PLAIN;
  }

  /** Two digits for each byte. */
  public String formatHex(byte[] bytes) {
    return formatHex(bytes, 0, bytes.length);
  }

  /** The same of some bytes. */
  public String formatHex(byte[] bytes, int from, int to) {
    var digits = new StringBuilder();
    for (int at = from; at < to; at++) {
      digits.append(toHexDigits(bytes[at]));
    }
    return digits.toString();
  }

  /** The digits of a byte. */
  public String toHexDigits(byte value) {
    return toHexDigits(value, 2);
  }

  /** The digits of two bytes. */
  public String toHexDigits(short value) {
    return toHexDigits(value, 4);
  }

  /** The digits of four bytes. */
  public String toHexDigits(int value) {
    return toHexDigits(value, 8);
  }

  /** The digits of eight bytes. */
  public String toHexDigits(long value) {
    return toHexDigits(value, 16);
  }

  /** The last digits of a number. */
  public String toHexDigits(long value, int digits) {
    var text = new StringBuilder();
    for (int at = digits - 1; at >= 0; at--) {
      text.append(Character.forDigit((int) (value >>> 4 * at) & 15, 16));
    }
    return text.toString();
  }
}
