package dev.inflight.live.forward;

import static dev.inflight.live.forward.SoftFabric.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.telemetry.format.p4int.IntFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Endpoints with late threads are as fast as those with threads on time. */
@Tag("sweep")
class LateEndsTest {
  private static final long MB_PER_S = 1_000_000;
  private static final int BYTES = 4_000_000;

  /** A path by the rate of its links, and its base RTT: that of packets of 1024 bytes and their acknowledgements. */
  private record Path(long rateBitsPerSec, long baseRttPs) {
    private static final Path SLOW = new Path(100 * MB_PER_S, 830 * US);
    private static final Path FAST = new Path(200 * MB_PER_S, 700 * US);
  }

  static Stream<Arguments> schemesAndPaths() {
    return Schemes.ALL.stream().flatMap(scheme -> Stream.of(Arguments.of(scheme, Path.SLOW), Arguments.of(scheme, Path.FAST)));
  }

  private static double goodput(Scheme scheme, Path path, long latestNanos, long seed) {
    try (var ends = new LateEnds(scheme, IntFormat.DEFAULT, path.rateBitsPerSec, path.baseRttPs, latestNanos, seed)) {
      return ends.goodputOfWrite(BYTES);
    }
  }

  @ParameterizedTest
  @MethodSource("schemesAndPaths")
  void latenessCostsNoRate(Scheme scheme, Path path) {
    double onTime = goodput(scheme, path, 0, 1);
    for (long latestNanos : new long[] {50_000, 100_000}) {
      assertThat(goodput(scheme, path, latestNanos, latestNanos)).as("of late ends, by %s ns", latestNanos)
          .isGreaterThanOrEqualTo(0.97 * onTime);
    }
  }

  /** INT carries no rates: by default links have the endpoint's own rate, and 5 % of it stay free. */
  @Test
  void hpccUsesIntWithoutATableOfLinks() {
    double payload = 1024.0 / (1024 + 58 + 24 + 16 + 2 * 24 + 1); // headers, gap and checksum, INT of two hops
    assertThat(goodput(Hpcc.DEFAULT, Path.SLOW, 0, 1)).isBetween(0.93 * payload * Path.SLOW.rateBitsPerSec,
        0.97 * payload * Path.SLOW.rateBitsPerSec);
  }
}
