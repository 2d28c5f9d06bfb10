package dev.inflight.lab.graph;

import dev.inflight.lab.graph.matrix.StartUnit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.workload.FlowTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces with more operations than memory is for are refused by file and line before they fill it. */
class TraceRoomTest {
  private static final String GOAL = "num_ranks 2\nrank 0 {\nl1: calc 5\nl2: send 10b to 1\nl2 requires l1\nl2 irequires l1\n}\n"
      + "rank 1 {\nl1: recv 10b from 0\nl2: calc 1\n}\n";
  private static final String CM = "Nodes 4\nConnections 2\nTriggers 1\n0->1 id 1 start 500 size 1000 send_done_trigger 7\n"
      + "0->2 id 2 trigger 7 size 2000\ntrigger id 7 oneshot\n";
  private static final String AICB = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 all_gpus: 2\n1\n"
      + "mlp -1 60 ALLREDUCE 1048576 60 NONE 0 60 NONE 0 100\n";

  @TempDir
  Path folder;

  private int operations(String name, int room) throws IOException {
    String text = name.endsWith("goal") ? GOAL : name.endsWith("cm") ? CM : AICB;
    Path file = Files.writeString(folder.resolve(name), text);
    var flows = new FlowTable();
    new TraceFlows(file.toString(), TraceFormat.BY_NAME, TraceHosts.LINEAR, 0, 1, StartUnit.PS, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        "", "usual", 0, 0, "", 0, "", 3, 500).addTo(
            flows, Star.DEFAULT.build(), 1, new GraphRoom(room, false));
    return flows.jobs().getFirst().program().operations();
  }

  @ParameterizedTest
  @CsvSource({"a.goal, 4, 3, :10", "a.goal, 4, 2, :9", "a.goal, 4, 1, :4", "a.cm, 8, 7, :5", "a.cm, 8, 3, :4",
      "a.txt, 30, 14, ':3: the layers up to this one are'"})
  void reportsTooLargeTracesWithTheirLine(String name, int operations, int room, String where) throws IOException {
    assertThat(operations(name, operations)).isLessThanOrEqualTo(operations);
    String what = where.contains(" ") ? where + " " : where + ": ";
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> operations(name, room))
        .withMessage(folder.resolve(name) + what + "more than "
            + (name.endsWith("cm") ? room / 4 + " connections" : room + " operations of ranks")
            + ", which this heap has no room for;" + " allow more memory, as in INFLIGHT_JAVA_OPTS=-Xmx16g");
  }

  /** A heap of a gigabyte has room for five million operations, and the largest one for as many as a graph can have. */
  @Test
  void limitsFollowTheHeap() {
    assertThat(GraphRoom.of(1_000_000_000).operations()).isBetween(5_000_000, 6_000_000);
    assertThat(GraphRoom.of(Long.MAX_VALUE).exceeded()).isEqualTo("more than 1073741824 operations of ranks");
    assertThat(GraphRoom.OF_HEAP.operations()).isEqualTo(GraphRoom.of(Runtime.getRuntime().maxMemory()).operations());
  }
}
