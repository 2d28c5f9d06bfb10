package dev.inflight.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HPCC A.1: the queue of periodic sources, against its text, against counting, and against packets. */
class PeriodicQueueTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;

  /** Numbers for 50 sources at 95 % of the link; at 100 % the Brownian bridge's mean. */
  @Test
  void givesThePapersNumbers() {
    var busy = new PeriodicQueue(50, 0.95);
    assertThat(busy.mean()).isBetween(2.5, 3.5);
    assertThat(busy.above(20)).isBetween(1e-10, 1e-8);
    assertThat(new PeriodicQueue(50, 1).mean()).isLessThan(5).isCloseTo(Math.sqrt(Math.PI * 50 / 8),
        Percentage.withPercentage(10));
    assertThat(new PeriodicQueue(10_000, 1).mean()).isCloseTo(Math.sqrt(Math.PI * 10_000 / 8), Percentage.withPercentage(2));
  }

  /** Small cases by hand: one source waits for itself alone; of two, the second one waits when it comes while the first is sent. */
  @Test
  void smallCasesAgreeWithComputationByHand() {
    var one = new PeriodicQueue(1, 0.5);
    assertThat(one.above(0)).isCloseTo(0.5, within(1e-12)); // it is being sent half of the time
    assertThat(one.above(0.5)).isCloseTo(0.25, within(1e-12));
    assertThat(one.above(1)).isZero();
    assertThat(one.mean()).isCloseTo(0.25, within(1e-9));
    assertThat(new PeriodicQueue(2, 0.5).above(0)).isCloseTo(0.5, within(1e-12)); // a link is busy for its load
    assertThat(new PeriodicQueue(40, 0.9).above(0)).isCloseTo(0.9, within(1e-9));
    assertThat(new PeriodicQueue(2, 1).exceededWith(1e-6)).isEqualTo(2);
  }

  /**
   * The wait of a packet is the queue of all other sources. Each draw of phases is one experiment of two periods, far from the next: the
   * packets of the second period meet the queue that those of the first have left. The mean of 600 draws has a standard error below 4 %
   * here; seeds are fixed. The tail has a bound relative to its own size: a fourth of it, down to half a percent of the packets.
   */
  @ParameterizedTest
  @CsvSource({"10, 0.95", "50, 0.95", "200, 0.95", "10, 1", "50, 1", "200, 1"})
  void simulatedPacketsWaitAsLong(int sources, double load) {
    int draws = 600;
    var probe = new Waits(sources, 1);
    long servicePs = probe.servicePs();
    var waits = new Waits(sources, 2 * sources * draws);
    long periodPs = Math.round(sources / load * servicePs);
    var random = new SplittableRandom(sources);
    for (int draw = 0; draw < draws; draw++) {
      long basePs = draw * (4 * periodPs + 20 * US);
      for (int source = 0; source < sources; source++) {
        long phasePs = random.nextLong(periodPs);
        waits.add(source, basePs + phasePs, false);
        waits.add(source, basePs + phasePs + periodPs, true);
      }
    }
    double[] packets = Arrays.stream(waits.run()).mapToDouble(ps -> ps / (double) servicePs).toArray();
    assertThat(packets).hasSize(sources * draws);
    var others = new PeriodicQueueOfOthers(sources, load);
    double mean = Arrays.stream(packets).average().orElseThrow();
    assertThat(mean).isCloseTo(others.mean(), Percentage.withPercentage(10));
    for (double above : new double[] {1, 2, 4, 8, 12, 16}) {
      double share = Arrays.stream(packets).filter(wait -> wait > above).count() / (double) packets.length;
      double expected = others.above(above);
      assertThat(share).isCloseTo(expected, within(0.03));
      if (expected > 0.005) { // fewer are too few draws for a comparison
        assertThat(share).as("above %s", above).isCloseTo(expected, Percentage.withPercentage(25));
      } else if (expected < 1e-8) {
        assertThat(share).as("above %s", above).isZero();
      }
    }
  }

  /** Queue that a packet of one of {@code sources} sources meets: that of the others, whose period is the same. */
  private record PeriodicQueueOfOthers(int sources, double load) {
    private PeriodicQueue queue() {
      return new PeriodicQueue(sources - 1, load * (sources - 1) / sources);
    }

    double mean() {
      return queue().mean();
    }

    double above(double packets) {
      return queue().above(packets);
    }
  }

  /** Packets of 1000 bytes of many hosts to one, and how long each waited. */
  private static final class Waits {
    private final SetupBuilder setup = new SetupBuilder();
    private final int receiver;
    private final long[] counted;

    Waits(int sources, int most) {
      receiver = sources;
      counted = new long[most];
      setup.topology = new Star(sources + 1, RATE, US).build();
      setup.scheme = NoControl.DEFAULT;
      setup.samplePeriodPs = 1000 * US;
    }

    /** Time that the link takes for a packet: the wait of the second of two simultaneous packets. */
    long servicePs() {
      setup.flows.add(0, receiver, 3, 100, 1000, 0);
      setup.flows.add(1, receiver, 3, 101, 1000, 0);
      return Arrays.stream(run()).max().orElseThrow();
    }

    void add(int source, long atPs, boolean counts) {
      setup.flows.add(source, receiver, 3, counts ? 101 : 100, 1000, atPs);
    }

    long[] run() {
      int[] found = new int[1];
      var simulation = new Simulation(setup.build(), new Recorder() {
        @Override
        public void flowFinished(FlowResult flow) {
          if (flow.destinationPort() == 101) {
            counted[found[0]++] = flow.fctPs() - flow.idealFctPs();
          }
        }
      });
      simulation.run();
      return Arrays.copyOf(counted, found[0]);
    }
  }
}
