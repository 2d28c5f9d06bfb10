package dev.inflight.web.library.java.util;

/** Replacement of {@link java.util.HexFormat}: hexadecimal digits in lower case, without separators. */
public final class THexFormat {
  private static final THexFormat PLAIN = new THexFormat();

  private THexFormat() {
  }

  /** The plain format. */
  public static THexFormat of() {
    return PLAIN;
  }

  /** Digits of all bytes, two each. */
  public String formatHex(byte[] bytes) {
    return formatHex(bytes, 0, bytes.length);
  }

  /** Digits of some bytes, two each. */
  public String formatHex(byte[] bytes, int from, int to) {
    var digits = new StringBuilder();
    for (int at = from; at < to; at++) {
      digits.append(toHexDigits(bytes[at]));
    }
    return digits.toString();
  }

  /** Digits of a byte. */
  public String toHexDigits(byte value) {
    return toHexDigits(value, 2);
  }

  /** Digits of two bytes. */
  public String toHexDigits(short value) {
    return toHexDigits(value, 4);
  }

  /** Digits of four bytes. */
  public String toHexDigits(int value) {
    return toHexDigits(value, 8);
  }

  /** Digits of eight bytes. */
  public String toHexDigits(long value) {
    return toHexDigits(value, 16);
  }

  /** Last digits of a number. */
  public String toHexDigits(long value, int digits) {
    var text = new StringBuilder();
    for (int at = digits - 1; at >= 0; at--) {
      text.append(Character.forDigit((int) (value >>> 4 * at) & 15, 16));
    }
    return text.toString();
  }
}
