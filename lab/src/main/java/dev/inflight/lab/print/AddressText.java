package dev.inflight.lab.print;

import java.util.HexFormat;

/** Addresses in their usual notation. */
public final class AddressText {
  private static final int WORDS = 8;

  private AddressText() {
  }

  /** Returns the low 48 bits as {@code 02:00:00:00:00:01}. */
  public static String mac(long address) {
    var text = new StringBuilder(17);
    for (int shift = 40; shift >= 0; shift -= 8) {
      text.append(HexFormat.of().toHexDigits((byte) (address >>> shift)));
      if (shift > 0) {
        text.append(':');
      }
    }
    return text.toString();
  }

  /** Returns an IPv4 address such as {@code 10.0.0.1}. */
  public static String ipv4(int address) {
    return (address >>> 24) + "." + (address >>> 16 & 0xFF) + "." + (address >>> 8 & 0xFF) + "." + (address & 0xFF);
  }

  /** Returns {@code fd00::1} or {@code ::ffff:10.0.0.1}: {@code ::} replaces the first longest run of zeros (RFC 5952). */
  public static String ipv6(long high, long low) {
    if (high == 0 && low >>> 32 == 0xFFFF) {
      return "::ffff:" + ipv4((int) low);
    }
    int from = 0;
    int length = 1;
    for (int start = 0; start < WORDS; start++) {
      int zeros = 0;
      while (start + zeros < WORDS && word(high, low, start + zeros) == 0) {
        zeros++;
      }
      if (zeros > length) {
        from = start;
        length = zeros;
      }
    }
    var text = new StringBuilder();
    for (int at = 0; at < WORDS; at++) {
      if (length > 1 && at == from) {
        text.append("::");
        at += length - 1;
      } else {
        if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
          text.append(':');
        }
        text.append(Integer.toHexString(word(high, low, at)));
      }
    }
    return text.toString();
  }

  private static int word(long high, long low, int at) {
    return (int) ((at < WORDS / 2 ? high : low) >>> 48 - 16 * (at & 3)) & 0xFFFF;
  }
}
