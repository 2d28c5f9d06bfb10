package dev.inflight.sim.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class L64X128MixTest {
  @Test
  void isTheLibrarysGenerator() {
    RandomGeneratorFactory<RandomGenerator> library = RandomGeneratorFactory.of("L64X128MixRandom");
    for (long seed : new long[] {0, 1, -1, 42, 0x6a09_e667_f3bc_c909L, Long.MIN_VALUE, Long.MAX_VALUE}) {
      RandomGenerator expected = library.create(seed);
      var ours = new L64X128Mix(seed);
      for (int draw = 0; draw < 10_000; draw++) {
        assertThat(ours.nextLong()).as("draw %d of seed %d", draw, seed).isEqualTo(expected.nextLong());
      }
    }
  }
}
