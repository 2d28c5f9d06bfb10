package dev.inflight.web.library;

/** Methods of {@link Math} that TeaVM's lacks. */
public final class MathMore {
  private static final long LOW = 0xFFFF_FFFFL;

  private MathMore() {
  }

  /** Upper 64 bits of a signed product. */
  public static long multiplyHigh(long x, long y) {
    long xHigh = x >> 32;
    long xLow = x & LOW;
    long yHigh = y >> 32;
    long yLow = y & LOW;
    long middle = xHigh * yLow + (xLow * yLow >>> 32);
    return xHigh * yHigh + (middle >> 32) + ((middle & LOW) + xLow * yHigh >> 32);
  }

  /** Upper 64 bits of an unsigned product. */
  public static long unsignedMultiplyHigh(long x, long y) {
    return multiplyHigh(x, y) + (x >> 63 & y) + (y >> 63 & x);
  }
}
