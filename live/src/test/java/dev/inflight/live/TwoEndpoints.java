package dev.inflight.live;

import dev.inflight.live.testing.Awake;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import java.util.function.BooleanSupplier;

/** Two endpoints in one thread, with a clock that advances a little when both are idle. */
final class TwoEndpoints {
  private static final long LONGEST_NANOS = 100_000_000_000L;

  final Cable cable;
  final RealLoop[] loops;
  final Endpoint left;
  final Endpoint right;
  long nanos;
  /** Step of the clock; at most the longest standstill. */
  long stepNanos = 1000;

  TwoEndpoints(Cable cable, EndpointConfig leftConfig, EndpointConfig rightConfig) {
    this.cable = cable;
    loops = new RealLoop[] {new RealLoop(Waiting.SPIN, new Awake(), () -> nanos),
        new RealLoop(Waiting.SPIN, new Awake(), () -> nanos)};
    left = new Endpoint(cable.ends[0], loops[0], leftConfig);
    right = new Endpoint(cable.ends[1], loops[1], rightConfig);
  }

  /** Runs both until a condition holds; fails after a long time. */
  void until(BooleanSupplier so) {
    long end = nanos + LONGEST_NANOS;
    while (!so.getAsBoolean()) {
      if (nanos > end) {
        throw new AssertionError("not so after " + LONGEST_NANOS + " ns");
      }
      if (loops[0].round() + loops[1].round() == 0) {
        nanos += stepNanos;
      }
    }
  }

  /** Runs both for a time. */
  void run(long forNanos) {
    long end = nanos + forNanos;
    until(() -> nanos >= end);
  }
}
