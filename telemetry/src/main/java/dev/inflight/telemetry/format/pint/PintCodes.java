package dev.inflight.telemetry.format.pint;

import java.util.Arrays;

/**
 * What the codes of {@link PintFormat} stand for, in bandwidth-delay products: 0 and then equal ratios, so that the error is a share of
 * the value (PINT, SIGCOMM'20: values on a logarithmic scale, rounded by chance). A table, because neither switches nor endpoints compute
 * powers for each packet.
 */
final class PintCodes {
  /** The code in a header that no switch has written to. */
  static final int NOTHING = 0;
  /** The value up to which the last code has to reach: seven whole links' worth of queue. */
  static final double NEEDED = 8;

  private static final int IDLE = 1;
  private static final int FIRST = 2;
  /** Far below what makes any difference to HPCC: its window is the largest from the target of 0.95 down. */
  private static final double LEAST = 0x1p-10;
  /** Longer queues are none that a window could still express: codes end here, whether there are bits left or not. */
  private static final double LARGEST = 0x1p10;

  private final int bytes;
  private final double[] values; // by code; those of NOTHING and IDLE are both 0

  /** The table for codes of one or two bytes. */
  PintCodes(int bytes, double base) {
    this.bytes = bytes;
    values = new double[count(bytes, base)];
    for (int code = FIRST; code < values.length; code++) {
      values[code] = LEAST * StrictMath.pow(base, code - FIRST);
    }
  }

  /** Checks that a base is above 1, up to 2, and covers enough with the codes of so many bytes. */
  static void check(int bytes, double base) {
    if (!(base > 1 && base <= 2)) {
      throw new IllegalArgumentException("logBase " + base + " is outside (1, 2]");
    }
    double last = LEAST * StrictMath.pow(base, count(bytes, base) - 1 - FIRST);
    if (last < NEEDED) {
      throw new IllegalArgumentException("logBase " + base + " is too small for " + bytes + (bytes == 1 ? " byte" : " bytes")
          + ": the last code is " + last + " bandwidth-delay products, below " + NEEDED);
    }
  }

  /** As many codes as the bytes have, or as it takes to reach the largest value. */
  private static int count(int bytes, double base) {
    double steps = StrictMath.ceil(StrictMath.log(LARGEST / LEAST) / StrictMath.log(base));
    return (int) Math.min(1 << Byte.SIZE * bytes, FIRST + 1 + steps);
  }

  int bytes() {
    return bytes;
  }

  /** The largest code with a meaning. */
  int last() {
    return values.length - 1;
  }

  /** The value of a code up to {@link #last}. */
  double value(int code) {
    return values[code];
  }

  /**
   * The code of a value: that of the table's next smaller or next larger one, the larger with a probability of the share of the way to
   * it, so that what is read is right in expectation.
   *
   * @param draw from 0 to below 1, uniform
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
