package dev.inflight.sim.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows that are looked at in order are the rows that are read by number. */
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

  @Test
  void visitsFlowsAndMessagesOfScriptsInOrder() {
    var table = new FlowTable();
    int[] hosts = {5, 4, 3, 2, 1, 0};
    table.add(8, 9, 3, 100, 1, 10);
    table.addJob("one", script(CollectiveKind.ALL_TO_ALL), hosts, 3, 400, 20);
    table.addJob("two", script(CollectiveKind.BROADCAST), hosts, 3, 400, 20);
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
