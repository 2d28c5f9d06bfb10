package dev.inflight.net.switchfeedback;

/**
 * When a switch would mark a packet, it sends a congestion notification packet to the sender (draft-xiao-rtgwg-rocev2-fast-cnp):
 * the same packet as the receiver's, but sooner. A Bloom filter limits each flow to one notification per port and timer period.
 *
 * @param timerPs period after which the filter is cleared, at least 1 ns
 * @param mark whether the packet is marked as well, so that the receiver also sends notifications
 * @param filterBits bits of the filter, a power of two from 64 to 2^24
 * @param filterHashes hash functions (bits set per flow), 1 to 16
 */
public record FastCnp(long timerPs, boolean mark, int filterBits, int filterHashes) implements SwitchFeedback {
  /** As often as receivers notify in DCQCN's paper, and instead of them. */
  public static final FastCnp DEFAULT = new FastCnp(50_000_000, false, 4096, 4);

  /** Checks the ranges. */
  public FastCnp {
    FeedbackFilter.check(timerPs, filterBits, filterHashes);
  }

  @Override
  public String name() {
    return "fast-cnp";
  }
}
