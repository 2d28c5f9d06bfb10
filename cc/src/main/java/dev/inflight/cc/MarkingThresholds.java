package dev.inflight.cc;

/**
 * Queue lengths at which switches should mark packets for a scheme, at a link of one rate: never up to {@code kMinBytes},
 * always above {@code kMaxBytes}, and with a probability that rises to {@code pMax} in between.
 *
 * @param kMinBytes queue length up to which nothing is marked, 0 or more
 * @param kMaxBytes queue length above which everything is marked, at least {@code kMinBytes}
 * @param pMax marking probability at {@code kMaxBytes}, 0 to 1
 */
public record MarkingThresholds(long kMinBytes, long kMaxBytes, double pMax) {
  /** Checks the ranges. */
  public MarkingThresholds {
    if (kMinBytes < 0 || kMaxBytes < kMinBytes || !(pMax >= 0 && pMax <= 1)) {
      throw new IllegalArgumentException("marking thresholds must satisfy 0 <= Kmin <= Kmax and 0 <= Pmax <= 1: Kmin " + kMinBytes
          + " B, Kmax " + kMaxBytes + " B, Pmax " + pMax);
    }
  }

  /**
   * DCQCN's thresholds in the HPCC paper (§5.1): 100 KB and 400 KB at 25 Gb/s, scaled with the rate; Pmax is that of its
   * authors' files.
   */
  public static MarkingThresholds ofDcqcn(long rateBitsPerSec) {
    return new MarkingThresholds(rateBitsPerSec / 250_000, rateBitsPerSec / 62_500, 0.2);
  }

  /**
   * DCTCP's thresholds in the HPCC paper (§5.1): both 30 KB at 10 Gb/s, scaled with the rate; a longer queue marks every
   * packet.
   */
  public static MarkingThresholds ofDctcp(long rateBitsPerSec) {
    long bytes = rateBitsPerSec / 1_000_000 * 3 + rateBitsPerSec % 1_000_000 * 3 / 1_000_000;
    return new MarkingThresholds(bytes, bytes, 1);
  }
}
