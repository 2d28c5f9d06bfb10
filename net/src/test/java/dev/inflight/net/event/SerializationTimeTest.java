package dev.inflight.net.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SerializationTimeTest {
  @Test
  void theAuthorsKeepSixtyFourBitsOfASecondsFraction() {
    // The double nearest to 87.2 us lies above it, by less than the 64th bit and by more than the 63rd can hold.
    assertThat(SerializationTime.AUTHORS.serializationPs(1090, 100_000_000)).isEqualTo(87_200_000);
    assertThat(SerializationTime.AUTHORS.serializationPs(1090, 100_000_000_000L)).isEqualTo(87_000);
    assertThat(SerializationTime.AUTHORS.serializationPs(1090, 400_000_000_000L)).isEqualTo(21_000);
    assertThat(SerializationTime.AUTHORS.serializationPs(1_000_000, 1_000_000)).isEqualTo(8_000_000_000_000L);
  }

  /** The same rule in whole numbers of any length. */
  private static long second(long bytes, long rate) {
    var seconds = new BigDecimal((double) bytes * 8.0 / (double) rate);
    BigInteger bits = seconds.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(64))).toBigInteger();
    return bits.multiply(BigInteger.valueOf(1_000_000_000)).shiftRight(64).longValueExact() * 1000;
  }

  @Test
  void itIsTheSameRuleAtEveryRate() {
    var random = new SplittableRandom(1);
    for (int n = 0; n < 200_000; n++) {
      long bytes = random.nextLong(1, 10_500);
      long rate = random.nextBoolean()
          ? random.nextLong(1, 1600) * 1_000_000L * (random.nextBoolean() ? 1 : 1000)
          : random.nextLong(1, 1L << random.nextInt(1, 41));
      assertThat(SerializationTime.AUTHORS.serializationPs(bytes, rate)).as("%d bytes at %d bit/s", bytes, rate)
          .isEqualTo(second(bytes, rate));
    }
  }

  @Test
  void exactTimesAreRoundedUpToPicoseconds() {
    assertThat(SerializationTime.EXACT.serializationPs(1090, 400_000_000_000L)).isEqualTo(21_800);
    assertThat(SerializationTime.EXACT.serializationPs(1, 3_000_000_000_000L)).isEqualTo(3);
  }
}
