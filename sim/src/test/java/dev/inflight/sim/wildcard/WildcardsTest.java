package dev.inflight.sim.wildcard;

import static dev.inflight.sim.wildcard.OpenMessagesBuilder.ANY_RANK;
import static dev.inflight.sim.wildcard.OpenMessagesBuilder.ANY_TAG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Receives from any rank and with any tag: which message each takes, and which graphs are refused. */
class WildcardsTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;
  private static final long BYTES = 1000;

  private static OperationGraph built(GraphBuilder graph) {
    return graph.build(operation -> "op " + operation);
  }

  private static List<RankResult> run(Topology topology, OperationGraph graph, int parts) {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.flows.addJob(new JobPlace("job", 0, 3, 400), graph, java.util.Arrays.copyOf(topology.hosts(), graph.ranks()));
    var finished = Collections.synchronizedList(new ArrayList<FlowResult>());
    var simulation = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        finished.add(flow);
      }
    }, (_, wire) -> wire, Division.of(topology, parts));
    simulation.run();
    return simulation.jobs().ranks();
  }

  /** Rank 0 computes 50 us when its first receive ends, and 7 us when its second one ends. */
  private static long endOfRank0(long rank1SendsAtPs, long rank2SendsAtPs, int firstFrom, long firstTag) {
    var graph = new GraphBuilder(3);
    int first = graph.receiveAny(0, firstFrom, BYTES, firstTag);
    int second = graph.receiveAny(0, ANY_RANK, BYTES, ANY_TAG);
    graph.requires(graph.compute(0, 0, 50 * US), first);
    graph.requires(graph.compute(0, 1, 7 * US), second);
    graph.requires(graph.send(1, 0, BYTES, 5), graph.compute(1, 0, rank1SendsAtPs));
    graph.requires(graph.send(2, 0, BYTES, 6), graph.compute(2, 0, rank2SendsAtPs));
    return run(new Star(3, RATE, US).build(), built(graph), 1).getFirst().endPs();
  }

  @Test
  void firstReceiveTakesTheFirstMessageThatItAccepts() {
    long early = 10 * US;
    long late = 1000 * US;
    assertThat(endOfRank0(early, late, ANY_RANK, ANY_TAG)).as("50 us behind rank 1, 7 us behind rank 2").isBetween(late + 7 * US,
        late + 12 * US);
    assertThat(endOfRank0(late, early, ANY_RANK, ANY_TAG)).as("from either rank").isBetween(late + 7 * US, late + 12 * US);
    assertThat(endOfRank0(late, early, 1, ANY_TAG)).as("only from rank 1").isBetween(late + 50 * US, late + 55 * US);
    assertThat(endOfRank0(late, early, ANY_RANK, 5)).as("only with tag 5").isBetween(late + 50 * US, late + 55 * US);
    assertThat(endOfRank0(early, late, 1, 5)).as("no wildcard").isBetween(late + 7 * US, late + 12 * US);
  }

  /** Both messages are there when the receives start: they take them in the order of arrival, not of the file. */
  @Test
  void laterReceivesTakeMessagesInTheOrderOfArrival() {
    var graph = new GraphBuilder(3);
    int wait = graph.compute(0, 0, 500 * US);
    int first = graph.receiveAny(0, ANY_RANK, BYTES, 5);
    int exact = graph.receiveAny(0, 1, BYTES, 5);
    graph.requires(first, wait);
    graph.requires(exact, first);
    int answer = graph.send(0, 1, BYTES, 9); // rank 1 sends its second message only now
    graph.requires(answer, first);
    int second = graph.receiveAny(0, ANY_RANK, BYTES, ANY_TAG);
    graph.requires(second, exact);
    graph.requires(graph.send(1, 0, BYTES, 5), graph.compute(1, 0, 100 * US));
    graph.requires(graph.send(1, 0, BYTES, 5), graph.receive(1, 0, BYTES, 9));
    graph.send(2, 0, BYTES, 5);
    assertThat(run(new Star(3, RATE, US).build(), built(graph), 1)).allMatch(rank -> rank.endPs() > 0);
  }

  /**
   * Many ranks send to others that receive from any, in a random order; for any division of the fabric, all ranks end at the same times.
   */
  @Test
  void partsOfAFabricFindTheSamePartners() {
    for (int seed = 1; seed <= 5; seed++) {
      List<RankResult> whole = run(fabric(), random(seed), 1);
      assertThat(whole).allMatch(rank -> rank.endPs() > 0);
      assertThat(run(fabric(), random(seed), 2)).isEqualTo(whole);
      assertThat(run(fabric(), random(seed), 4)).isEqualTo(whole);
    }
  }

  private static Topology fabric() {
    return new LeafSpine(4, 2, 4, RATE, RATE, US, 1).build();
  }

  private static OperationGraph random(long seed) {
    var random = new Random(seed);
    int ranks = 16;
    var graph = new GraphBuilder(ranks);
    for (int to = 0; to < ranks; to++) {
      for (int message = 0; message < 20; message++) {
        int from = (to + 1 + random.nextInt(ranks - 1)) % ranks;
        int send = graph.send(from, to, 1 + random.nextInt(20_000), random.nextInt(3));
        graph.requires(send, graph.compute(from, random.nextInt(3), random.nextInt(1000) * 1000L));
        int receive = graph.receiveAny(to, ANY_RANK, BYTES, ANY_TAG);
        int then = graph.compute(to, 3, random.nextInt(40) * US);
        graph.requires(then, receive);
        if (message > 3) {
          graph.requires(receive, then - 4 * 4); // the computation of the receive four before
        }
      }
    }
    return built(graph);
  }

  @Test
  void refusesOperationsWithoutAPossiblePartner() {
    var more = new GraphBuilder(3);
    more.receiveAny(0, ANY_RANK, BYTES, ANY_TAG);
    more.receiveAny(0, ANY_RANK, BYTES, ANY_TAG);
    more.send(1, 0, BYTES, 5);
    refused(more, "op 0 receives from any rank with any tag 2 times, and 1 such messages are sent to it");
    var fewer = new GraphBuilder(3);
    fewer.receiveAny(0, ANY_RANK, BYTES, ANY_TAG);
    fewer.send(1, 0, BYTES, 5);
    fewer.send(2, 0, BYTES, 5);
    refused(fewer, "op 0 is of rank 0, which receives 1 fewer messages than are sent to it");
    var tag = new GraphBuilder(3);
    tag.receiveAny(0, ANY_RANK, BYTES, 4);
    tag.send(1, 0, BYTES, 5);
    refused(tag, "op 1 sends to rank 0 with tag 5, which does not receive it");
    var from = new GraphBuilder(3);
    from.receiveAny(0, ANY_RANK, BYTES, ANY_TAG);
    from.receive(0, 2, BYTES, 5);
    from.send(1, 0, BYTES, 5);
    from.send(1, 0, BYTES, 5);
    refused(from, "op 1 receives from rank 2 with tag 5 1 times, and 0 such messages are sent to it");
  }

  @Test
  void refusesCirclesThroughWildcards() {
    var graph = new GraphBuilder(2);
    int here = graph.receiveAny(0, ANY_RANK, BYTES, ANY_TAG);
    graph.requires(graph.send(0, 1, BYTES, 1), here);
    int there = graph.receiveAny(1, 0, BYTES, ANY_TAG);
    graph.requires(graph.send(1, 0, BYTES, 1), there);
    refused(graph,
        "operations wait for each other in a circle: op 3, which waits for op 2, which waits for op 1, which waits for op 0,"
            + " which waits for the first");
  }

  /**
   * The wildcard starts first, so it takes the message that the other receive waits for: that shows at run time only, and the rank does not
   * end.
   */
  @Test
  void receiveDoesNotEndWithoutItsMessage() {
    var graph = new GraphBuilder(2);
    graph.receiveAny(0, ANY_RANK, BYTES, ANY_TAG);
    graph.receive(0, 1, BYTES, 5);
    int first = graph.send(1, 0, BYTES, 5);
    graph.requires(graph.send(1, 0, BYTES, 6), first);
    List<RankResult> ranks = run(new Star(2, RATE, US).build(), built(graph), 1);
    assertThat(ranks.get(0).endPs()).isEqualTo(-1);
    assertThat(ranks.get(0).operationsDone()).isEqualTo(1);
    assertThat(ranks.get(1).endPs()).isPositive();
  }

  private static void refused(GraphBuilder graph, String sentence) {
    assertThatIllegalArgumentException().isThrownBy(() -> built(graph)).withMessage(sentence);
  }
}
