package dev.inflight.net.switchfeedback;

import dev.inflight.telemetry.util.Check;

/**
 * A switch answers a packet that requests telemetry when it joins a long queue: directly to the deciding end, with the packet's number and
 * the records of the path up to there. A flow gets one answer from a port in a time, which a Bloom filter ensures.
 *
 * @param aboveBytes least number of waiting bytes at the port, including the packet, 1 byte to 2 GB
 * @param timerPs the filter is emptied each time that this time has passed, in picoseconds, at least 1 ns
 * @param filterBits bits of the filter, a power of two from 64 to 2^24
 * @param filterHashes number of bits that a flow sets, 1 to 16
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
