package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.measure.SwitchValue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A lone flow takes exactly the computed time, over any cables of its path. */
class SinglePathFctTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;
  private static final long[] RATES = {G, 10 * G, 25 * G, 40 * G, 100 * G, 400 * G, 33_333_333_333L};
  private static final int SWITCHES = 4;

  /** Two hosts at the ends of a row of switches, with up to three cables of any rates between neighbors. */
  private static Topology row(SplittableRandom random) {
    var links = new ArrayList<Topology.Link>();
    links.add(new Topology.Link(0, 2, rate(random), delay(random)));
    for (int left = 2; left < 1 + SWITCHES; left++) {
      for (int cables = 1 + random.nextInt(3); cables > 0; cables--) {
        links.add(new Topology.Link(left, left + 1, rate(random), delay(random)));
      }
    }
    links.add(new Topology.Link(1, 1 + SWITCHES, rate(random), delay(random)));
    var switches = new BitSet();
    switches.set(2, 2 + SWITCHES);
    return new Topology(2 + SWITCHES, switches, links);
  }

  private static long rate(SplittableRandom random) {
    return RATES[random.nextInt(RATES.length)];
  }

  private static long delay(SplittableRandom random) {
    return random.nextInt(3) == 0 ? 0 : random.nextLong(3 * US);
  }

  private static SetupBuilder setup(SplittableRandom random) {
    var setup = new SetupBuilder();
    setup.topology = row(random);
    setup.scheme = NoControl.DEFAULT;
    setup.seed = random.nextLong();
    setup.payloadBytes = random.nextInt(4) == 0 ? 1 + random.nextInt(200) : 1 + random.nextInt(9000);
    setup.bufferBytes = Integer.MAX_VALUE; // no pauses
    return setup;
  }

  private static FlowResult only(SetupBuilder setup) {
    var results = new ArrayList<FlowResult>();
    var simulation = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        results.add(flow);
      }
    });
    RunResult totals = simulation.run();
    assertThat(totals.of(SwitchValue.PAUSES_SENT)).isZero();
    return results.getLast();
  }

  private static long size(SplittableRandom random, int payloadBytes) {
    return switch (random.nextInt(3)) {
      case 0 -> 1 + random.nextLong(payloadBytes);
      case 1 -> 1 + random.nextLong(10L * payloadBytes);
      default -> 1 + random.nextLong(1000L * payloadBytes);
    };
  }

  @ParameterizedTest
  @EnumSource(names = "REFERENCE", mode = EnumSource.Mode.EXCLUDE)
  void aLoneFlowHasNoSlowdown(Framing framing) {
    var random = new SplittableRandom(7);
    for (int run = 0; run < 150; run++) {
      SetupBuilder setup = setup(random);
      setup.framing = framing;
      setup.recovery = framing.isTcp() ? tcp(1) : setup.recovery;
      setup.clock = random.nextBoolean() ? SerializationTime.EXACT : SerializationTime.AUTHORS;
      long sizeBytes = size(random, setup.payloadBytes);
      setup.flows.add(0, 1, 3, 4791, sizeBytes, random.nextLong(US) * (setup.clock == SerializationTime.EXACT ? 1 : 1000));
      FlowResult flow = only(setup);
      assertThat(flow.fctPs())
          .as("run %d: %d bytes in packets of %d over %s", run, sizeBytes, setup.payloadBytes, setup.topology.links())
          .isEqualTo(flow.idealFctPs());
      assertThat(flow.slowdown()).isEqualTo(1);
    }
  }

  /** The last acknowledgement of a stream of TCP may wait on a slow path back for one before it, which the time leaves out. */
  @Test
  void noFlowIsFasterThanAlone() {
    var random = new SplittableRandom(10);
    int alike = 0;
    for (int run = 0; run < 150; run++) {
      SetupBuilder setup = setup(random);
      setup.framing = Framing.TCP;
      setup.recovery = tcp(2 + random.nextInt(4));
      setup.flows.add(0, 1, 3, 4791, size(random, setup.payloadBytes), 0);
      FlowResult flow = only(setup);
      assertThat(flow.fctPs()).as("run %d over %s", run, setup.topology.links()).isGreaterThanOrEqualTo(flow.idealFctPs());
      alike += flow.fctPs() == flow.idealFctPs() ? 1 : 0;
    }
    assertThat(alike).isGreaterThan(120);
  }

  private static Tcp tcp(int ackEvery) {
    return new Tcp(100_000_000_000L, ackEvery, Tcp.DEFAULT.delayedAckPs(), Tcp.DEFAULT.burstBytes());
  }

  /** The first operation makes the queue pair; the second finds it made. */
  @ParameterizedTest
  @EnumSource(names = "FLOW", mode = EnumSource.Mode.EXCLUDE)
  void aLoneOperationHasNoSlowdown(FlowTable.Kind kind) {
    var random = new SplittableRandom(8);
    for (int run = 0; run < 100; run++) {
      SetupBuilder setup = setup(random);
      setup.payloadBytes = Math.max(16, setup.payloadBytes);
      int pair = setup.flows.newQueuePair();
      setup.flows.addOperation(pair, kind, 0, 1, 3, 4791, 1, 0);
      setup.flows.addOperation(pair, kind, 0, 1, 3, 4791, size(random, setup.payloadBytes), 1000 * US);
      FlowResult second = only(setup);
      assertThat(second.id()).isEqualTo(1);
      assertThat(second.fctPs()).as("run %d: %s of %d bytes in packets of %d over %s", run, kind, second.sizeBytes(),
          setup.payloadBytes, setup.topology.links()).isEqualTo(second.idealFctPs());
    }
  }

  /** Each message of up to 2 GiB has a separate header. */
  @Test
  void aFlowOfSeveralMessages() {
    SetupBuilder setup = setup(new SplittableRandom(9));
    setup.payloadBytes = 9000;
    setup.flows.add(0, 1, 3, 4791, (1L << 31) + 100_000, 0);
    FlowResult flow = only(setup);
    assertThat(flow.fctPs()).isEqualTo(flow.idealFctPs());
  }

  /** An acknowledgement of several packets can only wait for another one of those. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 1000})
  void fewerAcknowledgementsAreNeverFasterThanTheLastOneAlone(int every) {
    var random = new SplittableRandom(every);
    for (int run = 0; run < 50; run++) {
      SetupBuilder setup = setup(random);
      setup.ackEveryPackets = every;
      setup.flows.add(0, 1, 3, 4791, size(random, setup.payloadBytes), 0);
      FlowResult flow = only(setup);
      assertThat(flow.slowdown()).as("run %d", run).isGreaterThanOrEqualTo(1);
    }
  }

  /** Host 0 and host 1 over switches 2 and 5; between them switch 3 on slow cables and switch 4 on fast ones. */
  private static SetupBuilder twoPaths(int seed) {
    var switches = new BitSet();
    switches.set(2, 6);
    var setup = new SetupBuilder();
    setup.scheme = NoControl.DEFAULT;
    setup.bufferBytes = Integer.MAX_VALUE;
    setup.topology = new Topology(6, switches,
        List.of(new Topology.Link(0, 2, 100 * G, US), new Topology.Link(1, 5, 100 * G, US), new Topology.Link(2, 3, 10 * G, US),
            new Topology.Link(3, 5, 10 * G, US), new Topology.Link(2, 4, 100 * G, US), new Topology.Link(4, 5, 100 * G, US)));
    setup.seed = seed;
    return setup;
  }

  /** A flow that leaves the slow path for the fast one has the ideal of the fast one. */
  @Test
  void theFastestPathOfAllRoutesCounts() {
    long fastPs = 10_000_000L * 80; // and headers
    int leftTheSlowPath = 0;
    for (int seed = 1; seed <= 10; seed++) {
      SetupBuilder setup = twoPaths(seed);
      setup.flows.add(0, 1, 3, 4791, 10_000_000, 0);
      long alonePs = only(setup).idealFctPs();
      setup = twoPaths(seed);
      setup.flows.add(0, 1, 3, 4791, 10_000_000, 0);
      setup.events.add(new LinkDown(20 * US, 2, 3));
      FlowResult flow = only(setup);
      assertThat(flow.idealFctPs()).isBetween(fastPs, fastPs * 11 / 10);
      assertThat(flow.slowdown()).isBetween(1.0, 1.1);
      if (alonePs > 8_000 * US) {
        leftTheSlowPath++;
      } else {
        assertThat(flow.idealFctPs()).as("but for acknowledgements that left the slow path").isBetween(alonePs * 99 / 100,
            alonePs);
      }
    }
    assertThat(leftTheSlowPath).isBetween(1, 9);
  }

  @Test
  void withoutARouteAtTheStartTheLastPathCounts() {
    SetupBuilder setup = twoPaths(1);
    setup.flows.add(0, 1, 3, 4791, 100_000, 10 * US);
    long alonePs = only(setup).idealFctPs();
    setup = twoPaths(1);
    setup.flows.add(0, 1, 3, 4791, 100_000, 10 * US);
    setup.events.add(new LinkDown(0, 0, 2));
    setup.events.add(new LinkUp(500 * US, 0, 2));
    FlowResult flow = only(setup);
    assertThat(flow.idealFctPs()).isEqualTo(alonePs);
    assertThat(flow.fctPs()).isEqualTo(alonePs + 490 * US);
  }
}
