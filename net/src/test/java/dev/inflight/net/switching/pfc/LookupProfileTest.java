package dev.inflight.net.switching.pfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.link.Framing;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Against the files pg_profile_lookup.ini of sonic-net/sonic-buildimage, commit 086b03b. */
class LookupProfileTest {
  private static PfcLimits limits(LookupPlatform platform, long mbps, double meters) {
    return new LookupProfile(platform, meters).limits(cable(mbps, 1), 1);
  }

  private static PfcProfile.Cable cable(long mbps, long delayPs) {
    return new PfcProfile.Cable(mbps * 1_000_000L, delayPs, Framing.ROCEV2, 0);
  }

  /** Columns as in the files: platform, speed, cable, size, xon, xoff, threshold, xon_offset. */
  @ParameterizedTest
  @CsvSource(delimiter = ' ', textBlock = """
      TRIDENT_2 1000 5 41808 18432 40560 -1 2496
      TRIDENT_2 1000 40 41808 18432 40560 -1 2496
      TRIDENT_2 1000 300 41808 18432 40560 -1 2496
      TRIDENT_2 10000 5 41808 18432 40560 -1 2496
      TRIDENT_2 10000 40 41808 18432 40560 -1 2496
      TRIDENT_2 10000 300 41808 18432 40560 -1 2496
      TRIDENT_2 40000 5 46384 18432 45136 -1 2496
      TRIDENT_2 40000 40 48464 18432 47216 -1 2496
      TRIDENT_2 40000 300 64064 18432 62816 -1 2496
      TRIDENT_2 50000 5 46592 18432 45344 -1 2496
      TRIDENT_2 50000 40 49296 18432 48048 -1 2496
      TRIDENT_2 50000 300 68848 18432 67600 -1 2496
      TRIDENT_2 100000 5 48464 18432 47216 -1 2496
      TRIDENT_2 100000 40 53872 18432 52624 -1 2496
      TRIDENT_2 100000 300 92976 18432 91728 -1 2496
      TRIDENT_3 10000 5 4608 4608 160000 0 4608
      TRIDENT_3 10000 40 4608 4608 160000 0 4608
      TRIDENT_3 10000 300 4608 4608 160000 0 4608
      TRIDENT_3 50000 5 4608 4608 160000 0 4608
      TRIDENT_3 50000 40 4608 4608 160000 0 4608
      TRIDENT_3 50000 300 4608 4608 160000 0 4608
      TRIDENT_3 100000 5 4608 4608 160000 0 4608
      TRIDENT_3 100000 40 4608 4608 160000 0 4608
      TRIDENT_3 100000 300 4608 4608 160000 0 4608
      TOMAHAWK_1 10000 5 1248 2288 35776 0 2288
      TOMAHAWK_1 10000 40 1248 2288 37024 0 2288
      TOMAHAWK_1 10000 300 1248 2288 46176 0 2288
      TOMAHAWK_1 25000 5 1248 2288 53248 0 2288
      TOMAHAWK_1 25000 40 1248 2288 53248 0 2288
      TOMAHAWK_1 25000 300 1248 2288 79040 0 2288
      TOMAHAWK_1 40000 5 1248 2288 66560 0 2288
      TOMAHAWK_1 40000 40 1248 2288 71552 0 2288
      TOMAHAWK_1 40000 300 1248 2288 108160 0 2288
      TOMAHAWK_1 50000 5 1248 2288 90272 0 2288
      TOMAHAWK_1 50000 40 1248 2288 96096 0 2288
      TOMAHAWK_1 50000 300 1248 2288 141856 0 2288
      TOMAHAWK_1 100000 5 1248 2288 165568 0 2288
      TOMAHAWK_1 100000 40 1248 2288 177632 0 2288
      TOMAHAWK_1 100000 300 1248 2288 268736 0 2288
      TOMAHAWK_2 40000 5 1248 1248 29536 0 2496
      TOMAHAWK_2 40000 40 1248 1248 31616 0 2496
      TOMAHAWK_2 40000 300 1248 1248 48256 0 2496
      TOMAHAWK_2 50000 5 1248 1248 54080 0 2496
      TOMAHAWK_2 50000 40 1248 1248 59696 0 2496
      TOMAHAWK_2 50000 300 1248 1248 101088 0 2496
      TOMAHAWK_2 100000 5 1248 1248 54080 0 2496
      TOMAHAWK_2 100000 40 1248 1248 59696 0 2496
      TOMAHAWK_2 100000 300 1248 1248 101088 0 2496
      TOMAHAWK_3 100000 5 2540 2540 68580 -2 2540
      TOMAHAWK_3 100000 40 2540 2540 74422 -2 2540
      TOMAHAWK_3 100000 300 2540 2540 117348 -2 2540
      TOMAHAWK_3 100000 1000 2540 2540 233172 -2 2540
      TOMAHAWK_3 100000 2000 2540 2540 398526 -2 2540
      TOMAHAWK_3 400000 5 2540 2540 178562 -2 2540
      TOMAHAWK_3 400000 40 2540 2540 201930 -2 2540
      TOMAHAWK_3 400000 300 2540 2540 373888 -2 2540
      TOMAHAWK_3 400000 1000 2540 2540 836676 -2 2540
      TOMAHAWK_3 400000 2000 2540 2540 1498092 -2 2540
      TOMAHAWK_4 10000 5 9144 9144 75438 0 9144
      TOMAHAWK_4 10000 40 9144 9144 78740 0 9144
      TOMAHAWK_4 10000 300 9144 9144 103378 0 9144
      TOMAHAWK_4 25000 5 9144 9144 75438 0 9144
      TOMAHAWK_4 25000 40 9144 9144 78740 0 9144
      TOMAHAWK_4 25000 300 9144 9144 103378 0 9144
      TOMAHAWK_4 40000 5 9144 9144 91694 0 9144
      TOMAHAWK_4 40000 40 9144 9144 98298 0 9144
      TOMAHAWK_4 40000 300 9144 9144 147574 0 9144
      TOMAHAWK_4 50000 5 9144 9144 91694 0 9144
      TOMAHAWK_4 50000 40 9144 9144 98298 0 9144
      TOMAHAWK_4 50000 300 9144 9144 147574 0 9144
      TOMAHAWK_4 100000 5 9144 9144 129032 0 9144
      TOMAHAWK_4 100000 40 9144 9144 142240 0 9144
      TOMAHAWK_4 100000 300 9144 9144 240538 0 9144
      TOMAHAWK_4 200000 5 9144 9144 214122 0 9144
      TOMAHAWK_4 200000 40 9144 9144 240792 0 9144
      TOMAHAWK_4 200000 300 9144 9144 437134 0 9144
      TOMAHAWK_4 400000 5 9144 9144 371348 0 9144
      TOMAHAWK_4 400000 40 9144 9144 424434 0 9144
      TOMAHAWK_4 400000 300 9144 9144 817372 0 9144
      TOMAHAWK_5 10000 5 18796 0 91440 0 3556
      TOMAHAWK_5 10000 40 18796 0 94742 0 3556
      TOMAHAWK_5 10000 300 18796 0 258572 0 3556
      TOMAHAWK_5 25000 5 18796 0 91440 0 3556
      TOMAHAWK_5 25000 40 18796 0 94742 0 3556
      TOMAHAWK_5 25000 300 18796 0 258572 0 3556
      TOMAHAWK_5 40000 5 18796 0 106934 0 3556
      TOMAHAWK_5 40000 40 18796 0 113538 0 3556
      TOMAHAWK_5 40000 300 18796 0 258572 0 3556
      TOMAHAWK_5 50000 5 18796 0 106934 0 3556
      TOMAHAWK_5 50000 40 18796 0 113538 0 3556
      TOMAHAWK_5 50000 300 18796 0 258572 0 3556
      TOMAHAWK_5 100000 5 18796 0 147066 0 3556
      TOMAHAWK_5 100000 40 18796 0 160274 0 3556
      TOMAHAWK_5 100000 300 18796 0 258572 0 3556
      TOMAHAWK_5 200000 5 18796 0 229362 0 3556
      TOMAHAWK_5 200000 40 18796 0 255778 0 3556
      TOMAHAWK_5 200000 300 18796 0 452374 0 3556
      TOMAHAWK_5 400000 5 18796 0 393192 0 3556
      TOMAHAWK_5 400000 40 18796 0 446024 0 3556
      TOMAHAWK_5 400000 300 18796 0 839216 0 3556
      TOMAHAWK_5 800000 5 18796 0 729488 0 3556
      TOMAHAWK_5 800000 40 18796 0 835406 0 3556
      TOMAHAWK_5 800000 300 18796 0 1621536 0 3556
      """)
  void rowsAreThePublishedOnes(LookupPlatform platform, long mbps, double meters, int size, int xon, int xoff, int th,
      int xonOffset) {
    PfcLimits limits = limits(platform, mbps, meters);
    assertThat(limits.headroomBytes()).isEqualTo(xoff);
    assertThat(limits.reservedBytes()).as("of trident-2, whose size has headroom in it, what is left")
        .isEqualTo(platform == LookupPlatform.TRIDENT_2 ? size - xoff : size);
    assertThat(limits.th()).isEqualTo(th);
    assertThat(limits.xonBytes()).isEqualTo(xon);
    assertThat(limits.xonOffsetBytes()).isEqualTo(xonOffset);
    assertThat(limits.xoffBytes()).isEqualTo(PfcLimits.NEVER);
  }

