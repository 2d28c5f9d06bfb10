package dev.inflight.sim.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.topology.RailOptimized;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.collective.ServerChoice;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages of a step by their numbers are those of the graphs of its groups, one behind the other. */
class CollectiveStepTest {
  private static final int RANKS = 16;
  private static final long GBPS = 1_000_000_000L;

  private record Message(int from, int to, long sizeBytes, int channel) {
  }

  /** Servers of four GPUs. */
  private static CollectiveChoice choice(String algorithm, int channels, int[] hosts) {
    return algorithm.equals("plain")
        ? CollectiveChoice.plain()
        : ServerChoice.of(new RailOptimized(1, 4, 4, 2, GBPS, GBPS, 8 * GBPS, 1_000_000, 100_000).build(), hosts, algorithm,
            channels, 0);
  }

  private static Script script(CollectiveKind kind, Groups groups, long bytes, CollectiveChoice choice) {
    var builder = new ScriptBuilder(RANKS, 3, "too many", choice);
    int one = builder.compute(0, RANKS, 0, 5, ScriptBuilder.NONE);
    int other = builder.compute(0, RANKS, 1, 5, ScriptBuilder.NONE);
    builder.collective("step", "group", kind, groups, bytes, one, other);
    return builder.build();
  }

  @ParameterizedTest
  @CsvSource({"plain, 0", "usual, 0", "usual, 4", "hierarchical, 0", "direct, 2", "double-tree, 0"})
  void messagesAreThoseOfTheGraphsOfGroups(String algorithm, int channels) {
    int[] hosts = IntStream.range(0, RANKS).toArray();
    int[] mixed = {0, 7, 1, 13, 4, 5, 2, 3, 9, 8, 6, 15, 10, 11, 12, 14};
    for (int[] at : List.of(hosts, mixed)) {
      CollectiveChoice choice = choice(algorithm, channels, at);
      for (CollectiveKind kind : List.of(CollectiveKind.ALL_REDUCE, CollectiveKind.ALL_GATHER, CollectiveKind.REDUCE_SCATTER,
          CollectiveKind.ALL_TO_ALL, CollectiveKind.BROADCAST)) {
        for (Groups groups : List.of(new Groups(0, RANKS, RANKS, 1), new Groups(0, RANKS, 4, 1), new Groups(0, RANKS, 4, 4),
            new Groups(0, RANKS, 8, 2), new Groups(4, 12, 3, 2))) {
          boolean isUneven = groups.size() == 3 || at == mixed;
          if (!(isUneven && algorithm.equals("hierarchical"))) {
            matches(kind, groups, 3_000_001, choice);
          }
        }
      }
    }
  }

  private static void matches(CollectiveKind kind, Groups groups, long bytes, CollectiveChoice choice) {
    Script script = script(kind, groups, bytes, choice);
    var expected = new ArrayList<Message>();
    long[] operations = new long[RANKS];
    Arrays.fill(operations, 2); // both computations
    long[] messages = new long[RANKS];
    for (int group = 0; group < groups.count(); group++) {
      int[] ranks = groups.members(group);
      CollectiveChoice.Way way = choice.of(kind, ranks, bytes);
      var builder = new GraphBuilder(RANKS);
      Collectives.add(builder, new Collective("one", kind, way.algorithm(), ranks.length, bytes), ranks, 0,
          IntStream.of(ranks).map(_ -> Collectives.NONE).toArray(), way.plan(), null);
      OperationGraph graph = builder.build(operation -> "operation " + operation);
      for (int operation = 0; operation < graph.operations(); operation++) {
        operations[graph.rank(operation)]++;
        if (graph.kind(operation) == OperationGraph.Kind.SEND) {
          messages[graph.rank(operation)]++;
          expected.add(new Message(graph.rank(operation), graph.rank(graph.partner(operation)), graph.sizeBytes(operation),
              graph.channel(operation)));
        }
      }
      for (int rank : ranks) {
        operations[rank]++; // the operation that ties both together
      }
      assertThat(script.collective(group)).isEqualTo(
          new Collective("step, group " + (group + 1), kind, way.algorithm(), ranks.length, bytes));
      assertThat(script.operationsOfCollective(group)).isEqualTo(graph.operations());
    }
    assertThat(script.operationsByRank()).isEqualTo(operations);
    assertThat(script.messagesByRank()).isEqualTo(messages);
    assertThat(IntStream.range(0, script.messages()).mapToObj(message -> message(script, message)).toList()).isEqualTo(expected);
  }

  private static Message message(Script script, int message) {
    int send = script.send(message);
    Step step = script.stepOf(send);
    int own = send - step.firstOperation();
    int piece = step.pieceOfOperation(own);
    GraphMessages unrolled = step.unroll(piece);
    assertThat(step.firstMessage() + step.firstMessageOf(piece) + unrolled.number(step.localOf(own))).isEqualTo(message);
    return new Message(script.sender(message), script.receiver(message), script.sizeBytes(message),
        unrolled.graph().channel(step.localOf(own)));
  }

  /** Groups in servers alike, and equal steps, share their graphs. */
  @Test
  void groupsAlikeShareTheirGraph() {
    CollectiveChoice choice = choice("usual", 4, IntStream.range(0, RANKS).toArray());
    Script alike = script(CollectiveKind.ALL_REDUCE, new Groups(0, RANKS, 4, 1), 1000, choice);
    assertThat(alike.step(2).unroll(0)).isSameAs(alike.step(2).unroll(3));
    Script unlike = script(CollectiveKind.ALL_REDUCE, new Groups(4, 12, 3, 1), 1000, choice);
    assertThat(unlike.step(2).unroll(0)).isNotSameAs(unlike.step(2).unroll(1));
  }

  @Test
  void refusesGroupsThatCannotDoItByTheirName() {
    CollectiveChoice choice = choice("hierarchical", 0, IntStream.range(0, RANKS).toArray());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> script(CollectiveKind.ALL_REDUCE, new Groups(0, RANKS, 8,
            1), 1000, (kind, ranks, bytes) -> choice.of(kind, IntStream.of(ranks).limit(6).toArray(), bytes)))
        .withMessageStartingWith(
            "step: algorithm 'hierarchical' needs the same number of ranks in each server, found 4 in the first and 2 in another");
  }
}
