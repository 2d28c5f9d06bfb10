package dev.inflight.lab.read;

/**
 * Decimal numbers with arithmetic that fits a long, as nearly all in input. {@link java.math.BigDecimal} can replace this class,
 * but it initializes slowly (JDK 25), which would delay every start.
 */
final class ShortDecimal {
  /** Result for a text that needs {@link java.math.BigDecimal}. */
  static final long NONE = -1;

  /** Maximum length of a short number; any number of this length fits a long. */
  private static final int MAX_LENGTH = 18;

  private ShortDecimal() {
  }

  /** Reports whether a decimal number is short: a few digits, possibly with a point, without sign and exponent. */
  static boolean isShort(String number) {
    for (int at = 0; at < number.length(); at++) {
      char digit = number.charAt(at);
      if (digit != '.' && (digit < '0' || digit > '9')) {
        return false;
      }
    }
    return number.length() <= MAX_LENGTH;
  }

  /**
   * Multiplies a decimal number by a factor.
   *
   * @param factor above 0
   * @return the product; {@link #NONE} if it is not an integer, the number is not short, or the arithmetic exceeds a long
   */
  static long times(String number, long factor) {
    if (!isShort(number)) {
      return NONE;
    }
    int point = number.indexOf('.');
    long digits = 0;
    for (int at = 0; at < number.length(); at++) {
      digits = at == point ? digits : 10 * digits + number.charAt(at) - '0';
    }
    long product = digits * factor;
    if (Math.multiplyHigh(digits, factor) != 0 || product < 0) {
      return NONE;
    }
    for (int decimals = point < 0 ? 0 : number.length() - 1 - point; decimals > 0; decimals--) {
      if (product % 10 != 0) {
        return NONE;
      }
      product /= 10;
    }
    return product;
  }
}
