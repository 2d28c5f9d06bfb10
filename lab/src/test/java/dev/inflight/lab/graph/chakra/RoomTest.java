package dev.inflight.lab.graph.chakra;

import static dev.inflight.lab.graph.chakra.TraceWriter.collective;
import static dev.inflight.lab.graph.chakra.TraceWriter.compute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of Chakra with more operations than memory is for; {@code TraceRoomTest} has the other formats. */
class RoomTest {
  private static final String FULL = "more than 5 operations of ranks, which this heap has no room for; allow more memory, as in"
      + " INFLIGHT_JAVA_OPTS=-Xmx16g";

  @TempDir
  Path folder;

  private Path write(int rank, TraceWriter.Node... nodes) throws IOException {
    Path file = folder.resolve("a." + rank + ".et");
    try (OutputStream out = Files.newOutputStream(file)) {
      var writer = new TraceWriter(out);
      for (TraceWriter.Node node : nodes) {
        writer.node(node);
      }
    }
    return file;
  }

  @Test
  void nodesAreRefusedByFileRankAndNode() throws IOException {
    Path first = write(0, compute(1, 1), compute(2, 1), compute(3, 1));
    write(1, compute(1, 1), compute(2, 1));
    assertThat(ChakraTrace.read(first, "", 2, new Rates(1, 0, 0), new GraphRoom(5, false)).operations()).isEqualTo(5);
    write(1, compute(1, 1), compute(2, 1), compute(7, 1));
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> ChakraTrace.read(first, "", 2, new Rates(1, 0, 0), new GraphRoom(5, false)))
        .withMessage(folder.resolve("a.1.et") + ": rank 1, node 7: " + FULL);
  }

  @Test
  void collectivesAreRefusedBeforeTheyAreTakenApart() throws IOException {
    Path first = write(0, collective(4, 0, 100));
    write(1, collective(4, 0, 100));
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> ChakraTrace.read(first, "", 2, new Rates(1, 0, 0), new GraphRoom(5, false)))
        .withMessage(first + ": rank 0, node 4: with this collective the trace is " + FULL);
  }
}
