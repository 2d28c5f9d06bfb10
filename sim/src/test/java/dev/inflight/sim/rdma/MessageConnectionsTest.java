package dev.inflight.sim.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Framing;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.StallReport;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.JobConnections;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages of jobs on connections: their order, the state that a connection keeps from one to the next, and the same guarantees as for
 * flows.
 */
class MessageConnectionsTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;

  /** Results of a simulation. */
  private record Run(Simulation simulation, RunResult result, List<FlowResult> messages) {
    static Run of(Setup setup) {
      return of(setup, Division.whole(setup.topology()));
    }

    static Run of(Setup setup, Division division) {
      var messages = new ArrayList<FlowResult>();
      var simulation = new Simulation(setup, new Recorder() {
        @Override
        public void flowFinished(FlowResult flow) {
          messages.add(flow);
        }
      }, (_, wire) -> wire, division);
      simulation.runOn(2, 0);
      return new Run(simulation, simulation.run(), messages);
    }

    FlowResult message(int row) {
      return messages.stream().filter(one -> one.id() == row).findFirst().orElseThrow();
    }
  }

  private static SetupBuilder star(int hosts) {
    var setup = new SetupBuilder();
    setup.topology = new Star(hosts, RATE, US).build();
    setup.connections = JobConnections.PER_CHANNEL;
    return setup;
  }

  /** Adds messages of rank 0 to rank 1 without requirements. */
  private static void addMessages(SetupBuilder setup, int messages, long sizeBytes) {
    var graph = new GraphBuilder(2);
    for (int message = 0; message < messages; message++) {
      graph.send(0, 1, sizeBytes, message);
      graph.receive(1, 0, sizeBytes, message);
    }
    setup.flows.addJob(new JobPlace("it", 0, 3, 400), graph.build(Integer::toString), new int[] {0, 1});
  }

  @Test
  void messagesOfAConnectionFollowEachOther() {
    SetupBuilder setup = star(2);
    addMessages(setup, 4, 1_000_000);
    Run run = Run.of(setup.build());
    assertThat(run.messages).extracting(FlowResult::id).containsExactly(0, 1, 2, 3);
    assertThat(run.messages).extracting(FlowResult::sourcePort).containsOnly(run.messages.getFirst().sourcePort());
    assertThat(run.message(0).slowdown()).isBetween(1.0, 1.06); // its acknowledgements share the wire with nothing
    for (int message = 1; message < 4; message++) {
      assertThat(run.message(message).fctPs()).as("message %d", message).isCloseTo((message + 1) * run.message(0).fctPs(),
          Percentage.withPercentage(6));
    }
    setup.connections = JobConnections.PER_MESSAGE;
    Run each = Run.of(setup.build());
    assertThat(each.messages).extracting(FlowResult::sourcePort).doesNotHaveDuplicates();
    assertThat(each.message(0).fctPs()).as("shares the link with the others").isGreaterThan(3 * run.message(0).fctPs());
  }

  /** Two hosts send to a third one: the second message of one of them continues at the rate at which the first one ended. */
  @Test
  void theRateOutlivesAMessage() {
    SetupBuilder setup = star(3);
    setup.scheme = Dcqcn.DEFAULT;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(40_000, 160_000, 0.2));
    var graph = new GraphBuilder(3);
    for (int sender = 0; sender < 2; sender++) {
      graph.send(sender, 2, 2_000_000, 0);
      int first = graph.receive(2, sender, 2_000_000, 0);
      if (sender == 0) {
        int again = graph.send(2, 0, 1_000, 0);
        graph.requires(again, first);
        int heard = graph.receive(0, 2, 1_000, 0);
        int second = graph.send(0, 2, 200_000, 0);
        graph.requires(second, heard);
        graph.receive(2, 0, 200_000, 0);
      }
    }
    setup.flows.addJob(new JobPlace("it", 0, 3, 400), graph.build(Integer::toString), new int[] {0, 1, 2});
    Run on = Run.of(setup.build());
    setup.connections = JobConnections.PER_MESSAGE;
    Run each = Run.of(setup.build());
    int second = second(on);
    assertThat(on.message(second).slowdown()).isGreaterThan(1.5 * each.message(second).slowdown());
  }

  private static int second(Run run) {
    return run.messages.stream().filter(one -> one.sizeBytes() == 200_000).findFirst().orElseThrow().id();
  }

  /** A message that takes several WRITEs ends with its last byte, and the one behind it waits. */
  @Test
  void aMessageMayBeLongerThanAWrite() {
    SetupBuilder setup = star(2);
    setup.payloadBytes = 9000;
    addMessages(setup, 2, Message.MOST_BYTES + 9_000_000);
    Run run = Run.of(setup.build());
    assertThat(run.result.hosts().deliveredBytes).isEqualTo(2 * (Message.MOST_BYTES + 9_000_000));
    assertThat(run.message(0).slowdown()).isBetween(0.999, 1.06);
    assertThat(run.message(1).fctPs()).isCloseTo(2 * run.message(0).fctPs(), Percentage.withPercentage(1));
  }

  @Test
  void aMessageOfVeryManyWritesHasAFlow() {
    SetupBuilder setup = star(2);
    setup.untilPs = 100 * US;
    addMessages(setup, 1, Long.MAX_VALUE / 4);
    Run run = Run.of(setup.build());
    assertThat(run.result.hosts().deliveredBytes).isPositive();
    assertThat(run.simulation.unfinished()).hasSize(1);
    assertThat(run.simulation.unfinishedOperations()).isEmpty();
  }

  private static SetupBuilder allCollectives() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(4, 2, 4, RATE, RATE, US, 1).build();
    setup.connections = JobConnections.PER_CHANNEL;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(40_000, 160_000, 0.2));
    for (CollectiveKind op : CollectiveKind.values()) {
      new CollectiveTraffic(op, "usual", 400_000, 0, 0, 0, CollectiveProtocol.NONE, false, 0, 1,
          CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 0, "", "", 0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
    }
    return setup;
  }

  private static void assertComplete(Run run, SetupBuilder setup) {
    assertThat(run.simulation.jobs().collectives()).hasSize(setup.flows.jobs().size()).allMatch(CollectiveResult::isComplete);
    assertThat(run.result.flowsFinished()).isEqualTo(setup.flows.count());
    long bytes = 0;
    for (int row = 0; row < setup.flows.count(); row++) {
      bytes += setup.flows.sizeBytes(row);
    }
    assertThat(run.result.hosts().deliveredBytes).isEqualTo(bytes);
  }

  static Stream<Scheme> schemes() {
    return Schemes.ALL.stream();
  }

  /** Every byte once under each scheme, and the same on two threads. */
  @ParameterizedTest
  @MethodSource("schemes")
  void deliversEveryByteUnderEachScheme(Scheme scheme) {
    SetupBuilder setup = allCollectives();
    setup.scheme = scheme;
    Run whole = Run.of(setup.build());
    assertComplete(whole, setup);
    Run divided = Run.of(setup.build(), Division.of(setup.topology, 4));
    assertThat(divided.messages).containsExactlyElementsOf(whole.messages);
    assertThat(divided.result.fingerprint()).isEqualTo(whole.result.fingerprint());
  }

  /** Every byte once despite losses, under each recovery. */
  @ParameterizedTest
  @FieldSource("dev.inflight.net.recovery.Recoveries#RELIABLE")
  void lossesAreMadeGood(Recovery recovery) {
    SetupBuilder setup = allCollectives();
    setup.recovery = recovery;
    setup.lossRate = 0.002;
    Run run = Run.of(setup.build());
    assertComplete(run, setup);
    assertThat(run.messages.stream().mapToLong(FlowResult::retransmittedBytes).sum()).isPositive()
        .isEqualTo(run.result.hosts().retransmittedBytes);
  }

  @Test
  void connectionsOutliveALinkFailure() {
    SetupBuilder setup = allCollectives();
    setup.recovery = Irn.DEFAULT;
    setup.events.add(new LinkDown(30 * US, 16, 20));
    Run run = Run.of(setup.build());
    assertComplete(run, setup);
    assertThat(run.result.lost(Observer.Loss.LINK_DOWN)).isPositive();
  }

  /**
   * A connection gives up when its host is gone: the message in transmission has failed, also one of several WRITEs, and those behind are
   * flushed.
   */
  @ParameterizedTest
  @ValueSource(longs = {1_000_000, Message.MOST_BYTES + 1})
  void reportsWhyMessagesCannotArrive(long sizeBytes) {
    SetupBuilder setup = star(3);
    setup.events.add(new LinkDown(20 * US, 1, 3));
    addMessages(setup, 3, sizeBytes);
    Run run = Run.of(setup.build());
    var stalls = new ArrayList<StallReport.Stall>();
    new StallReport(run.simulation).forEach(stalls::add);
    assertThat(run.result.flowsFinished()).isZero();
    assertThat(stalls).extracting(StallReport.Stall::reason).containsExactly(StallReport.Reason.FAILED,
        StallReport.Reason.FLUSHED, StallReport.Reason.FLUSHED);
    assertThat(stalls.getFirst().progress().sentBytes()).isBetween(100_000L, sizeBytes);
    assertThat(stalls.getLast().progress().sentBytes()).isZero();
  }

  /** Samples of messages that share a connection: together they have no more than the link carries, and each ends with its size. */
  @Test
  void samplesOfMessagesAddUp() {
    SetupBuilder setup = star(2);
    addMessages(setup, 4, 1_000_000);
    setup.series = new Series(10 * US, Long.MAX_VALUE, Series.Flows.ALL, Series.Ports.NONE);
    var goodputs = new HashMap<Long, Long>();
    var ackedBytes = new HashMap<Integer, Long>();
    new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowSample(FlowSample sample) {
        goodputs.merge(sample.nowPs(), sample.rates().of(FlowValue.ACKED_BYTES), Long::sum);
        ackedBytes.put(sample.flow(), sample.counts().of(FlowValue.ACKED_BYTES));
      }
    }).run();
    assertThat(goodputs.values()).allMatch(bitsPerSec -> bitsPerSec <= 1.02 * RATE);
    assertThat(ackedBytes).containsOnlyKeys(0, 1, 2, 3).allSatisfy((_, bytes) -> assertThat(bytes).isEqualTo(1_000_000));
  }

  /** An all-reduce in parallel to an all-to-all of the same hosts has its bandwidth back when the all-to-all has ended. */
  @ParameterizedTest
  @MethodSource("schemes")
  void bandwidthComesBack(Scheme scheme) {
    double alone = busTimePs(scheme, false);
    double beside = busTimePs(scheme, true);
    assertThat(beside).as("the last all-reduce, after the all-to-all").isLessThan(1.15 * alone);
  }

  private static double busTimePs(Scheme scheme, boolean beside) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 4, 4, RATE, RATE, US, 1).build();
    setup.connections = JobConnections.PER_CHANNEL;
    setup.scheme = scheme;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(100_000, 400_000, 0.2));
    new CollectiveTraffic(CollectiveKind.ALL_REDUCE, "ring", 4_000_000, 0, 0, 0, CollectiveProtocol.NONE, false, 0, 1,
        CollectiveTraffic.Placement.BLOCK, 0, 12, 0, 0, 0, "", "", 0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
    if (beside) {
      new CollectiveTraffic(CollectiveKind.ALL_TO_ALL, "pairwise", 4_000_000, 0, 0, 0, CollectiveProtocol.NONE, false, 0, 1,
          CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 0, "", "", 0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
    }
    Run run = Run.of(setup.build());
    List<CollectiveResult> results = run.simulation.jobs().collectives();
    CollectiveResult last = results.get(11);
    if (beside) {
      assertThat(results.getLast().endPs()).as("the all-to-all ends before").isLessThan(last.startPs());
    }
    return last.endPs() - last.startPs();
  }

  /** The authors' frames carry connections too, as nothing has to make or end them; TCP has a flow for each message. */
  @Test
  void authorsFramesCarryConnections() {
    SetupBuilder setup = allCollectives();
    setup.likeReference();
    Run run = Run.of(setup.build());
    assertComplete(run, setup);
    assertThat(
        run.messages.stream().map(one -> one.source() + " " + one.destination() + " " + one.sourcePort()).distinct().count())
        .isLessThan(run.messages.size());
  }

  @Test
  void tcpHasAFlowForEachMessage() {
    SetupBuilder setup = allCollectives();
    setup.connections = JobConnections.USUAL;
    setup.framing = Framing.TCP;
    setup.scheme = Dctcp.DEFAULT;
    setup.recovery = Tcp.DEFAULT;
    assertThat(setup.build().jobsHaveConnections()).isFalse();
    assertComplete(Run.of(setup.build()), setup);
    setup.connections = JobConnections.PER_CHANNEL;
    assertThat(setup.build().problems()).extracting(Problem::sentence).anyMatch(one -> one.contains("connections: per-message"));
  }
}
