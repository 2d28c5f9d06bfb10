package dev.inflight.sim.fast;

import static dev.inflight.sim.fast.FastRun.MB;
import static dev.inflight.sim.fast.FastRun.MS;
import static dev.inflight.sim.fast.FastRun.RATE;
import static dev.inflight.sim.fast.FastRun.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.rival.Swift;
import dev.inflight.cc.rival.Timely;
import dev.inflight.cc.rival.TimelyAuthors;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.fidelity.FastFidelity;
import dev.inflight.sim.fidelity.Skipped;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Permutation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of a run that skips stretches with the full one: its times, its bytes and its counters, in fewer packet-hops. */
class FastForwardTest {
  @Test
  void oneFlowIsExactToAHundredthOfAPercent() {
    FastRun full = FastRun.full(FastRun.incast(1, 50 * MB, Hpcc.DEFAULT));
    SetupBuilder setup = FastRun.incast(1, 50 * MB, Hpcc.DEFAULT);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.jobDifference(full)).isLessThan(0.0001);
    assertThat(fast.gain(full)).isGreaterThan(10);
    assertCountersAgree(fast, full, 0.2);
  }

  @Test
  void twoFlowsShareALinkAsTheyDid() {
    FastRun full = FastRun.full(FastRun.incast(2, 50 * MB, Hpcc.DEFAULT));
    SetupBuilder setup = FastRun.incast(2, 50 * MB, Hpcc.DEFAULT);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.meanDifference(full)).isLessThan(0.005);
    assertThat(fast.jobDifference(full)).isLessThan(0.001);
    assertThat(fast.gain(full)).isGreaterThan(4);
    assertCountersAgree(fast, full, 0.5);
  }

  /** Shares wander: which flow has more is chance in full runs too, and their mean and their end are not. */
  @Test
  void sixteenFlowsEndTogetherOnTime() {
    FastRun full = FastRun.full(FastRun.incast(16, 25 * MB, Hpcc.DEFAULT));
    SetupBuilder setup = FastRun.incast(16, 25 * MB, Hpcc.DEFAULT);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.jobDifference(full)).isLessThan(0.005);
    assertThat(fast.meanFctPs() / full.meanFctPs()).isCloseTo(1, within(0.04));
    assertThat(fast.gain(full)).isGreaterThan(1.5);
    assertCountersAgree(fast, full, 0.5);
  }

  @Test
  void sixtyFourFlowsAtTheLeastWindowAreConstant() {
    FastRun full = FastRun.full(FastRun.incast(64, 4 * MB, Hpcc.DEFAULT));
    SetupBuilder setup = FastRun.incast(64, 4 * MB, Hpcc.DEFAULT);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.meanDifference(full)).isLessThan(0.005);
    assertThat(fast.gain(full)).isGreaterThan(8);
  }

  @Test
  void aPermutationOfSixteen() {
    FastRun full = FastRun.full(permutation());
    SetupBuilder setup = permutation();
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.meanDifference(full)).isLessThan(0.001);
    assertThat(fast.jobDifference(full)).isLessThan(0.001);
    assertThat(fast.gain(full)).isGreaterThan(3);
    assertCountersAgree(fast, full, 1);
  }

  private static SetupBuilder permutation() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(4, 2, 4, RATE, 4 * RATE, US, 1).build();
    new Permutation(30 * MB, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    return setup;
  }

  /** The newcomer meets packets, and not a rate. */
  @Test
  void aFlowThatArrivesAtABusyLink() {
    FastRun full = FastRun.full(arrivals(2 * MS));
    SetupBuilder setup = arrivals(2 * MS);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.jobDifference(full)).isLessThan(0.005);
    assertThat(fast.meanDifference(full)).isLessThan(0.06); // a change of the arrival by a microsecond makes a difference of 5 %
    assertThat(fast.flows().get(1).startPs()).isEqualTo(2 * MS);
    assertThat(fast.gain(full)).isGreaterThan(1.5);
  }

  /** Stretches that end a fixed time before any start would give all newcomers the same share, and full runs have a spread. */
  @Test
  void flowsThatArriveWithinARoundTripMeetDifferentPackets() {
    double least = Double.MAX_VALUE;
    double most = 0;
    for (int number = 0; number < 8; number++) {
      FastRun fast = FastRun.fast(arrivals(2 * MS + number * US / 2));
      assertThat(fast.totals().skipped().stretches()).isPositive();
      least = Math.min(least, fast.fctPs(1));
      most = Math.max(most, fast.fctPs(1));
    }
    assertThat(most / least - 1).as("spread").isGreaterThan(0.01);
  }

  private static SetupBuilder arrivals(long startPs) {
    var setup = new SetupBuilder();
    setup.topology = new Star(3, RATE, US).build();
    setup.flows.add(0, 2, 3, 100, 60 * MB, 0);
    setup.flows.add(1, 2, 3, 100, 20 * MB, startPs);
    return setup;
  }

  /** Effects of an event are simulated by packets, at its time. */
  @Test
  void aCableThatFailsAndComesBack() {
    FastRun full = FastRun.full(failure());
    SetupBuilder setup = failure();
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.jobDifference(full)).isLessThan(0.005);
    assertThat(fast.totals().skipped().stretches()).isPositive();
    assertThat(fast.fctPs(0)).isGreaterThan(FastRun.full(FastRun.incast(1, 60 * MB, Hpcc.DEFAULT)).fctPs(0) + MS);
  }

  private static SetupBuilder failure() {
    SetupBuilder setup = FastRun.incast(1, 60 * MB, Hpcc.DEFAULT);
    setup.events.add(new LinkDown(2 * MS, 0, 2));
    setup.events.add(new LinkUp(3 * MS, 0, 2));
    return setup;
  }

  /** Queues that PFC holds drain for long after senders have slowed down, at a rate that looks steady. */
  @ParameterizedTest
  @MethodSource
  void queuesThatDrainAreNotSteady(Scheme scheme) {
    FastRun full = FastRun.full(FastRun.incast(8, 10 * MB, scheme));
    SetupBuilder setup = FastRun.incast(8, 10 * MB, scheme);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.jobDifference(full)).isLessThan(0.01);
  }

  static Stream<Scheme> queuesThatDrainAreNotSteady() {
    return Stream.of(Timely.DEFAULT, TimelyAuthors.DEFAULT, Dctcp.DEFAULT, Swift.DEFAULT);
  }

  @Test
  void pausesGoOnAtTheirRate() {
    FastRun full = FastRun.full(FastRun.incast(4, 40 * MB, NoControl.DEFAULT));
    SetupBuilder setup = FastRun.incast(4, 40 * MB, NoControl.DEFAULT);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.jobDifference(full)).isLessThan(0.001);
    assertThat(fast.gain(full)).isGreaterThan(4);
    assertThat(fast.totals().of(PortValue.PAUSED)).isCloseTo(full.totals().of(PortValue.PAUSED), withinPercentage(3));
    assertThat(fast.totals().of(PortValue.PAUSES_RECEIVED)).isCloseTo(full.totals().of(PortValue.PAUSES_RECEIVED),
        withinPercentage(10));
  }

  /** Series continue through a stretch, and rise in it. */
  @Test
  void seriesHaveEveryRow() {
    FastRun full = FastRun.full(series());
    FastRun fast = FastRun.fast(series());
    assertThat(fast.flowSeries()).hasSizeBetween(full.flowSeries().size() - 1, full.flowSeries().size() + 1);
    assertThat(fast.portSeries()).hasSizeBetween(full.portSeries().size() - 1, full.portSeries().size() + 1);
    for (int row = 10; row < fast.flowSeries().size() - 10; row++) {
      FlowSample sample = fast.flowSeries().get(row);
      assertThat(sample.nowPs()).isEqualTo(full.flowSeries().get(row).nowPs());
      assertThat((double) sample.counts().of(FlowValue.ACKED_BYTES))
          .isCloseTo(full.flowSeries().get(row).counts().of(FlowValue.ACKED_BYTES), withinPercentage(0.5));
    }
    assertThat(fast.totals().skipped().stretches()).isPositive();
  }

  private static SetupBuilder series() {
    SetupBuilder setup = FastRun.incast(1, 40 * MB, Hpcc.DEFAULT);
    setup.series = new Series(20 * US, Long.MAX_VALUE, Series.Flows.ALL, Series.Ports.TO_HOSTS, false);
    return setup;
  }

  /** The longest a watch for stalls waits is no longer than a stretch of a second. */
  @Test
  void aStretchIsNoStall() {
    SetupBuilder setup = FastRun.incast(16, 1_500 * MB, FixedWindow.DEFAULT);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    assertThat(fast.totals().endPs()).isGreaterThan(2_000 * MS);
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    FastRun one = FastRun.fast(FastRun.incast(16, 20 * MB, Hpcc.DEFAULT));
    FastRun again = FastRun.fast(FastRun.incast(16, 20 * MB, Hpcc.DEFAULT));
    assertThat(again.flows()).isEqualTo(one.flows());
    assertThat(again.totals().fingerprint()).isEqualTo(one.totals().fingerprint());
    assertThat(again.totals().skipped()).isEqualTo(one.totals().skipped());
  }

  @Test
  void fullLeavesNothingOut() {
    FastRun full = FastRun.full(FastRun.incast(2, MB, Hpcc.DEFAULT));
    assertThat(full.totals().skipped()).isEqualTo(Skipped.NOTHING);
    FastRun tooShort = FastRun.fast(FastRun.incast(2, MB / 10, Hpcc.DEFAULT));
    assertThat(tooShort.totals().fingerprint())
        .isEqualTo(FastRun.full(FastRun.incast(2, MB / 10, Hpcc.DEFAULT)).totals().fingerprint());
    assertThat(tooShort.totals().skipped().stretches()).isZero();
  }

  /** Flows that start or end all the time: that is predicted, and the fabric runs as in full, in parts too. */
  @Test
  void skipsUselessAttempts() {
    SetupBuilder builder = FastRun.incast(4, MB / 50, Hpcc.DEFAULT);
    for (int number = 0; number < 100; number++) {
      builder.flows.add(number % 4, 4, 3, 100, MB / 50, number * 10 * US);
    }
    builder.fidelity = FastFidelity.DEFAULT;
    Setup setup = builder.build();
    assertThat(setup.mayFastForward()).isFalse();
    assertThat(setup.whyWhole()).isNull();
    assertThat(setup.whyNothingIsSkipped())
        .isEqualTo("a flow starts or ends every 5 us, and a stretch takes 126 us without that");
    FastRun fast = FastRun.fast(builder);
    assertThat(fast.totals().fingerprint()).isEqualTo(FastRun.full(builder).totals().fingerprint());
    assertThat(fast.totals().skipped()).isEqualTo(Skipped.nothing(setup.whyNothingIsSkipped()));
  }

  /** Counters of the full run, to this many percent. */
  private static void assertCountersAgree(FastRun fast, FastRun full, double percent) {
    for (PortValue value : List.of(PortValue.SENT_BYTES, PortValue.SENT_FRAMES, PortValue.SENDING, PortValue.SENDING_IN_BULK)) {
      assertThat(fast.totals().of(value)).as(value.name()).isCloseTo(full.totals().of(value), withinPercentage(percent));
    }
    assertThat(fast.totals().wireBytes()).isCloseTo(full.totals().wireBytes(), withinPercentage(percent));
    assertThat(fast.totals().hosts().acks).isCloseTo(full.totals().hosts().acks, withinPercentage(percent));
    assertThat((double) fast.totals().bulkPs()).isCloseTo(full.totals().bulkPs(), withinPercentage(percent));
  }
}
