package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Window;

/** Flow that controls its rate in whole bit/s, starts at line rate, and may bound the bytes in flight by the rate. */
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

  /** Moves the due times of all running timers earlier by {@code ps} picoseconds. */
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
