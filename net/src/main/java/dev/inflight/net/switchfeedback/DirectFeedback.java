package dev.inflight.net.switchfeedback;

import dev.inflight.telemetry.util.Check;

/**
 * When a packet that requests telemetry joins a long queue, the switch sends a response directly to the endpoint that sets the
 * window, with the packet's number and the records of the path so far. A Bloom filter limits each flow to one response per port
 * and timer period.
 *
 * @param aboveBytes minimum queue length at the port, including this packet, 1 to 2147483647
 * @param timerPs period after which the filter is cleared, at least 1 ns
 * @param filterBits bits of the filter, a power of two from 64 to 2^24
 * @param filterHashes hash functions (bits set per flow), 1 to 16
 */
public record DirectFeedback(long aboveBytes, long timerPs, int filterBits, int filterHashes) implements SwitchFeedback {
  /** The default: see docs/decisions/hpccpp.md for the measurements. */
  public static final DirectFeedback DEFAULT = new DirectFeedback(100_000, 4_000_000, 4096, 4);

  /** Checks the ranges. */
  public DirectFeedback {
    Check.check("above", aboveBytes, 1, Integer.MAX_VALUE);
    FeedbackFilter.check(timerPs, filterBits, filterHashes);
  }

  @Override
  public String name() {
    return "direct";
  }
}
