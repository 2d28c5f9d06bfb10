package dev.inflight.net.switching.pfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.link.Framing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against the xoff of SONiC's pg_profile_lookup.ini (sonic-buildimage, device/mellanox and device/nvidia) at 5, 40 and 300 m. */
class SonicProfileTest {
  private static final int[] METERS = {5, 40, 300};
  private static final int STEP = 1024;

  private static PfcLimits limits(SonicPlatform platform, int gbps, double meters) {
    var profile = new SonicProfile(platform, meters, 0, 9100, 1024);
    return profile.limits(new PfcProfile.Cable(gbps * 1_000_000_000L, 1, Framing.ROCEV2, 0), 1);
  }

  /** The last column is how many steps of rounding a published row may be off. */
  @ParameterizedTest
  @CsvSource({"SPECTRUM_1, 40, 29696, 32768, 59392, 0", "SPECTRUM_1, 100, 30720, 38912, 104448, 0",
      "SPECTRUM_2, 100, 33792, 44032, 117760, 1", "SPECTRUM_2, 200, 35840, 55296, 203776, 1",
      "SPECTRUM_3, 100, 33792, 44032, 117760, 1", "SPECTRUM_3, 400, 38912, 77824, 373760, 1",
      "SPECTRUM_4, 100, 113664, 126976, 225280, 1", "SPECTRUM_4, 200, 131072, 157696, 355328, 1",
      "SPECTRUM_4, 400, 231424, 283648, 677888, 1", "SPECTRUM_4, 800, 257024, 362496, 1150976, 1"})
  void headroomIsThePublishedOne(SonicPlatform platform, int gbps, long at5, long at40, long at300, int steps) {
    long[] published = {at5, at40, at300};
    for (int row = 0; row < published.length; row++) {
      long bytes = limits(platform, gbps, METERS[row]).headroomBytes();
      assertThat(Math.abs(bytes - published[row])).as("%s at %d m: %d", platform, METERS[row], bytes)
          .isLessThanOrEqualTo((long) steps * STEP);
    }
  }

  /** All of SN2700: speed, cable, size, xon, xoff, threshold. */
  @ParameterizedTest
  @CsvSource(delimiter = ' ', textBlock = """
      10000 5 49152 19456 29696 0
      10000 40 49152 19456 29696 0
      10000 300 56320 19456 36864 0
      25000 5 49152 19456 29696 0
      25000 40 51200 19456 31744 0
      25000 300 67584 19456 48128 0
      40000 5 49152 19456 29696 0
      40000 40 52224 19456 32768 0
      40000 300 78848 19456 59392 0
      50000 5 49152 19456 29696 0
      50000 40 53248 19456 33792 0
      50000 300 86016 19456 66560 0
      100000 5 50176 19456 30720 0
      100000 40 58368 19456 38912 0
      100000 300 123904 19456 104448 0
      """)
  void rowsOfSpectrum1AreThePublishedOnes(int mbps, double meters, int size, int xon, int xoff, int th) {
    PfcLimits limits = limits(SonicPlatform.SPECTRUM_1, mbps / 1000, meters);
    assertThat(limits.headroomBytes()).isEqualTo(xoff);
    assertThat(limits.reservedBytes()).isEqualTo(xon);
    assertThat(limits.setAsideBytes()).isEqualTo(size);
    assertThat(limits.th()).isEqualTo(th);
  }

  @Test
  void aPortOfEightLanesReservesForTwoPipelines() {
    assertThat(limits(SonicPlatform.SPECTRUM_1, 100, 5).reservedBytes()).isEqualTo(19_456);
    assertThat(limits(SonicPlatform.SPECTRUM_4, 400, 5).reservedBytes()).isEqualTo(19_456);
    assertThat(limits(SonicPlatform.SPECTRUM_4, 800, 5).reservedBytes()).isEqualTo(38_912);
  }

  @Test
  void aCableWithoutLengthHasThatOfItsDelay() {
    var byDelay = new SonicProfile(SonicPlatform.SPECTRUM_4, 0, 0, 9100, 1024);
    long delayPs = Math.round(40 / 1.98e8 * 1e12);
    assertThat(byDelay.limits(new PfcProfile.Cable(800_000_000_000L, delayPs, Framing.ROCEV2, 0), 1).headroomBytes())
        .isEqualTo(362_496);
  }

  @Test
  void rejectsValuesOutOfRange() {
    assertThatThrownBy(() -> new SonicProfile(SonicPlatform.SPECTRUM_1, -1, 0, 9100, 1024))
        .hasMessage("cableMeters -1 is outside 0 to 100000");
    assertThatThrownBy(() -> new StaticProfile(1000, 1001, 0, 0)).hasMessage("xon 1001 bytes is outside 0 to xoff 1000 bytes");
    assertThatThrownBy(() -> new DynamicProfile(9, 0, 0, 0)).hasMessage("th 9 is outside -8 to 8");
  }
}
