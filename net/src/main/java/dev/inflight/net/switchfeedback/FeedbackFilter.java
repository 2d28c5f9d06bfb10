package dev.inflight.net.switchfeedback;

import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.SplitMix;
import java.util.Arrays;

/**
 * Flows that a port has answered since its filter was emptied last: a Bloom filter and a timer (draft-pan-tsvwg-hpccplus §6.3).
 * It may report an unanswered flow as answered, with the probability of {@link #falsePositives}, but as flows set other bits each
 * time, hardly twice in a row.
 */
public final class FeedbackFilter {
  private static final int LEAST_BITS = 64;
  private static final int MOST_BITS = 1 << 24;
  private static final int MOST_HASHES = 16;

  private final long timerPs;
  private final int mask;
  private final int hashes;
  private final long[] words;
  private long period;
  private long emptyAtPs = Long.MIN_VALUE;

  /**
   * An empty filter.
   *
   * @param timerPs time after which it is emptied, again and again, in picoseconds
   * @param bits number of bits, a power of two
   * @param hashes number of bits that a flow sets
   */
  public FeedbackFilter(long timerPs, int bits, int hashes) {
    this.timerPs = timerPs;
    mask = bits - 1;
    this.hashes = hashes;
    words = new long[bits / Long.SIZE];
  }

  /** An empty filter of this rule. */
  public FeedbackFilter(DirectFeedback rule) {
    this(rule.timerPs(), rule.filterBits(), rule.filterHashes());
  }

  /** Checks the ranges of its parameters. */
  static void check(long timerPs, int filterBits, int filterHashes) {
    Check.time("timer", timerPs, 1000);
    Check.check("filterBits", filterBits, LEAST_BITS, MOST_BITS);
    if (Integer.bitCount(filterBits) != 1) {
      throw new IllegalArgumentException(
          "filterBits " + filterBits + " is not a power of two; use " + Integer.highestOneBit(filterBits) + " or twice that");
    }
    Check.check("filterHashes", filterHashes, 1, MOST_HASHES);
  }

  /**
   * Puts a flow in.
   *
   * @param flow key that distinguishes flows
   * @return true if it was absent, and so is to be answered
   */
  public boolean add(long flow, long nowPs) {
    if (nowPs >= emptyAtPs) {
      empty(nowPs);
    }
    long mixed = SplitMix.mix(flow + SplitMix.mix(period)); // other bits each time
    int at = (int) mixed;
    int step = (int) (mixed >>> Integer.SIZE) | 1;
    boolean added = false;
    for (int hash = 0; hash < hashes; hash++) {
      int bit = at & mask;
      long isSet = 1L << bit;
      added |= (words[bit / Long.SIZE] & isSet) == 0;
      words[bit / Long.SIZE] |= isSet;
      at += step;
    }
    return added;
  }

  private void empty(long nowPs) {
    period = Math.floorDiv(nowPs, timerPs);
    emptyAtPs = (period + 1) * timerPs;
    Arrays.fill(words, 0);
  }

  /** False-positive rate of a Bloom filter in theory: share of unanswered flows reported as answered after this many flows. */
  public static double falsePositives(DirectFeedback rule, int flows) {
    double unset = StrictMath.exp(-(double) rule.filterHashes() * flows / rule.filterBits());
    return StrictMath.pow(1 - unset, rule.filterHashes());
  }

  /** Memory of a port's filter, in bytes. */
  public static int bytes(DirectFeedback rule) {
    return rule.filterBits() / Byte.SIZE;
  }
}
