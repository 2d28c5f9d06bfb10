package dev.inflight.sim.job;

import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.job.state.CollectiveResult;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.net.host.Observer;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.StallReport;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import dev.inflight.sim.measure.PortValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Jobs on a fabric: starts and ends of operations, and results of collectives. */
class JobsTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;

  private static final class Run {
    final List<FlowResult> messages = new ArrayList<>();
    final Simulation simulation;
    final RunResult result;

    Run(SetupBuilder setup) {
      simulation = new Simulation(setup.build(), new Recorder() {
        @Override
        public void flowFinished(FlowResult flow) {
          messages.add(flow);
        }
      });
      result = simulation.run();
    }

    /** Frames that left one node by its cables to another one. */
    long sentFrames(int from, int to) {
      return simulation.portTotals().stream().filter(port -> port.port().node() == from && port.port().peerNode() == to)
          .mapToLong(port -> port.of(PortValue.SENT_FRAMES)).sum();
    }

    CollectiveResult only() {
      assertThat(simulation.jobs().collectives()).hasSize(1);
      return simulation.jobs().collectives().getFirst();
    }
  }

  private static SetupBuilder star(int hosts) {
    var setup = new SetupBuilder();
    setup.topology = new Star(hosts, RATE, US).build();
    return setup;
  }

  private static CollectiveTraffic collective(CollectiveKind op, String algorithm, long sizeBytes) {
    return new CollectiveTraffic(op, algorithm, sizeBytes, 0, 0, 0, CollectiveProtocol.NONE, false, 0, 1,
        CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 0, "", "", 0, "", 3, 400);
  }

  /** Two computations of a stream one after the other, another stream in parallel, and a message between operations that require it. */
  @Test
  void operationsStartAfterTheirRequirements() {
    var graph = new GraphBuilder(2);
    int first = graph.compute(0, 0, 10 * US);
    int second = graph.compute(0, 0, 20 * US);
    int beside = graph.compute(0, 1, 25 * US);
    int send = graph.send(0, 1, 5000, 0);
    graph.requires(send, first);
    int receive = graph.receive(1, 0, 5000, 0);
    int answer = graph.compute(1, 0, 40 * US);
    graph.requires(answer, receive);
    int back = graph.send(1, 0, 1000, 0);
    graph.requiresBeginning(back, answer);
    int heard = graph.receive(0, 1, 1000, 0);
    assertThat(heard).isGreaterThan(Math.max(second, beside));
    SetupBuilder setup = star(2);
    setup.flows.addJob(new JobPlace("it", 5 * US, 3, 400), graph.build(Integer::toString), new int[] {0, 1});
    var run = new Run(setup);
    assertThat(run.result.flowsFinished()).isEqualTo(2);
    FlowResult there = run.messages.get(0);
    assertThat(there.startPs()).isEqualTo(15 * US);
    assertThat(there.slowdown()).isBetween(1.0, 1.01);
    FlowResult answered = run.messages.get(1);
    assertThat(answered.startPs()).isStrictlyBetween(there.startPs(), there.startPs() + there.fctPs());
    RankResult rank0 = run.simulation.jobs().ranks().get(0);
    RankResult rank1 = run.simulation.jobs().ranks().get(1);
    assertThat(rank0.computePs()).isEqualTo(30 * US); // 10 and 20 after each other, 25 in parallel
    assertThat(rank0.endPs()).isEqualTo(35 * US);
    assertThat(rank0.exposedPs()).isZero();
    assertThat(rank1.computePs()).isEqualTo(40 * US);
    assertThat(rank1.exposedPs()).isEqualTo(rank1.endPs() - 5 * US - 40 * US);
    assertThat(rank1.endPs()).isEqualTo(answered.startPs() + 40 * US);
    assertThat(run.result.endPs()).isEqualTo(rank1.endPs());
  }

  /** Computation alone, longer than the stall timeout: no data is sent, and the run does not end before it. */
  @Test
  void computationIsNoStall() {
    var graph = new GraphBuilder(2);
    int wait = graph.compute(0, 0, 5_000_000 * US);
    graph.requires(graph.send(0, 1, 1000, 0), wait);
    graph.receive(1, 0, 1000, 0);
    SetupBuilder setup = star(2);
    setup.samplePeriodPs = 1_000_000 * US;
    setup.flows.addJob(new JobPlace("it", 0, 3, 400), graph.build(Integer::toString), new int[] {0, 1});
    var run = new Run(setup);
    assertThat(run.simulation.hasStalled()).isFalse();
    assertThat(run.result.flowsFinished()).isEqualTo(1);
    assertThat(run.simulation.jobs().ranks()).allSatisfy(rank -> assertThat(rank.endPs()).isPositive());
  }

  /**
   * All collectives at once over a fabric in which a link fails while it is in use: packets on it are lost, its flows use the remaining
   * routes, and all complete.
   */
  @Test
  void collectivesOutliveALinkFailure() {
    var whole = new Run(allCollectives());
    assertThat(whole.sentFrames(FAILING_LEAF, SPINE)).isGreaterThan(1000);
    assertThat(whole.result.lost()).isZero();
    SetupBuilder setup = allCollectives();
    setup.events.add(new LinkDown(30 * US, FAILING_LEAF, SPINE));
    var run = new Run(setup);
    assertThat(run.simulation.jobs().collectives()).hasSize(CollectiveKind.values().length)
        .allMatch(CollectiveResult::isComplete);
    assertThat(run.result.flowsFinished()).isEqualTo(run.result.flows());
    assertThat(run.result.lost(Observer.Loss.LINK_DOWN)).isPositive();
    assertThat(run.messages.stream().mapToLong(FlowResult::retransmittedBytes).sum()).isPositive();
    assertThat(run.sentFrames(FAILING_LEAF, SPINE)).isBetween(1L, whole.sentFrames(FAILING_LEAF, SPINE) / 2);
    assertThat(run.sentFrames(FAILING_LEAF, OTHER_SPINE)).isGreaterThan(whole.sentFrames(FAILING_LEAF, OTHER_SPINE));
  }

  private static final int FAILING_LEAF = 16;
  private static final int SPINE = 20;
  private static final int OTHER_SPINE = 21;

  private static SetupBuilder allCollectives() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(4, 2, 4, RATE, RATE, US, 1).build();
    setup.recovery = Irn.DEFAULT;
    for (CollectiveKind op : CollectiveKind.values()) {
      collective(op, "usual", 1_000_000).addTo(setup.flows, setup.topology, 1);
    }
    return setup;
  }

  /** The only link of a rank fails: the collective does not complete, and each remaining message reports the reason. */
  @Test
  void reportsWhyAJobCannotComplete() {
    SetupBuilder setup = star(4);
    setup.events.add(new LinkDown(20 * US, 3, 4));
    collective(CollectiveKind.ALL_REDUCE, "ring", 4_000_000).addTo(setup.flows, setup.topology, 1);
    var run = new Run(setup);
    assertThat(run.only().isComplete()).isFalse();
    assertThat(run.only().startPs()).isZero();
    assertThat(run.simulation.hasStalled()).isTrue();
    var reasons = new ArrayList<StallReport.Reason>();
    new StallReport(run.simulation).forEach(stall -> reasons.add(stall.reason()));
    assertThat(reasons).hasSize(run.result.flows() - run.result.flowsFinished())
        .contains(StallReport.Reason.FAILED, StallReport.Reason.AWAITING).doesNotContain(StallReport.Reason.NOT_STARTED);
    assertThat(run.simulation.jobs().ranks()).extracting(RankResult::endPs).containsOnly(-1L);
  }

  private static CollectiveTraffic following(String job, String after, int first, long startPs) {
    return new CollectiveTraffic(CollectiveKind.ALL_REDUCE, "ring", 100_000, 0, 0, 0, CollectiveProtocol.NONE, false, 4, 1,
        CollectiveTraffic.Placement.BLOCK, first, 1, 0, 0, 0, "", job, startPs, after, 3, 400);
  }

  /** A job follows another one on the same hosts or on others: not before the longest cable could bring word of its end, or later. */
  @Test
  void jobsFollowOthers() {
    SetupBuilder setup = star(8);
    following("first", "", 0, 5 * US).addTo(setup.flows, setup.topology, 1);
    following("same", "first", 0, 0).addTo(setup.flows, setup.topology, 1);
    following("others", "first", 4, 30 * US).addTo(setup.flows, setup.topology, 1);
    following("chained", "others", 2, 0).addTo(setup.flows, setup.topology, 1);
    var run = new Run(setup);
    List<RankResult> ranks = run.simulation.jobs().ranks();
    long firstEndPs = endPs(ranks, "first");
    assertThat(ranks.stream().filter(rank -> rank.job().equals("same")))
        .allSatisfy(rank -> assertThat(rank.startPs()).isEqualTo(firstEndPs + US));
    assertThat(ranks.stream().filter(rank -> rank.job().equals("others")))
        .allSatisfy(rank -> assertThat(rank.startPs()).isEqualTo(firstEndPs + 30 * US));
    assertThat(ranks.stream().filter(rank -> rank.job().equals("chained")))
        .allSatisfy(rank -> assertThat(rank.startPs()).isEqualTo(endPs(ranks, "others") + US));
    assertThat(ranks).hasSize(16).allSatisfy(rank -> assertThat(rank.exposedPs()).isEqualTo(rank.endPs() - rank.startPs()));
    assertThat(run.simulation.jobs().collectives()).allMatch(CollectiveResult::isComplete);
    assertThat(run.simulation.jobs().collectives().get(3).startPs()).isEqualTo(endPs(ranks, "others") + US);
  }

  private static long endPs(List<RankResult> ranks, String job) {
    return ranks.stream().filter(rank -> rank.job().equals(job)).mapToLong(RankResult::endPs).max().orElseThrow();
  }

  /** A job that follows one without an end does not start, and its messages are awaited. */
  @Test
  void noJobFollowsOneThatDoesNotEnd() {
    SetupBuilder setup = star(8);
    setup.events.add(new LinkDown(7 * US, 3, 8));
    following("first", "", 0, 5 * US).addTo(setup.flows, setup.topology, 1);
    following("next", "first", 4, 0).addTo(setup.flows, setup.topology, 1);
    var run = new Run(setup);
    assertThat(run.simulation.hasStalled()).isTrue();
    assertThat(run.simulation.jobs().ranks().stream().filter(rank -> rank.job().equals("next"))).allSatisfy(
        rank -> assertThat(List.of(rank.startPs(), rank.endPs(), rank.operationsDone())).containsExactly(-1L, -1L, 0L));
    assertThat(run.simulation.jobs().collectives().get(1).isComplete()).isFalse();
  }

  @Test
  void refusesToFollowAJobThatIsNotBefore() {
    SetupBuilder setup = star(8);
    assertThatIllegalArgumentException().isThrownBy(() -> following("first", "next", 0, 0).addTo(setup.flows, setup.topology, 1))
        .withMessage("after=next does not name an earlier job; this is the first job");
    following("a", "", 0, 0).addTo(setup.flows, setup.topology, 1);
    following("a", "", 4, 0).addTo(setup.flows, setup.topology, 1);
    assertThatIllegalArgumentException().isThrownBy(() -> following("b", "c", 0, 0).addTo(setup.flows, setup.topology, 1))
        .withMessage("after=c does not name an earlier job; earlier jobs: a, a-2");
  }

  /** The most wanted rank gets its share of the others' buffers; all together get as much as without skew. */
  @Test
  void skewGoesToSomeRanks() {
    SetupBuilder setup = star(8);
    new CollectiveTraffic(CollectiveKind.ALL_TO_ALL, "usual", 1_000_000, 0, 0, 0, CollectiveProtocol.NONE, false, 0, 1,
        CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 1, "", "", 0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
    long[] received = new long[8];
    for (int row = 0; row < setup.flows.count(); row++) {
      received[setup.flows.destination(row)] += setup.flows.sizeBytes(row);
    }
    Arrays.sort(received);
    double harmonic = 0;
    for (int i = 1; i <= 8; i++) {
      harmonic += 1.0 / i;
    }
    assertThat((double) received[7]).isCloseTo(7_000_000 / harmonic, Percentage.withPercentage(0.01));
    assertThat((double) received[0]).isCloseTo(7_000_000 / harmonic / 8, Percentage.withPercentage(0.01));
  }

  /** Priorities of one rail, several times with computation before each: each rank computes as often, and starts are never before that. */
  @Test
  void prioritiesRepeatWithComputationBetween() {
    Topology topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    var setup = new SetupBuilder();
    setup.topology = topology;
    new CollectiveTraffic(CollectiveKind.ALL_REDUCE, "ring", 100_000, 0, 0, 0, CollectiveProtocol.NONE, false, 4, 2,
        CollectiveTraffic.Placement.STRIDED, 0, 3, 10 * US, 0, 0, "", "train", 0, "", 3, 400).addTo(setup.flows, topology, 1);
    var run = new Run(setup);
    assertThat(run.simulation.jobs().collectives()).hasSize(6).allMatch(CollectiveResult::isComplete);
    assertThat(run.simulation.jobs().collectives().getFirst().startPs()).isEqualTo(10 * US);
    assertThat(run.simulation.jobs().ranks()).hasSize(8).allSatisfy(rank -> {
      assertThat(rank.computePs()).isEqualTo(30 * US);
      assertThat(rank.exposedPs()).isEqualTo(rank.endPs() - 30 * US);
      assertThat(rank.host()).isEqualTo(rank.rank());
    });
    for (FlowResult message : run.messages) {
      assertThat(message.source() % 2).isEqualTo(message.destination() % 2);
    }
    assertThat(Collectives.words(CollectiveKind.ALL_REDUCE)).isEqualTo("all-reduce");
  }
}
