package dev.inflight.sim.random;

import java.util.random.RandomGenerator;

/**
 * The generator L64X128MixRandom of the Java library, number for number: a linear congruential generator and a xor-based one,
 * mixed (Steele and Vigna, "LXM: better splittable pseudorandom number generators", 2021). The code is here because it must be
 * the same on every machine, and not every Java library has it.
 */
final class L64X128Mix implements RandomGenerator {
  private static final long MULTIPLIER = 0xd134_2543_de82_ef95L;
  private static final long SILVER_RATIO = 0x6a09_e667_f3bc_c909L;
  private static final long GOLDEN_RATIO = 0x9e37_79b9_7f4a_7c15L;

  private final long increment;
  private long linear;
  private long first;
  private long second;

  /** Makes the generator that the library makes from a seed. */
  L64X128Mix(long seed) {
    long mixed = seed ^ SILVER_RATIO;
    increment = mix(mixed, 33, 0xff51_afd7_ed55_8ccdL, 33, 0xc4ce_b9fe_1a85_ec53L, 33) | 1;
    linear = 1;
    first = fill(mixed);
    second = fill(mixed + GOLDEN_RATIO);
    // Both are never 0: only one number mixes to 0.
  }

  private static long fill(long number) {
    return mix(number, 30, 0xbf58_476d_1ce4_e5b9L, 27, 0x94d0_49bb_1331_11ebL, 31);
  }

  private static long mix(long number, int shift1, long factor1, int shift2, long factor2, int shift3) {
    long z = (number ^ number >>> shift1) * factor1;
    z = (z ^ z >>> shift2) * factor2;
    return z ^ z >>> shift3;
  }

  @Override
  public long nextLong() {
    long result = mix(linear + first, 32, 0xdaba_0b6e_b093_22e3L, 32, 0xdaba_0b6e_b093_22e3L, 32);
    linear = MULTIPLIER * linear + increment;
    long crossed = second ^ first;
    first = Long.rotateLeft(first, 24) ^ crossed ^ crossed << 16;
    second = Long.rotateLeft(crossed, 37);
    return result;
  }
}
