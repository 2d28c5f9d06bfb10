package dev.inflight.cc;

/** Refuses parameters that are out of range with a sentence. */
public final class Ranges {
  private Ranges() {
  }

  public static void rate(String name, long bitsPerSec, long least) {
    atLeast(name, bitsPerSec, " b/s", least);
  }

  public static void time(String name, long ps, long least) {
    atLeast(name, ps, " ps", least);
  }

  public static void size(String name, long bytes, long least) {
    atLeast(name, bytes, " bytes", least);
  }

  public static void count(String name, long value, long least) {
    atLeast(name, value, "", least);
  }

  private static void atLeast(String name, long value, String unit, long least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " " + value + unit + " is below " + least);
    }
  }

  /** Above 0, and at most {@code most}. */
  public static void positive(String name, double value, double most) {
    if (!(value > 0 && value <= most)) {
      throw new IllegalArgumentException(name + " " + value + " is outside (0, " + plain(most) + "]");
    }
  }

  public static void within(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(name + " " + value + " is outside " + plain(least) + " to " + plain(most));
    }
  }

  private static String plain(double bound) {
    return bound == Math.rint(bound) && Math.abs(bound) < 1e15 ? Long.toString((long) bound) : Double.toString(bound);
  }
}
