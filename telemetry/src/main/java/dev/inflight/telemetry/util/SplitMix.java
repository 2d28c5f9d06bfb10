package dev.inflight.telemetry.util;

/**
 * SplitMix64 generator (Steele, Lea, Flood, OOPSLA 2014) as a state and two functions. Each port has its own, so random choices
 * do not depend on the order in which ports are served.
 */
public final class SplitMix {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;
  private long state;

  /** Creates a generator for one user: {@code who} distinguishes the users of one seed. */
  public SplitMix(long seed, long who) {
    this(mix(seed) ^ mix(who * GAMMA + 1));
  }

  /** Creates a generator of the numbers after {@code state}. */
  public SplitMix(long state) {
    this.state = state;
  }

  /** Next number, from 0 (inclusive) to 1 (exclusive). */
  public double nextDouble() {
    state += GAMMA;
    return (mix(state) >>> 11) * 0x1p-53;
  }

  /** Spreads the bits of a number over the whole word. */
  public static long mix(long word) {
    long mixed = (word ^ word >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
