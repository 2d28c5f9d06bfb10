package dev.inflight.telemetry.format.pint;

import java.util.Arrays;

/**
 * Values of the codes of {@link PintFormat}, in bandwidth-delay products: 0 and then equal ratios, so that the error is a share
 * of the value (PINT, SIGCOMM'20: a logarithmic scale with random rounding). The table saves switches and endpoints powers per
 * packet.
 */
final class PintCodes {
  /** Code in a header that no switch has written to. */
  static final int NOTHING = 0;
  /** Value that the last code must reach: a full link plus seven bandwidth-delay products of queue. */
  static final double NEEDED = 8;

  private static final int IDLE = 1;
  private static final int FIRST = 2;
  /** Smallest nonzero value, far below any effect on HPCC: its window is the largest for all values up to the target of 0.95. */
  private static final double LEAST = 0x1p-10;
  /** Largest value. A window cannot express longer queues, so codes end here even if bits are left. */
  private static final double LARGEST = 0x1p10;

  private final int bytes;
  private final double[] values; // by code; both NOTHING and IDLE have the value 0

  /** Creates the table for codes of one or two bytes. */
  PintCodes(int bytes, double base) {
    this.bytes = bytes;
    values = new double[count(bytes, base)];
    for (int code = FIRST; code < values.length; code++) {
      values[code] = LEAST * StrictMath.pow(base, code - FIRST);
    }
  }

  /** Checks that a base is above 1, up to 2, and that the codes of {@code bytes} bytes cover a large enough range with it. */
  static void check(int bytes, double base) {
    if (!(base > 1 && base <= 2)) {
      throw new IllegalArgumentException("logBase must be above 1 and at most 2, found " + base);
    }
    double last = LEAST * StrictMath.pow(base, count(bytes, base) - 1 - FIRST);
    if (last < NEEDED) {
      throw new IllegalArgumentException("logBase " + base + " is too small for " + bytes + (bytes == 1 ? " byte" : " bytes")
          + ": the last code is " + last + " bandwidth-delay products, below " + NEEDED);
    }
  }

  /** Number of codes: all that the bytes allow, or enough to reach the largest value. */
  private static int count(int bytes, double base) {
    double steps = StrictMath.ceil(StrictMath.log(LARGEST / LEAST) / StrictMath.log(base));
    return (int) Math.min(1 << Byte.SIZE * bytes, FIRST + 1 + steps);
  }

  int bytes() {
    return bytes;
  }

  /** Largest code with a meaning. */
  int last() {
    return values.length - 1;
  }

  /** Value of a code up to {@link #last}. */
  double value(int code) {
    return values[code];
  }

  /**
   * Code of the next smaller or next larger value in the table. The probability of the larger one makes the expectation of the
   * decoded value exact.
   *
   * @param draw random number from 0 to below 1, uniform
   */
  int code(double value, double draw) {
    int found = Arrays.binarySearch(values, IDLE, values.length, Math.max(0, value));
    if (found >= 0) {
      return found;
    }
    int above = -found - 1;
    if (above == values.length) {
      return last();
    }
    double below = values[above - 1];
    return draw * (values[above] - below) < value - below ? above : above - 1;
  }

  int load(byte[] from, int at) {
    int first = from[at] & 0xFF;
    return bytes == 1 ? first : first << Byte.SIZE | from[at + 1] & 0xFF;
  }

  void store(byte[] into, int at, int code) {
    if (bytes == 1) {
      into[at] = (byte) code;
    } else {
      into[at] = (byte) (code >> Byte.SIZE);
      into[at + 1] = (byte) code;
    }
  }
}
