package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Window;

/** A flow that decides its rate in whole bit/s, starting at line rate, and bounds the bytes in flight by it or not. */
abstract class RateFlow implements CongestionControl {
  final PathFacts path;
  final long lineRate;
  private final Window bound;
  long rate;

  RateFlow(PathFacts path, Window bound) {
    this.path = path;
    this.bound = bound;
    lineRate = path.lineRateBitsPerSec();
    rate = lineRate;
  }

  /** What is due so much earlier. */
  static void earlier(long[] duePs, long ps) {
    for (int timer = 0; timer < duePs.length; timer++) {
      duePs[timer] = duePs[timer] == NEVER ? NEVER : duePs[timer] - ps;
    }
  }

  @Override
  public final long windowBytes() {
    return bound.bytes(path, rate);
  }

  @Override
  public final long paceBitsPerSec() {
    return rate;
  }
}
