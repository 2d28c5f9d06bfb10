package dev.inflight.telemetry.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each pair of hosts has its own key; both endpoints, and holders of the master key, derive the same one. */
class ReportKeysTest {
  private static final long MASTER_HIGH = 0x0123456789ABCDEFL;
  private static final long MASTER_LOW = 0x1122334455667788L;
  private static final int HOSTS = 40;

  private final ReportKeys keys = new ReportKeys(MASTER_HIGH, MASTER_LOW);

  private static long hashOf(ReportMac seal) {
    byte[] bytes = new byte[8 + ReportMac.BYTES];
    seal.seal(bytes, 0, 8, 1, 2, 3, 4);
    long hash = 0;
    for (int at = 16; at < bytes.length; at++) {
      hash = hash << 8 | bytes[at] & 0xFF;
    }
    return hash;
  }

  /** Repeats the definition of the class. */
  @Test
  void theKeyIsTheHashOfLabelHalfAndHosts() {
    var master = new SipHash(MASTER_HIGH, MASTER_LOW);
    byte[] nothing = {};
    long label = 0;
    for (char letter : "reports".toCharArray()) {
      label = label << 8 | letter;
    }
    var written = new ReportMac(master.of(nothing, 0, 0, label, 1, 3, 9), master.of(nothing, 0, 0, label, 2, 3, 9));
    assertThat(hashOf(keys.between(9, 3))).isEqualTo(hashOf(written));
  }

  @Test
  void bothEndsHaveTheSameKeyAndNoOtherPairHasIt() {
    Set<Long> seen = new HashSet<>();
    for (int one = 0; one < HOSTS; one++) {
      for (int other = one + 1; other < HOSTS; other++) {
        long hash = hashOf(keys.between(one, other));
        assertThat(hashOf(keys.between(other, one))).isEqualTo(hash);
        seen.add(hash);
      }
    }
    assertThat(seen).hasSize(HOSTS * (HOSTS - 1) / 2);
    assertThat(seen).doesNotContain(hashOf(new ReportKeys(MASTER_HIGH, MASTER_LOW + 1).between(0, 1)));
  }

  @Test
  void masterKeySealsForEveryPair() {
    byte[] report = new byte[42 + ReportMac.BYTES];
    keys.seal(7, 2, report, 0, 42, 5, 77_000, 9, 11);
    assertThat(keys.between(2, 7).matches(report, 0, 42, 5, 77_000, 9)).isTrue();
    assertThat(ReportMac.serial(report, 42)).isEqualTo(11);
    assertThat(keys.between(2, 8).matches(report, 0, 42, 5, 77_000, 9)).as("of another pair").isFalse();
  }
}
