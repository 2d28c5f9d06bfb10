package dev.inflight.sim.random;

import dev.inflight.telemetry.util.SplitMix;
import java.util.random.RandomGenerator;

/**
 * Random choices that are the same on any machine and Java release. All are made from {@code nextLong} of a fixed algorithm,
 * because the library's bounded and exponential draws may change.
 */
public final class Randoms {
  private Randoms() {
  }

  /**
   * The stream of one workload in a scenario. The number of flows before it distinguishes equal lines. Its parameters do not
   * count, so that a sweep over a load or size uses the same random numbers.
   */
  public static RandomGenerator stream(long seed, String workload, int flowsBefore) {
    long kind = 0xcbf29ce484222325L; // FNV-1a: String.hashCode is too short to distinguish streams
    for (int i = 0; i < workload.length(); i++) {
      kind = (kind ^ workload.charAt(i)) * 0x100000001b3L;
    }
    return new L64X128Mix(SplitMix.mix(SplitMix.mix(seed) ^ kind) + flowsBefore);
  }

  /** Uniform in (0, 1]: never 0, so that a logarithm may follow. */
  public static double unit(RandomGenerator random) {
    return ((random.nextLong() >>> 11) + 1) * 0x1p-53;
  }

  /** Uniform in 0 to {@code bound} - 1; no value is favored by more than bound / 2^64. */
  public static long below(RandomGenerator random, long bound) {
    return Math.unsignedMultiplyHigh(random.nextLong(), bound);
  }

  /** Exponential with this mean. */
  public static double exponential(RandomGenerator random, double mean) {
    return -StrictMath.log(unit(random)) * mean;
  }
}
