package dev.inflight.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ways of a collective's channels, and chunks in flight on each connection. */
class ChannelsTest {
  /** Over as many channels as GPUs, each GPU's NIC carries the same, and by its own rail alone. */
  @ParameterizedTest
  @CsvSource({"ring, all-reduce, 2, 4", "ring, all-reduce, 3, 4", "ring, all-gather, 4, 8", "ring, reduce-scatter, 5, 3",
      "hierarchical, all-reduce, 4, 4", "hierarchical, all-gather, 3, 8", "hierarchical, reduce-scatter, 3, 2",
      "pairwise-pxn, all-to-all, 4, 4", "double-tree, all-reduce, 4, 8", "double-tree, all-reduce, 7, 2"})
  void allNicsCarryTheSame(String algorithm, String kindName, int servers, int size) {
    CollectiveKind kind = CollectiveKind.valueOf(kindName.toUpperCase(Locale.ROOT).replace('-', '_'));
    boolean ringsAndTrees = algorithm.equals("ring") || algorithm.equals("double-tree");
    OperationGraph graph = RankShape.graph(kind, algorithm, RankShape.even(servers, size, ringsAndTrees ? size : 0, 0), 0);
    long[] sent = new long[servers * size];
    long[] received = new long[servers * size];
    for (int operation = 0; operation < graph.operations(); operation++) {
      if (graph.kind(operation) != OperationGraph.Kind.SEND) {
        continue;
      }
      int from = graph.rank(operation) - 2;
      int to = graph.rank(graph.partner(operation)) - 2;
      if (from / size != to / size) {
        assertThat(from % size).isEqualTo(to % size);
        sent[from] += graph.sizeBytes(operation);
        received[to] += graph.sizeBytes(operation);
      }
    }
    for (int place = 0; place < size; place++) { // of each server; in trees servers differ, and their NICs do not
      for (int server = 0; server < servers; server++) {
        int other = algorithm.equals("double-tree") ? server * size : 0;
        assertThat(sent[server * size + place]).isPositive().isCloseTo(sent[other], within(RankShape.SIZE / 1000));
        assertThat(received[server * size + place]).isCloseTo(received[other], within(RankShape.SIZE / 1000));
      }
    }
  }

  /** Every server has children in one of the two trees only, but for one or two that have few in both, and no tree is deep. */
  @Test
  void innerServersOfOneTreeAreLeavesOfTheOther() {
    for (int servers = 2; servers < 200; servers++) {
      int[][] children = new int[2][servers];
      for (int tree = 0; tree < 2; tree++) {
        int roots = 0;
        for (int server = 0; server < servers; server++) {
          int depth = 0;
          for (int at = server; DoubleTree.parent(at, servers, tree) >= 0; at = DoubleTree.parent(at, servers, tree)) {
            depth++;
          }
          assertThat(depth).isLessThanOrEqualTo(33 - Integer.numberOfLeadingZeros(servers));
          int parent = DoubleTree.parent(server, servers, tree);
          if (parent < 0) {
            roots++;
          } else {
            children[tree][parent]++;
          }
        }
        assertThat(roots).isOne();
        assertThat(Arrays.stream(children[tree]).max().orElseThrow()).isLessThanOrEqualTo(2);
      }
      int of = servers;
      long inBoth = IntStream.range(0, of).filter(server -> children[0][server] > 0 && children[1][server] > 0).count();
      assertThat(inBoth).as("of %d servers", of).isLessThanOrEqualTo(2);
    }
  }

  /** A connection has no more chunks in flight than it has slots, whichever end first. */
  @ParameterizedTest
  @CsvSource({"ring, all-reduce", "ring, broadcast", "ring, reduce", "double-tree, all-reduce", "tree, all-reduce"})
  void connectionsHaveSlots(String algorithm, String kindName) {
    CollectiveKind kind = CollectiveKind.valueOf(kindName.toUpperCase(Locale.ROOT).replace('-', '_'));
    var shape = new RankShape(List.of(2, 2, 2), 2, 2000);
    for (int slots : new int[] {1, 3, 8}) {
      var graph = new GraphBuilder(6);
      int[] of = IntStream.range(0, 6).toArray();
      int[] before = IntStream.generate(() -> Collectives.NONE).limit(6).toArray();
      Collectives.add(graph, new Collective("it", kind, algorithm, 6, RankShape.SIZE), of, 0, before,
          new ChannelPlan(shape.plan().servers(), 2, 2000, slots, CollectiveProtocol.NONE, false), null);
      assertThat(mostUnderWay(graph.build(operation -> "op " + operation))).isEqualTo(slots);
    }
  }

  private static int mostUnderWay(OperationGraph graph) {
    var random = new Random(3);
    int[] left = graph.requirements().values();
    var running = new ArrayList<Integer>();
    var underWay = new HashMap<List<Integer>, Integer>();
    int most = 0;
    var begun = new ArrayDeque<Integer>();
    for (int operation = 0; operation < left.length; operation++) {
      left[operation] += graph.kind(operation) == OperationGraph.Kind.RECEIVE ? 1 : 0;
      if (left[operation] == 0) {
        begun.add(operation);
      }
    }
    while (!running.isEmpty() || !begun.isEmpty()) {
      while (!begun.isEmpty()) {
        int operation = begun.poll();
        running.add(operation);
        if (graph.kind(operation) == OperationGraph.Kind.SEND) {
          most = Math.max(most, underWay.merge(connection(graph, operation), 1, Integer::sum));
        }
      }
      int operation = running.remove(random.nextInt(running.size()));
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        underWay.merge(connection(graph, operation), -1, Integer::sum);
        end(graph.partner(operation), left, begun);
      }
      for (int number = 0; number < graph.dependents(operation); number++) {
        end(graph.dependent(operation, number), left, begun);
      }
    }
    return most;
  }

  private static List<Integer> connection(OperationGraph graph, int send) {
    return List.of(graph.rank(send), graph.rank(graph.partner(send)), graph.channel(send));
  }

  private static void end(int after, int[] left, ArrayDeque<Integer> begun) {
    if (--left[after] == 0) {
      begun.add(after);
    }
  }
}
