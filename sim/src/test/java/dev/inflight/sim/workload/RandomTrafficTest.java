package dev.inflight.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Long-term statistics of random traffic. */
class RandomTrafficTest {
  private static final long G = 1_000_000_000L;
  private static final long MS = 1_000_000_000L;

  /**
   * With n flows the offered bytes stray by sqrt((1 + cv^2) / n) of the mean, cv being the relative deviation of the sizes: 2.3,
   * 5.6 and 4.7 here. The durations give 0.4, 1.0 and 0.6 million flows, so 2 % is more than three sigma.
   */
  @ParameterizedTest
  @CsvSource({"websearch, 0.3, 2000", "fb-hadoop, 0.5, 200", "ali-storage, 0.05, 400"})
  void poissonOffersItsLoad(String sizes, double load, long durationMs) {
    FlowTable flows = flows(new Star(100, 100 * G, 0).build(), new Poisson(load, sizes, durationMs * MS, 0, 3, 100));
    assertThat(flows.count()).isGreaterThan(300_000);
    assertThat(bits(flows) / (durationMs * 1e-3)).isCloseTo(load * 100 * 100 * G, withinPercentage(2));
  }

  /** Gaps of a Poisson process have a standard deviation equal to their mean, and none is preferred. */
  @Test
  void poissonGapsAreExponential() {
    FlowTable flows = flows(new Star(100, 100 * G, 0).build(), new Poisson(0.5, "fb-hadoop", 50 * MS, 3 * MS, 3, 100));
    assertThat(flows.startPs(0)).isGreaterThan(3 * MS);
    assertThat(flows.startPs(flows.count() - 1)).isBetween(52 * MS, 53 * MS);
    long[] gaps = IntStream.range(1, flows.count()).mapToLong(i -> flows.startPs(i) - flows.startPs(i - 1)).toArray();
    double mean = LongStream.of(gaps).average().orElseThrow();
    double variance = LongStream.of(gaps).mapToDouble(gap -> (gap - mean) * (gap - mean)).average().orElseThrow();
    assertThat(StrictMath.sqrt(variance)).isCloseTo(mean, withinPercentage(1)); // 250 000 gaps: one sigma is 0.3 %
    double longer = LongStream.of(gaps).filter(gap -> gap > mean).count() / (double) gaps.length;
    assertThat(longer).isCloseTo(0.36788, withinPercentage(1)); // 1 / e
  }

  /** A constant size keeps chance out of the bytes: a host with n flows strays by 1 / sqrt(n), here 0.6 %. */
  @Test
  void eachHostOffersTheLoadOfAllItsLinks() {
    var switches = new BitSet();
    switches.set(3);
    var links = List.of(link(0, 10), link(1, 10), link(1, 30), link(2, 50));
    FlowTable flows = flows(new Topology(4, switches, links), new Poisson(0.4, "999 0, 1000 100", 50 * MS, 0, 3, 100));
    long[] sent = new long[3];
    for (int i = 0; i < flows.count(); i++) {
      sent[flows.source(i)] += 8 * flows.sizeBytes(i);
    }
    assertThat(sent[0] / 50e-3).isCloseTo(0.4 * 10 * G, withinPercentage(3));
    assertThat(sent[1] / 50e-3).isCloseTo(0.4 * 40 * G, withinPercentage(3));
    assertThat(sent[2] / 50e-3).isCloseTo(0.4 * 50 * G, withinPercentage(3));
  }

  private static Topology.Link link(int host, int rateG) {
    return new Topology.Link(host, 3, rateG * G, 0);
  }

