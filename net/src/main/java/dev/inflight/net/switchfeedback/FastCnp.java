package dev.inflight.net.switchfeedback;

/**
 * A switch answers a packet that it would mark with its own congestion notification packet to the sender
 * (draft-xiao-rtgwg-rocev2-fast-cnp). It is the packet that the receiver would send, but for the way there and back. A flow gets one from a
 * port in a time, which a Bloom filter ensures.
 *
 * @param timerPs the filter is emptied each time that this time has passed, in picoseconds, at least 1 ns
 * @param mark true if packets of such flows are marked as well, so that the receiver sends notifications too
 * @param filterBits bits of the filter, a power of two from 64 to 2^24
 * @param filterHashes number of bits that a flow sets, 1 to 16
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
