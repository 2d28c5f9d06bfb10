package dev.inflight.cc;

/** Bound on the bytes in flight in a scheme that controls a rate. */
public enum Window {
  /** No limit. */
  NONE,
  /** Always the initial window. */
  FIXED,
  /** The initial window times rate over line rate: "+win" in the HPCC paper. */
  FOLLOWS_RATE;

  /** Window at a rate, at least a byte. */
  public long bytes(PathFacts path, long rateBitsPerSec) {
    return switch (this) {
      case NONE -> CongestionControl.NO_WINDOW;
      case FIXED -> path.bdpBytes();
      case FOLLOWS_RATE -> share(path.bdpBytes(), rateBitsPerSec, path.lineRateBitsPerSec());
    };
  }

  /** {@code floor(bdpBytes * rate / lineRate)}, at least 1, for a rate up to the line rate. */
  public static long share(long bdpBytes, long rate, long lineRate) {
    // The quotient in doubles is off by at most one. The remainder shows the direction, and fits a long although the products may
    // not.
    long window = (long) ((double) bdpBytes * rate / lineRate);
    long rest = bdpBytes * rate - window * lineRate;
    if (rest < 0) {
      window--;
    } else if (rest >= lineRate) {
      window++;
    }
    return Math.max(1, window);
  }
}
