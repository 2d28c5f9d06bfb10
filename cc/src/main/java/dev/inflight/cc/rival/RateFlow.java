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

  @Override
  public final long windowBytes() {
    return bound.bytes(path, rate);
  }

  @Override
  public final long paceBitsPerSec() {
    return rate;
  }
}
