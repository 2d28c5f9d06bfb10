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
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.collective.ServerChoice;
import java.util.stream.IntStream;

/** Traces of Chakra with more operations than memory is for; {@code TraceRoomTest} has the other formats. */
class RoomTest {
  /** Chakra's number of it. */
  private static final int ALL_TO_ALL = 6;
  private static final ServerChoice CHOICE = ServerChoice.of(new Star(400, 1_000_000_000L, 0).build(),
      IntStream.range(0, 400).toArray(), ServerChoice.USUAL, 0, 0);

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
  void rejectsNodesByFileRankAndNode() throws IOException {
    Path first = write(0, compute(1, 1), compute(2, 1), compute(3, 1));
    write(1, compute(1, 1), compute(2, 1));
    assertThat(ChakraTrace.read(first, "", 2, new Rates(1, 0, 0), CHOICE, new GraphRoom(5, false)).operations()).isEqualTo(5);
    write(1, compute(1, 1), compute(2, 1), compute(7, 1));
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> ChakraTrace.read(first, "", 2, new Rates(1, 0, 0), CHOICE, new GraphRoom(5, false)))
        .withMessage(folder.resolve("a.1.et") + ": rank 1, node 7: " + FULL);
  }

  /** A node's dependencies are counted as they are read, so that one node cannot fill the heap. */
  @ParameterizedTest
  @ValueSource(strings = {"json", "sorted", "et", "legacy"})
  void rejectsDependenciesOfOneNodeByFileRankAndNode(String form) throws IOException {
    Path file = folder.resolve("a.0.et");
    long[] many = new long[1000];
    String list = Arrays.toString(many);
    if (form.equals("json") || form.equals("sorted")) {
      String id = "\"id\": 9, \"type\": \"COMP_NODE\"";
      String dependencies = "\"dataDeps\": " + list;
      Files.writeString(file, "{" + (form.equals("json") ? id + ", " + dependencies : dependencies + ", " + id) + "}");
    } else {
      try (OutputStream out = Files.newOutputStream(file)) {
        TraceWriter writer = form.equals("et") ? new TraceWriter(out) : TraceWriter.legacy(out);
        writer.node(form.equals("et") ? compute(9, 1, many) : legacy(9, many));
      }
    }
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> ChakraTrace.read(file, "", 2, new Rates(1, 0, 0), CHOICE, new GraphRoom(100, false))).withMessage(
            file + ": rank 0, node 9: more than 100 dependencies of one node, which this heap has no room for; allow more"
                + " memory, as in INFLIGHT_JAVA_OPTS=-Xmx16g");
  }

  private static TraceWriter.Node legacy(long id, long[] parents) {
    return TraceWriter.node(id, 4).field(out -> {
      for (long parent : parents) {
        out.writeUInt64(4, parent);
      }
    });
  }

  /** Nodes that are needed before they are read are held until the end of the file. */
  @Test
  void rejectsDependenciesOnLaterNodesWhenTheyFillTheHeap() throws IOException {
    long[] below = new long[6];
    Arrays.fill(below, 99);
    Path first = write(0, compute(1, 1, below), compute(2, 1, below), compute(3, 1, below));
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> ChakraTrace.read(first, "", 2, new Rates(1, 0, 0), CHOICE, new GraphRoom(8, false)))
        .withMessageContaining("rank 0, node 3: more than 16 dependencies on later nodes");
  }

  @Test
  void rejectsCollectivesBeforeExpandingThem() throws IOException {
    Path first = write(0, collective(4, ALL_TO_ALL, 100));
    write(1, collective(4, ALL_TO_ALL, 100));
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> ChakraTrace.read(first, "", 2, new Rates(1, 0, 0), CHOICE, new GraphRoom(5, false)))
        .withMessage(first + ": rank 0, node 4: with this collective the trace is " + FULL);
  }
}
