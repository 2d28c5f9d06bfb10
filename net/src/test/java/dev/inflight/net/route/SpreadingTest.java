package dev.inflight.net.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.util.SplitMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hashes and random numbers, against values published or computed by another implementation. */
class SpreadingTest {
  @ParameterizedTest
  @CsvSource({"0, 1, 10000, 100, 5, false, 0x12c61a03", "300, 17, 65535, 4791, 320, false, 0xb7dfe717",
      "3, 4, 10001, 100, 3, true, 0xfe01d9f7", "65535, 0, 1, 2, 0, false, 0xeab3b3d6"})
  void theAuthorsHashIsMurmurHash3OverAddressesAndPorts(int source, int destination, int sourcePort, int destinationPort,
      int node, boolean isHost, String hash) {
    // By a MurmurHash3 (x86, 32 bits) that gives the published vectors, such as 0xF55B516B for 21 43 65 87 with seed 0.
    assertThat(new MurmurEcmp().hash(source, destination, sourcePort, destinationPort, node, isHost))
        .isEqualTo(Integer.parseUnsignedInt(hash.substring(2), 16));
  }

  @Test
  void theAuthorsAddressesAreElevenDotSomething() {
    assertThat(MurmurEcmp.address(0)).as("11.0.0.1").isEqualTo(0x0b000001);
    assertThat(MurmurEcmp.address(300)).as("11.1.44.1").isEqualTo(0x0b012c01);
  }

  @Test
  void theMixIsThatOfSplitMix64() {
    long gamma = 0x9E3779B97F4A7C15L;
    assertThat(SplitMix.mix(gamma)).as("the generator's first numbers with seed 0").isEqualTo(0xE220A8397B1DCDAFL);
    assertThat(SplitMix.mix(2 * gamma)).isEqualTo(0x6E789E6AA1B965F4L);
    assertThat(SplitMix.mix(3 * gamma)).isEqualTo(0x06C45D188009454FL);
  }

  @Test
  void drawsAreUniformAndTheUsersOfASeedHaveDrawsOfTheirOwn() {
    var one = new SplitMix(1, 0);
    var same = new SplitMix(1, 0);
    var other = new SplitMix(1, 1);
    double sum = 0;
    int above = 0;
    int alike = 0;
    int draws = 100_000;
    for (int n = 0; n < draws; n++) {
      double draw = one.nextDouble();
      assertThat(draw).isBetween(0.0, Math.nextDown(1.0));
      assertThat(same.nextDouble()).isEqualTo(draw);
      sum += draw;
      above += draw > 0.9 ? 1 : 0;
      alike += draw == other.nextDouble() ? 1 : 0;
    }
    assertThat(sum / draws).isBetween(0.495, 0.505);
    assertThat(above / (double) draws).isBetween(0.095, 0.105);
    assertThat(alike).isZero();
  }

  @Test
  void everyFieldOfAFlowAndTheSwitchMoveTheSeededHash() {
    var hash = new SeededEcmp(7);
    int flow = hash.hash(1, 2, 3, 4, 5, false);
    assertThat(hash.hash(1, 2, 3, 4, 5, false)).isEqualTo(flow);
    int[] others = {hash.hash(2, 2, 3, 4, 5, false), hash.hash(1, 3, 3, 4, 5, false), hash.hash(1, 2, 4, 4, 5, false),
        hash.hash(1, 2, 3, 5, 5, false), hash.hash(1, 2, 3, 4, 6, false), new SeededEcmp(8).hash(1, 2, 3, 4, 5, false)};
    assertThat(others).doesNotContain(flow).doesNotHaveDuplicates();
  }

  @Test
  void theSeededHashSpreadsFlowsEvenly() {
    var hash = new SeededEcmp(7);
    int[] flows = new int[8];
    for (int source = 0; source < 100; source++) {
      for (int port = 0; port < 100; port++) {
        flows[Integer.remainderUnsigned(hash.hash(source, source + 1, 10_000 + port, 4791, 3, false), 8)]++;
      }
    }
    for (int each : flows) {
      assertThat(each).isBetween(1100, 1400);
    }
  }
}