  @Test
  void allRowsAreTested() {
    assertThat(Arrays.stream(LookupPlatform.values()).mapToInt(platform -> platform.rows().size()).sum()).isEqualTo(103);
  }

  @ParameterizedTest
  @EnumSource
  void aRowIsOfOneSpeedAndLengthAndLongerCablesNeedNoLess(LookupPlatform platform) {
    LookupPlatform.Row before = null;
    for (LookupPlatform.Row row : platform.rows()) {
      if (before != null && before.rateBitsPerSec() == row.rateBitsPerSec()) {
        assertThat(row.meters()).isGreaterThan(before.meters());
        assertThat(row.xoff()).isGreaterThanOrEqualTo(before.xoff());
      }
      before = row;
    }
  }

  @Test
  void aLengthBetweenRowsHasTheLongerOnes() {
    assertThat(limits(LookupPlatform.TOMAHAWK_3, 400_000, 41).headroomBytes()).isEqualTo(373_888);
    assertThat(limits(LookupPlatform.TOMAHAWK_3, 400_000, 1).headroomBytes()).isEqualTo(178_562);
    assertThat(limits(LookupPlatform.TOMAHAWK_3, 400_000, 2000).headroomBytes()).isEqualTo(1_498_092);
  }

  @Test
  void aCableWithoutLengthHasThatOfItsDelay() {
    var byDelay = new LookupProfile(LookupPlatform.TOMAHAWK_5, 0);
    assertThat(byDelay.limits(cable(800_000, Math.round(40 / 1.98e8 * 1e12)), 1).headroomBytes()).isEqualTo(835_406);
    assertThat(byDelay.limits(cable(800_000, 1_000_000), 1).headroomBytes()).as("198 m").isEqualTo(1_621_536);
  }

  @Test
  void rejectsMissingRowWithTheNearest() {
    assertThatThrownBy(() -> limits(LookupPlatform.TOMAHAWK_3, 200_000, 5))
        .hasMessage("sonic-lookup: tomahawk-3 has no row for ports of 200 Gb/s, only for 100, 400; the nearest is 100 Gb/s");
    assertThatThrownBy(() -> limits(LookupPlatform.TRIDENT_2, 2_500, 5)).hasMessageContaining("ports of 2.5 Gb/s")
        .hasMessageEndingWith("the nearest is 1 Gb/s");
    assertThatThrownBy(() -> limits(LookupPlatform.TOMAHAWK_3, 400_000, 2001))
        .hasMessage("sonic-lookup: tomahawk-3 has no row for cables of 2001 m at 400 Gb/s; the longest is 2000 m");
    assertThat(new LookupProfile(LookupPlatform.TOMAHAWK_3, 5).problem(cable(100_000, 1))).isNull();
    assertThatThrownBy(() -> new LookupProfile(LookupPlatform.TOMAHAWK_3, 100_001))
        .hasMessage("cableMeters 100001 is outside 0 to 100000");
  }
}
