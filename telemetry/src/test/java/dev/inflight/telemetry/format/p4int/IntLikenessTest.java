package dev.inflight.telemetry.format.p4int;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.format.p4int.IntLikeness.Marked;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Bytes that look like INT, and bytes that do not. */
class IntLikenessTest {
  private static Marked of(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    return IntLikeness.of(bytes, 0, bytes.length);
  }

  @Test
  void reportsTheMarkerOfEachVersion() {
    assertThat(of("1005005c 20000205 90000000 00000000 00000001 00000002")).isEqualTo(Marked.BY_DSCP);
    assertThat(of("140512b7 20000205 90000000 00000000 00000001 00000002")).isEqualTo(Marked.BY_PORT);
    assertThat(of("18050011 20000205 90000000 00000000 00000001 00000002")).isEqualTo(Marked.BY_PORT);
    assertThat(of("30030000 20000000 90000000 00000000")).isEqualTo(Marked.BY_DSCP);
    assertThat(of("01000504 10000205 90000000 00000001 00000002")).isEqualTo(Marked.BY_DSCP);
  }

  @Test
  void rejectsShortHeadersAndReservedBits() {
    assertThat(of("1003005c 20000205 90000000 000000")).isEqualTo(Marked.NONE);
    assertThat(of("1005005c 20000205 90000000 00000000 00000001")).isEqualTo(Marked.NONE);
    assertThat(of("1105005c 20000205 90000000 00000000 00000001 00000002")).isEqualTo(Marked.NONE);
    assertThat(of("1005005c 20002205 90000000 00000000 00000001 00000002")).isEqualTo(Marked.NONE);
    assertThat(of("30040000 20000000 90000000 00000000 00000000")).isEqualTo(Marked.NONE);
    assertThat(of("30030000 20000001 90000000 00000000")).isEqualTo(Marked.NONE);
    assertThat(of("01000505 10000205 90000000 00000001 00000002")).isEqualTo(Marked.NONE);
    assertThat(of("01000504 10002205 90000000 00000001 00000002")).isEqualTo(Marked.NONE);
    assertThat(of("02000504 10000205 90000000 00000001 00000002")).isEqualTo(Marked.NONE);
  }

  @Test
  void acceptsSendersHeaders() {
    byte[] bytes = new byte[64];
    int size = IntFormat.DEFAULT.begin(bytes, 3, PathQuery.UTILIZATION);
    assertThat(IntLikeness.of(bytes, 3, size)).isEqualTo(Marked.BY_PORT);
  }

  @Test
  void rejectsRandomPayload() {
    var random = new SplittableRandom(11);
    byte[] bytes = new byte[64];
    int taken = 0;
    for (int round = 0; round < 1_000_000; round++) {
      random.nextBytes(bytes);
      taken += IntLikeness.of(bytes, 0, bytes.length) == Marked.NONE ? 0 : 1;
    }
    assertThat(taken).isZero();
  }
}
