package dev.inflight.cc;

/** How a scheme that decides a rate bounds the bytes in flight. */
public enum Window {
  /** Not at all. */
  NONE,
  /** By the initial window, whatever the rate. */
  FIXED,
  /** By the initial window's share that the rate is of the line rate: what the HPCC paper calls "+win". */
  FOLLOWS_RATE;

  /** The window at a rate, at least a byte. */
  public long bytes(PathFacts path, long rateBitsPerSec) {
    return switch (this) {
      case NONE -> CongestionControl.NO_WINDOW;
      case FIXED -> path.bdpBytes();
      case FOLLOWS_RATE -> share(path.bdpBytes(), rateBitsPerSec, path.lineRateBitsPerSec());
    };
  }

  /** {@code floor(bdpBytes * rate / lineRate)}, at least 1, for a rate up to the line rate. */
  public static long share(long bdpBytes, long rate, long lineRate) {
    // The quotient in doubles is off by one at most, and the remainder, which fits a long although the products may not, shows in
    // which direction.
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
