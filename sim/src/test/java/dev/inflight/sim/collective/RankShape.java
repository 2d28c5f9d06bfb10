package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.collective.plan.ServerGroups;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ranks in servers.
 *
 * @param sizes sizes of the servers
 * @param channels requested number of channels; 0 for none
 * @param chunkBytes requested size of chunks, in bytes; 0 for none
 */
record RankShape(List<Integer> sizes, int channels, long chunkBytes) {
  static final long SIZE = 1_000_000;

  static RankShape alone(int ranks) {
    return new RankShape(Collections.nCopies(ranks, 1), 0, 0);
  }

  static RankShape even(int servers, int size, int channels, long chunkBytes) {
    return new RankShape(Collections.nCopies(servers, size), channels, chunkBytes);
  }

  int ranks() {
    return sizes.stream().mapToInt(Integer::intValue).sum();
  }

  ChannelPlan plan() {
    int[] serverOf = IntStream.range(0, sizes.size()).flatMap(server -> IntStream.generate(() -> server).limit(sizes.get(server)))
        .toArray();
    return new ChannelPlan(ServerGroups.of(ranks(), member -> serverOf[member], member -> member), channels, chunkBytes, 0,
        CollectiveProtocol.NONE, false);
  }

  boolean isPossible(CollectiveAlgorithm algorithm) {
    return switch (algorithm.name()) {
      case "halving-doubling" -> Integer.bitCount(ranks()) == 1;
      case "hierarchical" -> plan().servers().areEven();
      case "nvls" -> plan().servers().areEven() && plan().servers().most() > 1;
      default -> true;
    };
  }

  /** A collective of these ranks; each computes for 1 ps before and for 2 ps behind it. */
  static OperationGraph graph(CollectiveKind kind, String algorithm, RankShape shape, int root) {
    int ranks = shape.ranks();
    var graph = new GraphBuilder(ranks + 2);
    int[] of = IntStream.range(0, ranks).map(member -> member + 2).toArray(); // ranks 0 and 1 take no part
    int[] before = new int[ranks];
    for (int member = 0; member < ranks; member++) {
      before[member] = graph.compute(of[member], 0, 1);
    }
    int[] after = Collectives.add(graph, new Collective("it", kind, algorithm, ranks, SIZE), of, root, before, shape.plan(),
        null);
    for (int member = 0; member < ranks; member++) {
      graph.requires(graph.compute(of[member], 0, 2), after[member]);
    }
    return graph.build(operation -> "op " + operation);
  }
}
