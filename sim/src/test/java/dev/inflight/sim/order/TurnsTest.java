package dev.inflight.sim.order;

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
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operations that start in turn: the order is that of the ends, and graphs that cannot run are refused. */
class TurnsTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;

  /** A run needs a message; this one is there before all ends of the tests. */
  private static GraphBuilder withMessage() {
    var graph = new GraphBuilder(2);
    graph.message(1, 0, 100);
    return graph;
  }

  private static OperationGraph built(GraphBuilder graph) {
    return graph.build(operation -> "op " + operation);
  }

  private static List<RankResult> run(Topology topology, OperationGraph graph, int parts) {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.flows.addJob(new JobPlace("job", 0, 3, 400), graph, Arrays.copyOf(topology.hosts(), graph.ranks()));
    var simulation = new Simulation(setup.build(), Recorder.NONE, (_, wire) -> wire, Division.of(topology, parts));
    simulation.run();
    return simulation.jobs().ranks();
  }

  /** Two causes; the first end lets 50 us start, the second one 7 us, whichever causes these are. */
  private static long end(long firstPs, long secondPs) {
    var graph = withMessage();
    int first = graph.compute(0, 0, firstPs);
    int second = graph.compute(0, 1, secondPs);
    graph.inTurn(new int[] {first, second}, new int[] {graph.compute(0, 2, 50 * US), graph.compute(0, 3, 7 * US)});
    return run(new Star(2, RATE, US).build(), built(graph), 1).getFirst().endPs();
  }

  @Test
  void firstEndStartsTheFirstTarget() {
    assertThat(end(10 * US, 100 * US)).isEqualTo(107 * US);
    assertThat(end(100 * US, 10 * US)).isEqualTo(107 * US);
    assertThat(end(10 * US, 20 * US)).isEqualTo(60 * US);
  }

  /** A window: each target is a cause too, and ends beyond the last target have no effect. */
  @Test
  void targetsMayBeCauses() {
    var graph = withMessage();
    int[] all = new int[8];
    for (int at = 0; at < all.length; at++) {
      all[at] = graph.compute(0, at, (at % 3 + 1) * 10 * US);
    }
    graph.inTurn(all, Arrays.copyOfRange(all, 2, 8));
    // lanes of 10 20 30 10 20 30 10 20 us, the first two from 0 on, then each next one at an end
    assertThat(run(new Star(2, RATE, US).build(), built(graph), 1).getFirst().endPs()).isEqualTo(80 * US);
  }

  @Test
  void oneCauseMayCountTwice() {
    var graph = withMessage();
    int cause = graph.compute(0, 0, 10 * US);
    graph.inTurn(new int[] {cause, cause}, new int[] {graph.compute(0, 1, 5 * US), graph.compute(0, 2, 9 * US)});
    assertThat(run(new Star(2, RATE, US).build(), built(graph), 1).getFirst().endPs()).isEqualTo(19 * US);
  }

  /** Windows of messages give the same run with one and with several parts. */
  @Test
  void partsGiveTheSameRun() {
    Topology topology = new LeafSpine(4, 2, 2, RATE, RATE, US, 1).build();
    var graph = new GraphBuilder(6);
    for (int rank = 0; rank < 6; rank++) {
      int[] sends = new int[10];
      for (int at = 0; at < sends.length; at++) {
        sends[at] = graph.message(rank, (rank + 1 + at % 5) % 6, 500 + 3000L * (at * 7 % 5));
      }
      graph.inTurn(sends, Arrays.copyOfRange(sends, 2, 10));
    }
    OperationGraph built = built(graph);
    List<RankResult> one = run(topology, built, 1);
    assertThat(one).allMatch(rank -> rank.endPs() > 0);
    assertThat(run(topology, built, 2)).isEqualTo(one);
  }

  @Test
  void rejectsOperationsThatCannotStart() {
    var graph = new GraphBuilder(2);
    int one = graph.compute(0, 0, 1);
    int two = graph.compute(0, 1, 1);
    int other = graph.compute(1, 0, 1);
    assertThatIllegalArgumentException().isThrownBy(() -> graph.inTurn(new int[] {one}, new int[] {two, two}))
        .withMessageContaining("the last never do");
    assertThatIllegalArgumentException().isThrownBy(() -> graph.inTurn(new int[] {one, two}, new int[] {two, other}))
        .withMessageContaining("only messages go from one rank to another");
    graph.inTurn(new int[] {one, two}, new int[] {one, two});
    assertThatIllegalArgumentException().isThrownBy(() -> built(graph)).withMessageContaining("wait for each other in a circle");
  }
}
