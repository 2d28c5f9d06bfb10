package dev.inflight.web.library;

/** Methods of {@link Long} that TeaVM's lacks. */
public final class LongMore {
  private LongMore() {
  }

  /** Parses a number from 0 to 2^64 - 1 in decimal digits. */
  public static long parseUnsignedLong(String digits) {
    if (digits.length() < 19) {
      if (digits.startsWith("-")) {
        throw new NumberFormatException("a number from 0 has no sign: " + digits);
      }
      return Long.parseLong(digits);
    }
    long most = Long.parseLong(digits.substring(0, digits.length() - 1));
    long number = most * 10 + Long.parseLong(digits.substring(digits.length() - 1));
    if (most < 0 || Long.compareUnsigned(most, Long.divideUnsigned(-1, 10)) > 0 || Long.compareUnsigned(number, most) < 0) {
      throw new NumberFormatException("above 2^64 - 1: " + digits);
    }
    return number;
  }
}
