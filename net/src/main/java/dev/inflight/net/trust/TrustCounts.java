package dev.inflight.net.trust;

import java.util.function.LongUnaryOperator;

/** What guards of flows have found. */
public final class TrustCounts {
  /** Times that a flow fell back because no valid report came. */
  public long fallbacks;
  /** Flows that are believed no more, because their reports cannot be true. */
  public long liars;

  /** Adds what others have found. */
  public void add(TrustCounts other) {
    fallbacks += other.fallbacks;
    liars += other.liars;
  }

  /** Takes over what all processes have found together, by a function that sums one number over them. */
  public void takeEverywhere(TrustCounts own, LongUnaryOperator sum) {
    fallbacks = sum.applyAsLong(own.fallbacks);
    liars = sum.applyAsLong(own.liars);
  }
}
