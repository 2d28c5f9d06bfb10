package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.QueueHistogram;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queue samples of idle times are counted, and not simulated. */
class IdleTimeTest {
  private static final long US = 1_000_000;
  private static final long MS = 1_000 * US;
  private static final long S = 1_000 * MS;
  private static final long G = 1_000_000_000;
  private static final long SAMPLE_PS = 100_000;

  private static void authors(SetupBuilder setup) {
    setup.scheme = HpccAuthors.DEFAULT;
    setup.likeReference();
    setup.telemetry = new AuthorsFormat(3);
  }

  private static SetupBuilder twoFlows(TieOrder ties, long apartPs) {
    var setup = new SetupBuilder();
    setup.topology = new Star(3, 100 * G, US).build();
    setup.scheme = Hpcc.DEFAULT;
    if (ties == TieOrder.SCHEDULING) {
      authors(setup);
    }
    setup.flows.add(0, 1, 3, 100, 1000, 2 * S);
    setup.flows.add(0, 1, 3, 100, 1000, 2 * S + apartPs);
    return setup;
  }

  @ParameterizedTest
  @EnumSource(TieOrder.class)
  void anIdleMinuteCostsNoEventForEachSample(TieOrder ties) {
    var simulation = new Simulation(twoFlows(ties, 60 * S).build(), Recorder.NONE);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(2);
    assertThat(simulation.eventsFired()).isLessThan(10_000); // looks at the bulk time grow by the logarithm of time
    assertThat(result.events() - simulation.eventsFired()).isBetween(599_990_000L, 600_000_100L);
    assertThat(simulation.queues().samples() - 60 * S / SAMPLE_PS).isBetween(1L, 200L);
    assertThat(Arrays.stream(QueuePercentile.total(simulation.queues())).sum()).isEqualTo(3 * simulation.queues().samples());
  }

  @Test
  void aLinkOfOneBitASecondIsNoLongerRunThanAFastOne() {
    var setup = new SetupBuilder();
    setup.topology = new Star(3, 1, US).build();
    setup.scheme = NoControl.DEFAULT;
    setup.flows.add(0, 2, 3, 100, 1, 0);
    setup.flows.add(1, 2, 3, 100, 5000, 0);
    setup.untilPs = 50_000 * S;
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    simulation.run();
    assertThat(simulation.eventsFired()).isLessThan(2_000_000); // a report of the queues each 100 ms
    long[] total = QueuePercentile.total(simulation.queues());
    assertThat(total.length).as("a queue of more than a packet").isGreaterThan(1);
    assertThat(Arrays.stream(total).sum()).isEqualTo(3 * (50_000 * S / SAMPLE_PS));
  }

  /** A run's reports of its queues, during the run and at its end. */
  private static List<String> queues(SetupBuilder setup, boolean oneByOne, long sliceForPs) {
    var told = new ArrayList<String>();
    if (oneByOne) { // an event at each nanosecond at which there may be a sample, so that none is skipped
      setup.series = new Series(1000, Long.MAX_VALUE, Series.Flows.NONE, new Series.Ports(Series.Ports.Kind.LISTED, List.of()));
    }
    var simulation = new Simulation(setup.build(), new Recorder() {
      @Override
      public void queues(long nowPs, Supplier<List<QueueHistogram>> histograms) {
        told.add(nowPs + ": " + text(histograms.get()));
      }
    });
    for (long untilPs = 0; sliceForPs > 0 && untilPs < 105 * MS; untilPs += sliceForPs) {
      simulation.advance(untilPs);
    }
    RunResult result = simulation.run();
    told.add("end: " + text(simulation.queues().histograms()));
    told.add("fingerprint: " + result.fingerprint() + ", end " + result.endPs());
    return told;
  }

  private static String text(List<QueueHistogram> histograms) {
    var text = new StringBuilder();
    for (QueueHistogram queue : histograms) {
      text.append(queue.port()).append(' ').append(Arrays.toString(queue.bins()));
    }
    return text.toString();
  }

  private static SetupBuilder random(long seed) {
    var random = new SplittableRandom(seed);
    var setup = new SetupBuilder();
    boolean slow = random.nextBoolean();
    setup.topology = new Dumbbell(3, 2, 25 * G, slow ? 10_000_000 : 25 * G, US).build();
    setup.scheme = Hpcc.DEFAULT;
    if (seed % 2 == 0) {
      authors(setup);
    }
    if (slow) { // no telemetry supports such a rate
      setup.scheme = NoControl.DEFAULT;
    }
    long firstPs = 99_995 * US;
    for (int flow = 0; flow < 6; flow++) {
      setup.flows.add(random.nextInt(3), 3 + random.nextInt(2), 3, 100, random.nextLong(1, 8000),
          firstPs + random.nextLong(10_000) * US / 10);
    }
    setup.samplePeriodPs = random.nextInt(3) == 0 ? random.nextLong(1000, 500_000) : SAMPLE_PS;
    setup.sampleFromPs = random.nextInt(3) == 0 ? firstPs + random.nextLong(MS) : -1;
    setup.sampleUntilPs = random.nextInt(3) == 0 ? firstPs + random.nextLong(4 * MS) : Long.MAX_VALUE;
    if (random.nextInt(3) == 0) {
      setup.untilPs = firstPs + random.nextLong(US, 5 * MS);
    }
    return setup;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void histogramsAreThoseOfSamplesTakenOneByOne(long seed) {
    List<String> expected = queues(random(seed), true, 0);
    assertThat(queues(random(seed), false, 0)).isEqualTo(expected);
    assertThat(queues(random(seed), false, 1_234_567)).isEqualTo(expected);
    assertThat(expected).as("reports and the end").hasSizeGreaterThan(1);
  }

  @Test
  void interruptRemovesSamplesCountedAhead() {
    SetupBuilder setup = twoFlows(TieOrder.PORT, 60 * S);
    var simulation = new Simulation[1];
    simulation[0] = new Simulation(setup.build(), new Recorder() {
      private int reports;

      @Override
      public void queues(long nowPs, Supplier<List<QueueHistogram>> histograms) {
        if (++reports == 3) { // just before the samples of the next idle 100 ms are counted
          simulation[0].interrupt();
        }
      }
    });
    RunResult result = simulation[0].run();
    assertThat(result.partial()).isTrue();
    assertThat(result.simulatedPs()).isBetween(S / 10, S);
    assertThat(simulation[0].queues().samples()).isEqualTo(1 + result.simulatedPs() / SAMPLE_PS);
  }

  @Test
  void startsOfAMillionSecondsAreExactInTheAuthorsClock() {
    SetupBuilder setup = twoFlows(TieOrder.SCHEDULING, 900_000 * S);
    setup.sampleUntilPs = 3 * S;
    var completions = new ArrayList<Long>();
    new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        completions.add(flow.fctPs());
      }
    }).run();
    assertThat(completions).hasSize(2);
    assertThat(completions.get(1)).isEqualTo(completions.get(0));
  }
}
