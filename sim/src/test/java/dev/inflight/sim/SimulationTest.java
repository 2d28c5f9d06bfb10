package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.host.Observer;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.QueueMonitor;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Incast;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.measure.PortValue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final long US = 1_000_000;
  private static final long MS = 1_000 * US;
  private static final long G = 1_000_000_000;
  private static final LeafSpine LEAF_SPINE = new LeafSpine(4, 2, 4, 100 * G, 400 * G, US, 1);

  private static SetupBuilder setup(TopologyGenerator shape) {
    var setup = new SetupBuilder();
    setup.topology = shape.build();
    return setup;
  }

  private static SetupBuilder poisson(double load) {
    SetupBuilder setup = setup(LEAF_SPINE);
    new Poisson(load, "fb-hadoop", MS, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    return setup;
  }

  @Test
  void sameSetupSameTrajectory() {
    RunResult first = new Simulation(poisson(0.5).build(), Recorder.NONE).run();
    RunResult second = new Simulation(poisson(0.5).build(), Recorder.NONE).run();
    assertThat(second.fingerprint()).isEqualTo(first.fingerprint());
    assertThat(first.flowsFinished()).isEqualTo(first.flows()).isPositive();
    assertThat(first.partial()).isFalse();
  }

  @Test
  void slicesAndObserversDoNotChangeTheTrajectory() {
    RunResult whole = new Simulation(poisson(0.3).build(), Recorder.NONE).run();
    SetupBuilder setup = poisson(0.3);
    setup.samplePeriodPs = 777 * 1000;
    var sliced = new Simulation(setup.build(), Recorder.NONE);
    for (long untilPs = 0; untilPs < MS; untilPs += 13_337_003) {
      sliced.advance(untilPs);
      assertThat(sliced.nowPs()).isLessThanOrEqualTo(untilPs);
    }
    assertThat(sliced.run().fingerprint()).isEqualTo(whole.fingerprint());
  }

  @Test
  void theSeedOfTheFabricChangesIt() {
    SetupBuilder other = poisson(0.5);
    other.seed = 2;
    assertThat(new Simulation(other.build(), Recorder.NONE).run().fingerprint())
        .isNotEqualTo(new Simulation(poisson(0.5).build(), Recorder.NONE).run().fingerprint());
  }

  @Test
  void manySimulationsRunInOneVirtualMachineAtOnce() throws Exception {
    long alone = new Simulation(poisson(0.4).build(), Recorder.NONE).run().fingerprint();
    List<Thread> threads = new ArrayList<>();
    long[] fingerprints = new long[4];
    for (int i = 0; i < fingerprints.length; i++) {
      int place = i;
      threads.add(
          Thread.ofPlatform()
              .start(() -> fingerprints[place] = new Simulation(poisson(0.4).build(), Recorder.NONE).run().fingerprint()));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(fingerprints).containsOnly(alone);
  }

  @Test
  void queueSamplesCountWaitingBytes() {
    SetupBuilder setup = setup(new Star(9, 100 * G, US));
    setup.scheme = NoControl.DEFAULT;
    new Incast(8, 8, 100_000, 0, 3, 200).addTo(setup.flows, setup.topology, 1);
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    RunResult result = simulation.run();
    QueueMonitor queues = simulation.queues();
    // 800 kB arrive at 8 times the rate at which they leave: the queue peaks at about 700 kB and drains at 12.5 kB/us.
    assertThat(QueuePercentile.bytes(queues, 1)).isBetween(650_000L, 760_000L);
    assertThat(QueuePercentile.bytes(queues, 0.5)).isZero();
    long[] busy = queues.histogram(queues.ports().get(8));
    long above = 0;
    for (int bin = 1; bin < busy.length; bin++) {
      above += busy[bin];
    }
    assertThat(above * 0.1).as("microseconds with a queue").isBetween(60.0, 75.0);
    // Samples continue until the last packets are gone: up to 1 us after the last flow.
    assertThat(queues.samples() - result.simulatedPs() / 100_000).isBetween(1L, 11L);
  }

  @Test
  void aRunThatHasEndedInSlicesStaysEnded() {
    SetupBuilder setup = setup(new Star(3, 100 * G, US));
    setup.flows.add(0, 1, 3, 100, 10_000, 0);
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    simulation.advance(MS);
    long nowPs = simulation.nowPs();
    assertThat(simulation.flowsFinished()).isEqualTo(1);
    assertThat(simulation.run().endPs()).isLessThanOrEqualTo(nowPs).isLessThan(20 * US);
    assertThat(simulation.nowPs()).isEqualTo(nowPs);
  }

  @Test
  void aSetupWithoutFlowsEndsAtOnce() {
    RunResult result = new Simulation(setup(new Star(3, 100 * G, US)).build(), Recorder.NONE).run();
    assertThat(result.endPs()).isZero();
    assertThat(result.flows()).isZero();
  }

  @Test
  void anInterruptBeforeTheRunIsNotLost() {
    SetupBuilder setup = setup(new Star(3, 100 * G, US));
    setup.flows.add(0, 1, 3, 100, 10_000, 0);
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    simulation.interrupt();
    assertThat(simulation.run().partial()).isTrue();
  }

  @Test
  void theEndCutsFlowsOff() {
    SetupBuilder setup = setup(new Star(3, 100 * G, US));
    setup.flows.add(0, 1, 3, 100, 10_000_000, 0);
    setup.flows.add(0, 2, 3, 100, 1_000, 0);
    setup.untilPs = 100 * US;
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(1);
    assertThat(simulation.unfinished()).singleElement().satisfies(sender -> assertThat(sender.ackedBytes()).isPositive());
    assertThat(result.endPs()).isEqualTo(100 * US);
  }

  @Test
  void anInterruptedRunIsPartial() throws Exception {
    SetupBuilder setup = setup(new Star(3, 100 * G, US));
    setup.flows.add(0, 1, 3, 100, 1L << 40, 0);
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    var results = new RunResult[1];
    Thread thread = Thread.ofPlatform().start(() -> results[0] = simulation.run());
    while (simulation.packetHops() < 10_000) {
      Thread.onSpinWait();
    }
    simulation.interrupt();
    thread.join();
    assertThat(results[0].partial()).isTrue();
    assertThat(results[0].flowsFinished()).isZero();
  }

  @Test
  void randomLossIsCountedAndSurvived() {
    SetupBuilder setup = poisson(0.3);
    setup.lossRate = 0.0005;
    setup.retransmitTimeoutPs = 500 * US;
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.lost(Observer.Loss.RANDOM)).isPositive();
    assertThat(result.hosts().retransmittedBytes).isPositive();
    assertThat((double) result.lost(Observer.Loss.RANDOM) / result.packetHops()).isBetween(0.0004, 0.0006);
  }

  @Test
  void aLinkThatFailsAndComesBackLosesNoFlow() {
    SetupBuilder setup = poisson(0.5);
    int leaf = 16;
    int spine = 20;
    setup.events.add(new LinkDown(200 * US, leaf, spine));
    setup.events.add(new LinkUp(600 * US, leaf, spine));
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.lost(Observer.Loss.LINK_DOWN)).isPositive();
  }

  @Test
  void aFatTreeOfAThousandHostsFitsAndRuns() {
    SetupBuilder setup = setup(new FatTree(8, 4, 4, 16, 32, 100 * G, 400 * G, US));
    assertThat(setup.topology.hostCount()).isEqualTo(1024);
    new Poisson(0.3, "fb-hadoop", 20 * US, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows()).isGreaterThan(300);
  }

  @Test
  void markedPacketsAreCounted() {
    SetupBuilder setup = setup(new Star(9, 100 * G, US));
    setup.scheme = NoControl.DEFAULT;
    setup.ecn = Map.of(PortClass.ofRate(100 * G), new EcnThresholds(100_000, 400_000, 0.2));
    new Incast(8, 8, 100_000, 0, 3, 200).addTo(setup.flows, setup.topology, 1);
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.of(PortValue.ECN_MARKS)).isBetween(200L, 800L).isEqualTo(result.hosts().acksWithMarks);
  }

  @Test
  void schedulingOrderNeedsWholeNanoseconds() {
    SetupBuilder setup = setup(new Star(3, 100 * G, US));
    setup.ties = TieOrder.SCHEDULING;
    setup.clock = SerializationTime.EXACT;
    assertThatThrownBy(() -> new Simulation(setup.build(), Recorder.NONE))
        .hasMessage("ties: scheduling needs whole nanoseconds; use clock: authors, or ties: port");
  }

  @Test
  void pathLongerThanTheTimeoutIsNoLoss() {
    SetupBuilder setup = setup(new Star(2, 100 * G, 3 * MS)); // a round trip of 12 ms, and a timeout of 4 ms
    setup.bufferBytes = 256 << 20; // headroom for a cable of this length
    setup.flows.add(0, 1, 3, 100, 1_000_000, 0);
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(1);
    assertThat(result.hosts().timeouts).isZero();
  }

  /** Two switches with a cable that comes back while the flow waits, and fails again while the last acknowledgement is on another one. */
  private static List<FlowResult> overAFlappingCable(long downAgainPs) {
    SetupBuilder setup = setup(new Dumbbell(1, 1, 100 * G, 100 * G, US));
    setup.flows.add(0, 1, 3, 100, 50_000, US);
    setup.events.addAll(List.of(new LinkDown(0, 2, 3), new LinkUp(500 * US, 2, 3)));
    if (downAgainPs > 0) {
      setup.events.add(new LinkDown(downAgainPs, 2, 3));
    }
    var results = new ArrayList<FlowResult>();
    new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        results.add(flow);
      }
    }).run();
    return results;
  }

  @Test
  void aFlowWithoutARouteAtItsStartAndAtItsEndHasAnIdealFct() {
    FlowResult steady = overAFlappingCable(0).getFirst();
    assertThat(steady.idealFctPs()).isPositive();
    assertThat(overAFlappingCable(steady.startPs() + steady.fctPs() - US / 2)).containsExactly(steady);
  }

  @Test
  void reportsTheLargestBufferUse() {
    SetupBuilder setup = setup(new Star(3, 100 * G, US));
    setup.scheme = NoControl.DEFAULT;
    setup.flows.add(0, 2, 3, 100, 1_000_000, 0);
    setup.flows.add(1, 2, 3, 100, 1_000_000, 0);
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    // Of two packets that come in one leaves: half of the 1000 packets of 1062 bytes that both send wait in the end.
    assertThat((double) result.of(SwitchValue.PEAK_BUFFER_BYTES)).isBetween(1_000 * 1062 * 0.98, 1_000 * 1078 * 1.02);
  }

  @Test
  void aChainOfThreeHundredSwitchesForwards() {
    SetupBuilder setup = new SetupBuilder();
    setup.scheme = NoControl.DEFAULT;
    setup.topology = chain(300);
    setup.flows.add(0, 1, 3, 100, 10_000, 0);
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(1);
  }

  @Test
  void aPathThatNoHeaderHoldsIsRefused() {
    SetupBuilder setup = new SetupBuilder();
    setup.topology = chain(16);
    assertThatThrownBy(() -> new Simulation(setup.build(), Recorder.NONE))
        .hasMessage("scheme hpcc needs telemetry of the whole path: the longest"
            + " one crosses 16 switches, and the native format holds 15");
  }

  /** Hosts 0 and 1 at the ends of a row of switches. */
  private static Topology chain(int switches) {
    var isSwitch = new BitSet();
    isSwitch.set(2, 2 + switches);
    List<Topology.Link> links = new ArrayList<>();
    links.add(new Topology.Link(0, 2, 100 * G, US));
    for (int node = 2; node < 1 + switches; node++) {
      links.add(new Topology.Link(node, node + 1, 100 * G, US));
    }
    links.add(new Topology.Link(1 + switches, 1, 100 * G, US));
    return new Topology(2 + switches, isSwitch, links);
  }

  @Test
  void schedulingOrderRoundsTimesUpToNanoseconds() {
    var setup = new SetupBuilder();
    setup.topology = new Star(2, 100_000_000_000L, 1_000_000).build();
    setup.ties = TieOrder.SCHEDULING;
    setup.clock = SerializationTime.AUTHORS;
    setup.samplePeriodPs = 300;
    setup.ackEveryPackets = 4;
    setup.ackDelayPs = 1_000_001;
    setup.untilPs = 1_000_000_000;
    setup.flows.add(0, 1, 3, 100, 10_000, 1_500);
    var ends = new ArrayList<Long>();
    RunResult result = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        ends.add(flow.startPs() + flow.fctPs());
      }
    }).run();
    assertThat(result.flowsFinished()).isEqualTo(1);
    assertThat(ends.getFirst() % 1000).isZero();
  }
}