  /** Each of the 32 * 31 pairs gets about 1 200 flows; 20 % is almost seven sigma. */
  @Test
  void allPairsAreEquallyLikely() {
    FlowTable flows = flows(Pod.DEFAULT.build(), new Poisson(0.6, "999 0, 1000 100", 10 * MS, 0, 3, 100));
    int[] pairs = new int[32 * 32];
    for (int i = 0; i < flows.count(); i++) {
      pairs[32 * flows.source(i) + flows.destination(i)]++;
    }
    double expected = flows.count() / (32.0 * 31);
    for (int pair = 0; pair < pairs.length; pair++) {
      if (pair / 32 == pair % 32) {
        assertThat(pairs[pair]).isZero();
      } else {
        assertThat((double) pairs[pair]).as("%d to %d", pair / 32, pair % 32).isCloseTo(expected, withinPercentage(20));
      }
    }
  }

  /** 53 000 incasts: one sigma of the load is 0.4 %. */
  @Test
  void incastLoadOffersItsLoadInWholeIncasts() {
    FlowTable flows = flows(new Star(100, 100 * G, 0).build(), new IncastLoad(60, 50_000, 0.64, 200 * MS, MS, 3, 200));
    assertThat(bits(flows) / 0.2).isCloseTo(0.64 * 100 * 100 * G, withinPercentage(2));
    int[] received = new int[100];
    int[] sent = new int[100];
    for (int first = 0; first < flows.count(); first += 60) {
      var senders = new BitSet();
      for (int i = first; i < first + 60; i++) {
        senders.set(flows.source(i));
        sent[flows.source(i)]++;
        assertThat(flows.destination(i)).isEqualTo(flows.destination(first));
        assertThat(flows.startPs(i)).isEqualTo(flows.startPs(first));
      }
      assertThat(senders.cardinality()).isEqualTo(60);
      assertThat(senders.get(flows.destination(first))).isFalse();
      received[flows.destination(first)]++;
    }
    // 533 incasts to each host, so 30 % is seven sigma; 32 000 flows from each, so 3 % is more than five
    double incasts = flows.count() / 60.0;
    assertThat(Arrays.stream(received).asDoubleStream())
        .allSatisfy(n -> assertThat(n).isCloseTo(incasts / 100, withinPercentage(30)));
    assertThat(Arrays.stream(sent).asDoubleStream()).allSatisfy(n -> assertThat(n).isCloseTo(incasts * 0.6, withinPercentage(3)));
  }

  /** A sweep over the load compares like with like: the same flows, closer together. */
  @Test
  void otherLoadsDrawTheSameFlows() {
    FlowTable sparse = flows(Star.DEFAULT.build(), new Poisson(0.2, "websearch", 40 * MS, 0, 3, 100));
    FlowTable dense = flows(Star.DEFAULT.build(), new Poisson(0.4, "websearch", 40 * MS, 0, 3, 100));
    assertThat(dense.count()).isGreaterThan(sparse.count());
    for (int i = 0; i < sparse.count(); i++) {
      assertThat(dense.source(i)).isEqualTo(sparse.source(i));
      assertThat(dense.destination(i)).isEqualTo(sparse.destination(i));
      assertThat(dense.sizeBytes(i)).isEqualTo(sparse.sizeBytes(i));
      assertThat(dense.startPs(i)).isCloseTo(sparse.startPs(i) / 2, within(1L)); // both truncated to picoseconds
    }
  }

  /** The same flows on every machine and Java release: a change here changes every seeded result. */
  @Test
  void theFirstFlowsOfSeedOne() {
    FlowTable flows = flows(Star.DEFAULT.build(), Poisson.DEFAULT);
    assertThat(IntStream.range(0, 3).mapToObj(
        i -> flows.source(i) + " to " + flows.destination(i) + ", " + flows.sizeBytes(i) + " bytes at " + flows.startPs(i)))
        .containsExactly("7 to 14, 62944 bytes at 961554", "14 to 15, 778 bytes at 2701302", "16 to 14, 603 bytes at 3301701");
  }

  private static FlowTable flows(Topology topology, Workload workload) {
    var flows = new FlowTable();
    workload.addTo(flows, topology, 1);
    return flows;
  }

  private static double bits(FlowTable flows) {
    return IntStream.range(0, flows.count()).mapToLong(flows::sizeBytes).sum() * 8.0;
  }
}
