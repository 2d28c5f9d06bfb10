package dev.inflight.sim.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that are visited in order equal the rows that are read by number. */
class RowVisitorTest {
  private record Row(int number, int source, int destination, long sizeBytes, long startPs) {
  }

  private static Script script(CollectiveKind kind) {
    var builder = new ScriptBuilder(6, 1000, "too many");
    int first = builder.compute(0, 6, 0, 5, ScriptBuilder.NONE);
    int exchanged = builder.collective("exchange", "group", kind, new Groups(0, 6, 3, 2), 1000, first, ScriptBuilder.NONE);
    int moved = builder.transfer(0, 3, 3, 77, exchanged, exchanged);
    builder.compute(3, 3, 0, 5, moved);
    return builder.build();
  }

  /** Parts are not all equal, and a broadcast has several. */
  private static Script large(CollectiveKind kind) {
    var builder = new ScriptBuilder(6, 1000, "too many");
    builder.collective("large", "group", kind, new Groups(0, 6, 6, 1), 3_000_001, ScriptBuilder.NONE, ScriptBuilder.NONE);
    return builder.build();
  }

  @ParameterizedTest
  @EnumSource(names = {"ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER", "ALL_TO_ALL", "BROADCAST"})
  void visitsFlowsAndMessagesOfScriptsInOrder(CollectiveKind kind) {
    var table = new FlowTable();
    int[] hosts = {5, 4, 3, 2, 1, 0};
    table.add(8, 9, 3, 100, 1, 10);
    table.addJob(new JobPlace("one", 20, 3, 400), script(kind), hosts);
    table.addJob(new JobPlace("two", 20, 3, 400), large(kind), hosts);
    table.add(9, 8, 3, 100, 2, 30);
    List<Row> visited = new ArrayList<>();
    table.forEach(
        (row, source, destination, sizeBytes, startPs) -> visited.add(new Row(row, source, destination, sizeBytes, startPs)));
    assertThat(visited).hasSizeGreaterThan(20)
        .isEqualTo(IntStream.range(0, table.count())
            .mapToObj(row -> new Row(row, table.source(row), table.destination(row), table.sizeBytes(row), table.startPs(row)))
            .toList());
  }
}
