package dev.inflight.net.validation;

import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;

/**
 * The window of a flow without valid reports of its path, by its own acknowledgements alone: the number of bytes that arrive, and
 * their delay.
 *
 * <p>It starts with a part of the rate at which bytes have arrived. While a queue lasts for a whole round trip, it shrinks by the
 * part that the queue adds to that, as every flow with reports does; when the queue is gone, it returns three quarters of the
 * way. Else it grows so slowly that flows with reports of the path, which make room for growing ones, lose little before they
 * end.
 */
final class OwnPace {
  /** Factor between the fastest packet of a round trip and the fastest of all from which a queue lasts. */
  private static final double QUEUEING = 1.25;
  /** Growth factor in a round trip without a queue. */
  private static final double GROWTH = 1 + 1.0 / 4096;
  /** Part of a reduction that is permanent: the queue was that of other flows as well. */
  private static final double YIELD = 0.25;
  /** Growth factor in a round trip after a queue. */
  private static final double RETURN = 1 + 1.0 / 64;
  /** Largest window, in bandwidth-delay products: line rate needs reports of its effect. */
  private static final double MOST = 0.5;

  private final PathFacts path;
  private final double mostBytes;
  private final long toleratedPs;
  private double windowBytes;
  private double goalBytes; // of the window after a queue
  private long fastestPs = Long.MAX_VALUE;
  private long fastestOfRoundPs;
  private long roundEndsAtByte;
  private boolean settling; // acknowledged data left before the window shrank

  OwnPace(PathFacts path, long toleratedPs) {
    this.path = path;
    this.toleratedPs = toleratedPs;
    mostBytes = MOST * Math.max(path.bdpBytes(), path.payloadBytes());
  }

  /** Counts a round trip. */
  void took(long rttPs) {
    fastestPs = Math.min(fastestPs, rttPs);
    fastestOfRoundPs = Math.min(fastestOfRoundPs, rttPs);
  }

  /** Resets round-trip times for another path, of which the first proves nothing yet. */
  void changePath() {
    fastestPs = Long.MAX_VALUE;
    fastestOfRoundPs = Long.MAX_VALUE;
  }

  /** Starts with a rate of bytes that arrive, or with less. */
  void begin(double bytesPerPs, Feedback facts) {
    windowBytes = limited(bytesPerPs * path.baseRttPs());
    goalBytes = windowBytes;
    settling = true;
    beginRound(facts);
  }

  private double limited(double bytes) {
    return Math.clamp(bytes, Math.min(path.payloadBytes(), mostBytes), mostBytes);
  }

  private void beginRound(Feedback facts) {
    roundEndsAtByte = facts.highestSentBytes;
    fastestOfRoundPs = Long.MAX_VALUE;
  }

  /**
   * Takes an acknowledgement.
   *
   * @param mayGrow true if the window grows while no queue builds up
   * @return true if the window has changed
   */
  boolean acknowledged(Feedback facts, boolean mayGrow) {
    if (facts.ackedBytes < roundEndsAtByte || fastestOfRoundPs == Long.MAX_VALUE) {
      return false;
    }
    boolean shrinks = !settling && fastestOfRoundPs > QUEUEING * fastestPs + toleratedPs;
    if (shrinks) {
      windowBytes = limited(windowBytes * fastestPs / fastestOfRoundPs);
      goalBytes += YIELD * (windowBytes - goalBytes);
    } else if (mayGrow && !settling) {
      goalBytes = windowBytes < goalBytes ? goalBytes : limited(goalBytes * GROWTH);
      windowBytes = Math.min(goalBytes, windowBytes * RETURN);
    }
    settling = shrinks;
    beginRound(facts);
    return true;
  }

  /** In bytes, 1 or more. */
  long windowBytes() {
    return Math.max(1, (long) windowBytes);
  }
}
