package dev.inflight.sim.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.sim.collective.CollectiveChoice;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.collective.plan.ServerGroups;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Equal messages are as many in groups as one after the other. */
class AlikeVisitorTest {
  private record Pair(int source, int destination) {
  }

  private record Alike(Pair pair, long sizeBytes) {
  }

  private final Map<Alike, Long> one = new HashMap<>();
  private final Map<Alike, Long> together = new HashMap<>();
  private final Set<Pair> order = new LinkedHashSet<>();
  private final Set<Pair> orderTogether = new LinkedHashSet<>();

  private void addOne(int source, int destination, long sizeBytes) {
    one.merge(new Alike(new Pair(source, destination), sizeBytes), 1L, Long::sum);
    order.add(new Pair(source, destination));
  }

  private void addTogether(int source, int destination, long sizeBytes, long times) {
    assertThat(times).isPositive();
    together.merge(new Alike(new Pair(source, destination), sizeBytes), times, Long::sum);
    orderTogether.add(new Pair(source, destination));
  }

  private void assertSame() {
    assertThat(together).isEqualTo(one);
    assertThat(List.copyOf(orderTogether)).isEqualTo(List.copyOf(order));
    one.clear();
    together.clear();
    order.clear();
    orderTogether.clear();
  }

  @ParameterizedTest
  @EnumSource(names = {"ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER", "ALL_TO_ALL", "BROADCAST"})
  void countsTheMessagesOfACollective(CollectiveKind kind) {
    for (int ranks = 2; ranks < 12; ranks++) {
      for (long bytes : new long[] {1, ranks - 1L, ranks, ranks + 1L, 2L * ranks - 1, 1000, 30_000_001}) {
        for (int channels : new int[] {0, 3}) {
          countsTheMessages(kind, ranks, bytes, channels);
        }
      }
    }
  }

  /** Two groups, with three ranks to a server; with channels their parts are cut in chunks. */
  private void countsTheMessages(CollectiveKind kind, int ranks, long bytes, int channels) {
    CollectiveChoice choice = channels == 0
        ? CollectiveChoice.plain()
        : (_, of, _) -> new CollectiveChoice.Way(
            Collectives.usual(kind).name(),
            new ChannelPlan(ServerGroups.of(ranks, member -> of[member] / 3, member -> of[member] % 3), channels, 0, 0,
                CollectiveProtocol.NONE, false));
    var builder = new ScriptBuilder(2 * ranks, 2, "too many", choice);
    builder.collective("one", "group", kind, new Groups(0, 2 * ranks, ranks, 1), bytes, ScriptBuilder.NONE, ScriptBuilder.NONE);
    var table = new FlowTable();
    table.addJob(new JobPlace("job", 0, 3, 400), builder.build(), IntStream.range(0, 2 * ranks).toArray());
    table.forEach((_, source, destination, sizeBytes, _) -> addOne(source, destination, sizeBytes));
    table.forEachAlike(this::addTogether);
    assertSame();
  }

  /** Layers of which some are equal, and some differ in one property of a step. */
  private static Script script(int layers) {
    var builder = new ScriptBuilder(8, 100_000, "too many");
    int last = builder.compute(0, 8, 0, 5, ScriptBuilder.NONE);
    for (int layer = 0; layer < layers; layer++) {
      for (CollectiveKind kind : EnumSet.range(CollectiveKind.ALL_REDUCE, CollectiveKind.BROADCAST)) {
        last = builder.collective("layer " + layer, "row", kind, new Groups(0, 8, 4, 1), 1003, last, ScriptBuilder.NONE);
        int column = builder.collective("layer " + layer, "column", kind, new Groups(0, 8, 4, 2), 1003, last, ScriptBuilder.NONE);
        last = builder.collective("layer " + layer, "half", kind, new Groups(4, 4, 4, 1), 2003, last, column);
        last = builder.join(0, 8, last, column);
      }
      int moved = builder.transfer(0, 4, 4, 77, last, last);
      last = builder.join(4, 4, moved, builder.compute(4, 4, 0, layer, moved));
      builder.transfer(5, 1, 3, 77, last, ScriptBuilder.NONE);
    }
    return builder.build();
  }

  @Test
  void countsFlowsAndMessagesOfScripts() {
    var table = new FlowTable();
    int[] hosts = {15, 14, 13, 12, 11, 10, 9, 8};
    table.add(16, 17, 3, 100, 1, 10);
    table.add(16, 17, 3, 100, 1, 10);
    table.addJob(new JobPlace("one", 20, 3, 400), script(3), hosts);
    table.add(17, 16, 3, 100, 2, 30);
    table.addJob(new JobPlace("two", 40, 3, 400), script(2), hosts);
    table.forEach((_, source, destination, sizeBytes, _) -> addOne(source, destination, sizeBytes));
    table.forEachAlike(this::addTogether);
    assertThat(one.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(table.count());
    assertSame();
  }

  @Test
  void visitsEqualLayersOnce() {
    var visits = new ArrayList<Integer>();
    for (int layers : new int[] {1, 40}) {
      var table = new FlowTable();
      table.addJob(new JobPlace("job", 0, 3, 400), script(layers), IntStream.range(0, 8).toArray());
      int[] count = new int[1];
      table.forEachAlike((_, _, _, _) -> count[0]++);
      visits.add(count[0]);
    }
    assertThat(visits.get(1)).isEqualTo(visits.get(0));
  }

  @Test
  void countsOperationsAndMessagesOfRanks() {
    Script script = script(3);
    long[] operations = new long[8];
    long[] messages = new long[8];
    for (int number = 0; number < script.steps(); number++) {
      Step step = script.step(number);
      for (int piece = 0; piece < step.pieces(); piece++) {
        for (int place = 0; place < step.members(); place++) {
          operations[step.member(piece, place)] += step.operationsOf(step.member(piece, place));
          messages[step.member(piece, place)] += step.messagesFrom(step.member(piece, place));
        }
      }
    }
    assertThat(script.operationsByRank()).isEqualTo(operations);
    assertThat(script.messagesByRank()).isEqualTo(messages);
  }
}
