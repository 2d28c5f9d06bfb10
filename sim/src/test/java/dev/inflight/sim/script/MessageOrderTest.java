package dev.inflight.sim.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.graph.Collective;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages by number are those of the graph of a collective. */
class MessageOrderTest {
  @ParameterizedTest
  @EnumSource(names = {"ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER", "ALL_TO_ALL", "BROADCAST"})
  void messagesAreThoseOfTheUsualAlgorithm(CollectiveKind kind) {
    for (int ranks : new int[] {2, 3, 8, 19}) {
      for (long bytes : new long[] {1, 1000, 1 << 20, 30_000_001}) {
        matches(kind, ranks, bytes);
      }
    }
  }

  /** Others are in no file that is read as a script. */
  @ParameterizedTest
  @EnumSource(names = {"REDUCE", "GATHER", "SCATTER", "SEND_RECV"})
  void scriptsHaveNoOthers(CollectiveKind kind) {
    assertThatIllegalArgumentException().isThrownBy(() -> MessageOrder.count(kind, 4, 1000))
        .withMessage("a script has no " + Collectives.words(kind));
  }

  private static void matches(CollectiveKind kind, int ranks, long bytes) {
    var builder = new GraphBuilder(ranks);
    int[] members = IntStream.range(0, ranks).toArray();
    int[] before = IntStream.range(0, ranks).map(_ -> Collectives.NONE).toArray();
    Collectives.add(builder, new Collective("one", kind, Collectives.usual(kind).name(), ranks, bytes), members, 0, before);
    OperationGraph graph = builder.build(operation -> "operation " + operation);
    int[] sends = IntStream.range(0, graph.operations()).filter(at -> graph.kind(at) == OperationGraph.Kind.SEND).toArray();
    assertThat(MessageOrder.count(kind, ranks, bytes)).isEqualTo(sends.length);
    for (int message = 0; message < sends.length; message++) {
      assertThat(sends[message]).isEqualTo(2 * message);
      assertThat(MessageOrder.from(kind, ranks, message)).isEqualTo(graph.rank(2 * message));
      assertThat(MessageOrder.to(kind, ranks, message)).isEqualTo(graph.rank(2 * message + 1));
      assertThat(MessageOrder.sizeBytes(kind, ranks, bytes, message)).isEqualTo(graph.sizeBytes(2 * message));
    }
    for (int member = 0; member < ranks; member++) {
      int of = member;
      assertThat(MessageOrder.operationsOf(kind, ranks, bytes, member))
          .isEqualTo(IntStream.range(0, graph.operations()).filter(at -> graph.rank(at) == of).count());
      assertThat(MessageOrder.messagesFrom(kind, ranks, bytes, member))
          .isEqualTo(IntStream.of(sends).filter(at -> graph.rank(at) == of).count());
    }
  }
}
