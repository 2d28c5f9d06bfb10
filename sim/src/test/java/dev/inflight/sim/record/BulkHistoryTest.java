package dev.inflight.sim.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.measure.MeasureReader;
import dev.inflight.sim.loop.PortOrderLoop;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The time until 95 % of the bytes were delivered, for traffic with a known one. */
class BulkHistoryTest {
  private static final long US = 1_000_000;
  private static final long MB = 1_000_000;
  private static final long WIDTH_PS = 1000;

  private static SetupBuilder star() {
    var setup = new SetupBuilder();
    setup.topology = new Star(4, 100_000_000_000L, US).build();
    setup.scheme = new FixedWindow(2);
    return setup;
  }

  private static PortTotals toward(int host, Simulation run) {
    return run.portTotals().stream().filter(port -> port.port().peerNode() == host).findFirst().orElseThrow();
  }

  /** 19.2 MB at once, and 0.8 MB after a pause: 95 % of the sum is 19 MB, and until then the port never rests. */
  @ParameterizedTest
  @ValueSource(longs = {2_000, 20_000, 500_000})
  void aLateFlowDoesNotCount(long startUs) {
    SetupBuilder setup = star();
    setup.flows.add(0, 3, 3, 100, 19_200_000, 0);
    setup.flows.add(1, 3, 3, 100, 800_000, startUs * US);
    var run = new Simulation(setup.build(), Recorder.NONE);
    RunResult result = run.run();
    double onePs = 19_000_000 * 8 / 0.1 * 1100 / 1000; // headers, preambles and gaps are a tenth or less
    assertThat((double) result.bulkPs()).isBetween(19_000_000 * 8 / 0.1, onePs);
    PortTotals port = toward(3, run);
    double bulk = (double) port.of(PortValue.SENDING_IN_BULK) / result.bulkPs();
    assertThat(bulk).isBetween(0.97, 1.0);
    assertThat((double) port.of(PortValue.SENDING) / result.simulatedPs()).isLessThan(0.85 * bulk);
    assertThat(result.simulatedPs()).isGreaterThan(startUs * US);
  }

  /** The bulk of even traffic is 95 % of its time, and as busy as all of it. */
  @Test
  void evenTrafficIsTheSameInBoth() {
    SetupBuilder setup = star();
    setup.flows.add(0, 3, 3, 100, 20 * MB, 5 * US);
    var run = new Simulation(setup.build(), Recorder.NONE);
    RunResult result = run.run();
    assertThat((double) result.bulkPs()).isCloseTo(0.95 * result.simulatedPs(), withPercentage(1));
    PortTotals port = toward(3, run);
    assertThat((double) port.of(PortValue.SENDING_IN_BULK) / result.bulkPs())
        .isCloseTo((double) port.of(PortValue.SENDING) / result.simulatedPs(), withPercentage(1));
  }

  /** Looks change nothing of the run, and its events are not counted. */
  @Test
  void aRunThatDeliversNothingHasNone() {
    SetupBuilder setup = star();
    setup.flows.add(0, 3, 3, 100, MB, 0);
    setup.untilPs = US;
    var run = new Simulation(setup.build(), Recorder.NONE);
    RunResult result = run.run();
    assertThat(result.bulkPs()).isZero();
    assertThat(run.portTotals()).allSatisfy(port -> assertThat(port.of(PortValue.SENDING_IN_BULK)).isZero());
  }

  /** For any number of ports, and any duration: the memory is bounded, and the result of the first time stays. */
  @Test
  void fewTimesAreEnough() {
    SetupBuilder setup = star();
    setup.flows.add(0, 3, 3, 100, 19_200_000, 0);
    setup.flows.add(1, 3, 3, 100, 800_000, 3_000 * US);
    var run = new Simulation(setup.build(), Recorder.NONE);
    long ps = run.run().bulkPs();
    var loop = new PortOrderLoop();
    var coarse = new BulkHistory(loop, 1 << 30, List.of(), () -> loop.nowPs() >= ps ? 20 * MB : 20 * MB * loop.nowPs() / ps,
        MeasureReader.COUNTED, 1000);
    coarse.begin(0);
    loop.run(2 * ps);
    assertThat((double) coarse.bulk(2 * ps, 20 * MB).ps()).isCloseTo(0.95 * ps, withPercentage(10));
  }

  /**
   * Deliveries of any shape, in packets that come evenly, in bursts, and with long waits between them: the bulk time found is as near to
   * the true one as the number of times allows, in time or in bytes.
   */
  @ParameterizedTest
  @CsvSource({"1, 512", "2048, 512", "2049, 256", "4096, 256", "16384, 64", "65536, 16", "1073741824, 16"})
  void theBulkTimeIsAsNearAsTheNumberOfTimesAllows(int ports, int times) {
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      TreeMap<Long, Long> delivered = deliveries(random);
      long total = delivered.lastEntry().getValue();
      long endPs = delivered.lastKey() + 1;
      var loop = new PortOrderLoop();
      var history = new BulkHistory(loop, ports, List.of(), () -> at(delivered, loop.nowPs()), MeasureReader.COUNTED, WIDTH_PS);
      history.begin(0);
      loop.run(endPs);
      long foundPs = history.bulk(endPs, total).ps();
      long truePs = delivered.entrySet().stream().filter(entry -> entry.getValue() >= BulkHistory.SHARE * total).findFirst()
          .orElseThrow().getKey();
      boolean isNearInTime = Math.abs(foundPs - truePs) <= Math.max(WIDTH_PS, 2.0 * truePs / (times - 2));
      double off = Math.min(Math.abs(at(delivered, foundPs) - BulkHistory.SHARE * total),
          Math.abs(before(delivered, foundPs) - BulkHistory.SHARE * total));
      assertThat(isNearInTime || off <= 4.0 * total / times + 1)
          .as("seed %d: found %d ps, true %d ps; %.0f of %d bytes off", seed, foundPs, truePs, off, total).isTrue();
    }
  }

  private static TreeMap<Long, Long> deliveries(Random random) {
    var delivered = new TreeMap<Long, Long>();
    long nowPs = 0;
    long bytes = 0;
    int phases = 1 + random.nextInt(12);
    for (int phase = 0; phase < phases; phase++) {
      nowPs += (long) (WIDTH_PS * StrictMath.pow(10, 5 * random.nextDouble() - 2));
      int packets = 1 + random.nextInt(2000);
      double gapPs = StrictMath.pow(10, 3 * random.nextDouble());
      long most = 1 + (long) StrictMath.pow(10, 4 * random.nextDouble());
      for (int packet = 0; packet < packets; packet++) {
        nowPs += 1 + (long) (gapPs * -StrictMath.log(1 - random.nextDouble()));
        bytes += 1 + random.nextLong(most);
        delivered.put(nowPs, bytes);
      }
    }
    return delivered;
  }

  private static long at(TreeMap<Long, Long> delivered, long nowPs) {
    var last = delivered.floorEntry(nowPs);
    return last == null ? 0 : last.getValue();
  }

  private static long before(TreeMap<Long, Long> delivered, long nowPs) {
    return at(delivered, nowPs - 1);
  }
}
