package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.graph.chakra.node.ChakraNode;
import static dev.inflight.lab.graph.chakra.TraceWriter.collective;
import static dev.inflight.lab.graph.chakra.TraceWriter.compute;
import static dev.inflight.lab.graph.chakra.TraceWriter.node;
import static dev.inflight.lab.graph.chakra.TraceWriter.receive;
import static dev.inflight.lab.graph.chakra.TraceWriter.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.OperationGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.collective.ServerChoice;
import java.util.stream.IntStream;

/** Traces of Chakra: the graphs that they are read as. */
class ChakraTraceTest {
  private static final ServerChoice CHOICE = ServerChoice.of(new Star(400, 1_000_000_000L, 0).build(),
      IntStream.range(0, 400).toArray(), ServerChoice.USUAL, 0, 0);

  private static final String GROUPS = "['[{\"pg_name\": \"0\", \"pg_size\": 4, \"ranks\": []}, {\"pg_name\": \"tp\", \"pg_desc\": [1, {}],"
      + " \"ranks\": [0, 1]}, {\"pg_name\": \"dp\", \"ranks\": [2, 0]}]']";

  /** Another reading of the same files, from the wire format alone. Per rank: sends, bytes sent, microseconds, dependencies. */
  private static final String PYTHON = """
      import gzip, sys
      def varint(b, i):
          value = shift = 0
          while True:
              value |= (b[i] & 127) << shift
              shift += 7
              i += 1
              if b[i - 1] < 128: return value, i
      def fields(b):
          i = 0
          while i < len(b):
              tag, i = varint(b, i)
              if tag & 7 == 2:
                  size, i = varint(b, i)
                  yield tag >> 3, b[i:i + size]
                  i += size
              else:
                  value, i = varint(b, i)
                  yield tag >> 3, value
      for rank in range(int(sys.argv[2])):
          data = gzip.open(sys.argv[1] % rank).read()
          at, messages = 0, []
          while at < len(data):
              size, at = varint(data, at)
              messages.append(data[at:at + size])
              at += size
          sends = total = micros = needs = 0
          for message in messages[1:]:
              kind, size = 0, 0
              for number, value in fields(message):
                  if number == 3: kind = value
                  elif number == 4: needs += 1
                  elif number == 5:
                      i = 0
                      while i < len(value):
                          _, i = varint(value, i)
                          needs += 1
                  elif number == 7: micros += value
                  elif number == 10:
                      attribute = dict(fields(value))
                      if attribute[1] == b'comm_size': size = attribute[9]
              if kind == 5:
                  sends += 1
                  total += size
          print(rank, sends, total, micros, needs)
      """;

  @TempDir
  Path folder;

  private Path write(int rank, TraceWriter.Node... nodes) throws IOException {
    Path file = folder.resolve("a." + rank + ".et");
    try (var out = Files.newOutputStream(file)) {
      var writer = new TraceWriter(out);
      for (TraceWriter.Node each : nodes) {
        writer.node(each);
      }
    }
    return file;
  }

  private OperationGraph read() {
    return ChakraTrace.read(folder.resolve("a.0.et"), "", 64, new Rates(1, 0, 0), CHOICE, GraphRoom.OF_HEAP);
  }

  private void refused(String error) {
    assertThatExceptionOfType(InputError.class).isThrownBy(this::read).withMessageContaining(error);
  }

  @Test
  void readsNodesAndDependencies() throws IOException {
    write(0, compute(0, 7), send(3, 1, 10, 5, 0).controlledBy(9), compute(9, 2).number("is_cpu_op", 27, 1));
    write(1, receive(0, 0, 10, 5), node(1, ChakraNode.MEMORY_STORE).duration(4).after(0, 0));
    OperationGraph graph = read();
    assertThat(graph.ranks()).isEqualTo(2);
    assertThat(graph.operations()).isEqualTo(5);
    assertThat(graph.durationPs(0)).isEqualTo(7_000_000);
    assertThat(graph.dependent(0, 0)).isEqualTo(1);
    assertThat(graph.dependent(2, 0)).isEqualTo(1);
    assertThat(graph.stream(0)).isNotEqualTo(graph.stream(2));
    assertThat(graph.partner(1)).isEqualTo(3);
    assertThat(graph.sizeBytes(1)).isEqualTo(10);
    assertThat(graph.rank(4)).isEqualTo(1);
    assertThat(graph.durationPs(4)).isEqualTo(4_000_000);
    assertThat(graph.requirements().values()).containsExactly(0, 2, 0, 0, 2);
  }

  @Test
  void collectivesAreTakenApart() throws IOException {
    for (int rank = 0; rank < 4; rank++) {
      write(rank, collective(1, 0, 4000), collective(2, 2, 1000, 1), collective(3, 7, 4000, 2), collective(4, 6, 4000, 3),
          collective(5, 5, 4000, 4), node(6, ChakraNode.COLLECTIVE).number("comm_type", 9, 9).after(5), compute(7, 1, 6));
    }
    OperationGraph graph = read();
    assertThat(graph.collectives()).extracting(Collective::name).containsExactly("all-reduce 1", "all-gather 2",
        "reduce-scatter 3", "all-to-all 4", "broadcast 5", "barrier 6");
    assertThat(graph.collectives()).extracting(Collective::sizeBytes).as("of an all-gather all parts together")
        .containsExactly(4000L, 4000L, 4000L, 4000L, 4000L, 1L);
    long sent = 0;
    for (int operation = 0; operation < graph.operations(); operation++) {
      sent += graph.kind(operation) == OperationGraph.Kind.SEND && graph.collective(operation) < 4
          ? graph.sizeBytes(operation)
          : 0;
    }
    assertThat(sent).isEqualTo(24 * 1000 + 3 * 12 * 1000);
  }

  @Test
  void readsGroupsOfMetadataAndFile() throws IOException {
    write(0, collective(1, 0, 80).text("pg_name", "tp"), node(2, ChakraNode.METADATA).inputs(GROUPS).after(1),
        collective(3, 0, 40).text("pg_name", "dp"), collective(4, 0, 20).text("pg_name", "0"));
    write(1, node(2, ChakraNode.METADATA).inputs(GROUPS), collective(1, 0, 80).text("pg_name", "tp"),
        collective(4, 0, 20).text("pg_name", "0"));
    write(2, node(2, ChakraNode.METADATA).inputs(GROUPS), collective(4, 0, 40).text("pg_name", "dp"), collective(5, 0, 20),
        node(7, ChakraNode.METADATA).inputs("[]"));
    assertThat(read().collectives()).extracting(each -> each.name() + ": " + each.ranks()).as("no name, and 0, are all ranks")
        .containsExactlyInAnyOrder("all-reduce 1 of group tp: 2", "all-reduce 1 of group dp: 2", "all-reduce 1: 3");
    write(2, node(2, ChakraNode.METADATA).inputs(GROUPS), collective(4, 0, 40).text("pg_name", "dp"),
        collective(5, 0, 20).text("pg_name", "0"), collective(6, 0, 70).text("pg_name", "of the file"));
    refused(
        "a.2.et: rank 2, node 6: neither the rank's metadata nor commGroups define the ranks of process group 'of the file'");
    Path file = Files.writeString(folder.resolve("groups.json"), "{\"of the file\": [2], \"dp\": [1, 2]}");
    OperationGraph graph = ChakraTrace.read(folder.resolve("a.0.et"), file.toString(), 64, new Rates(1, 0, 0), CHOICE,
        GraphRoom.OF_HEAP);
    assertThat(graph.collectives()).extracting(each -> each.name() + ": " + each.ranks()).containsExactlyInAnyOrder(
        "all-reduce 1 of group tp: 2", "all-reduce 1 of group dp: 2", "all-reduce 1: 3");
  }

  /** A node's type after its inputs, an attribute's name after its value: a writer may choose the order of fields. */
  @Test
  void groupsAreFoundInAnyOrderOfFields() throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      write(rank, node(2, ChakraNode.METADATA).inputs(GROUPS).reversed(),
          collective(1, 0, 80, 2).textBeforeName("pg_name", "tp").reversed());
    }
    write(2, node(2, ChakraNode.METADATA).inputs(GROUPS).reversed());
    assertThat(read().collectives()).extracting(each -> each.name() + ": " + each.ranks())
        .containsExactly("all-reduce 1 of group tp: 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"1\": 2}", "{\"1\": [0, 0]}", "{\"1\": [7]}", "{\"1\": [0]", "{\"1\": [0], \"1\": [1]}",
      "{} {}", "{\"1\": [99999999999999999999]}"})
  void acceptsOnlyValidFilesOfGroups(String text) throws IOException {
    write(0, compute(0, 1));
    Path file = Files.writeString(folder.resolve("groups.json"), text);
    assertThatExceptionOfType(InputError.class).isThrownBy(
        () -> ChakraTrace.read(folder.resolve("a.0.et"), file.toString(), 64, new Rates(1, 0, 0), CHOICE, GraphRoom.OF_HEAP))
        .withMessageContaining("groups.json");
  }

  @Test
  void dependentsOfACollectiveWaitForAllOfIt() throws IOException {
    write(0, compute(1, 10), collective(2, 0, 8, 1), compute(3, 10, 2));
    write(1, compute(1, 10), collective(2, 0, 8, 1), compute(3, 10, 2));
    OperationGraph graph = read();
    int end = 2; // computation, start, end, computation
    assertThat(graph.requirements().of(end)).isEqualTo(1);
    assertThat(graph.dependent(end, 0)).isEqualTo(3);
    int sends = 0;
    for (int number = 0; number < graph.dependents(1); number++) {
      sends += graph.kind(graph.dependent(1, number)) == OperationGraph.Kind.SEND ? 1 : 0;
    }
    assertThat(sends).isEqualTo(1);
  }

  @Test
  void computationIsScaledAndCountedInOperations() throws IOException {
    Path file = write(0, compute(0, 3), compute(1, 0).number("num_ops", 9, 5_000_000), compute(2, 2).number("num_ops", 9, 7),
        compute(3, 0).attribute(out -> {
          out.writeString(1, "num_ops");
          out.writeDouble(3, 1e6);
        }), compute(4, 0));
    OperationGraph graph = ChakraTrace.read(file, "", 1, new Rates(2, 1e12, 0), CHOICE, GraphRoom.OF_HEAP);
    assertThat(List.of(graph.durationPs(0), graph.durationPs(1), graph.durationPs(2), graph.durationPs(3), graph.durationPs(4)))
        .containsExactly(6_000_000L, 10_000_000L, 4_000_000L, 2_000_000L, 0L);
    refused("a.0.et: rank 0, node 1: it has num_ops 5000000 and no duration; set the operations of a GPU per second");
  }

  @Test
  void acceptsFieldsInAnyOrderAndAnyIds() throws IOException {
    write(0, send(-1, 1, 10, 0).field(out -> out.writeUInt64(4, Long.MAX_VALUE)).attribute(out -> {
      out.writeUInt64(9, 12);
      out.writeString(1, "comm_size");
    }), compute(Long.MAX_VALUE, 1).text("op_schema", "x".repeat(5000)).field(out -> out.writeString(9, "outputs")));
    write(1, receive(1, 0, 12, 0).number("seq_id", 9, -1).booleans("involved_dim", true, true).number("comm_dst", 7, 1));
    OperationGraph graph = read();
    assertThat(graph.sizeBytes(0)).isEqualTo(12);
    assertThat(graph.dependent(1, 0)).isZero();
  }

  @Test
  void rejectsMessagesWithoutPartnerAndCircles() throws IOException {
    write(0, compute(4, 1), send(5, 1, 10, 3));
    write(1, receive(7, 0, 10, 4));
    refused("a.0.et: rank 0, node 5 sends to rank 1 with tag 3, which does not receive it");
    write(1, receive(7, 0, 11, 3));
    refused("a.1.et: rank 1, node 7: rank 0 sends 10 bytes where rank 1 receives 11");
    write(1, receive(7, 0, 10, 3, 8), compute(8, 1, 9), compute(9, 1, 7));
    refused("a.1.et: operations wait for each other in a circle: rank 1, node ");
    write(1, receive(7, 0, 10, 3, 7));
    refused("wait for each other in a circle: rank 1, node 7, which waits for the first");
  }

  @Test
  void rejectsCollectivesThatWaitForEachOther() throws IOException {
    Path file = Files.writeString(folder.resolve("groups.json"), "{\"x\": [0, 1], \"y\": [0, 1]}");
    write(0, collective(1, 0, 8).text("pg_name", "x"), collective(2, 0, 8, 1).text("pg_name", "y"));
    write(1, collective(1, 0, 8).text("pg_name", "y"), collective(2, 0, 8, 1).text("pg_name", "x"));
    assertThatExceptionOfType(InputError.class).isThrownBy(
        () -> ChakraTrace.read(folder.resolve("a.0.et"), file.toString(), 64, new Rates(1, 0, 0), CHOICE, GraphRoom.OF_HEAP))
        .withMessageContaining("in a circle").withMessageContaining("a message of all-reduce 1 of group x");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "2 | 80 | all-gather of 80 bytes where rank 0, node 1 has all-reduce of 80 bytes: both are collective 1 of all ranks",
      "0 | 81 | all-reduce of 81 bytes where rank 0, node 1 has all-reduce of 80 bytes",})
  void rejectsRanksThatDisagree(int type, long sizeBytes, String error) throws IOException {
    write(0, collective(1, 0, 80));
    write(1, collective(1, 0, 80));
    write(2, collective(9, type, sizeBytes));
    refused("a.2.et: rank 2, node 9: " + error);
  }

  /** PyTorch's traces have a node of the CPU that launches a collective, and one of the GPU that does it. */
  @Test
  void launchOfACollectiveIsTimeOfTheCpu() throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      write(rank, node(1, ChakraNode.COLLECTIVE).number("is_cpu_op", 27, 1).duration(9),
          collective(2, 0, 80, 1).booleans("involved_dim", true),
          node(3, ChakraNode.SEND).number("is_cpu_op", 27, 1).duration(4).after(2));
    }
    OperationGraph graph = read();
    assertThat(graph.collectives()).extracting(Collective::name).containsExactly("all-reduce 1");
    assertThat(List.of(graph.durationPs(0), graph.durationPs(1), graph.durationPs(3))).containsExactly(9_000_000L, 0L,
        4_000_000L);
    assertThat(List.of(graph.stream(0), graph.stream(3))).containsExactly(1, 1);
    write(1, collective(2, 0, 80).number("is_cpu_op", 27, 1));
    refused("a.1.et: rank 1, node 2: communication of a CPU (is_cpu_op) is not available");
  }

  /** Older writers, and symbolic_tensor_graph with STAGE_LEGACY_ATTR=1. */
  @Test
  void commGroupIsTheProcessGroupOfOlderWriters() throws IOException {
    Path file = Files.writeString(folder.resolve("groups.json"), "{\"1\": [0, 1], \"2\": [2, 1]}");
    write(0, collective(1, 0, 80).number("comm_group", 7, 1), collective(2, 0, 80).number("comm_group", 7, 0));
    write(1, collective(1, 0, 80).number("comm_group", 7, 1), collective(3, 0, 80).number("comm_group", 7, 2),
        collective(2, 0, 80).number("comm_group", 7, 0));
    write(2, collective(3, 0, 80).text("pg_name", "2").number("comm_group", 7, 1), collective(2, 0, 80));
    OperationGraph graph = ChakraTrace.read(folder.resolve("a.0.et"), file.toString(), 64, new Rates(1, 0, 0), CHOICE,
        GraphRoom.OF_HEAP);
    assertThat(graph.collectives()).extracting(each -> each.name() + ": " + each.ranks())
        .containsExactlyInAnyOrder("all-reduce 1 of group 1: 2", "all-reduce 1 of group 2: 2", "all-reduce 1: 3");
  }

  @Test
  void memoryWithoutDurationTakesTheTimeOfItsBytesOrNone() throws IOException {
    Path file = write(0, node(1, ChakraNode.MEMORY_LOAD).number("tensor_size", 13, 4000),
        node(2, ChakraNode.MEMORY_STORE).duration(3), node(3, ChakraNode.MEMORY_STORE).number("tensor_size", 13, 8000),
        node(4, 0));
    var warnings = new ArrayList<String>();
    OperationGraph graph = Notices.collect(warnings,
        () -> ChakraTrace.read(file, "", 1, new Rates(2, 0, 2e9), CHOICE, GraphRoom.OF_HEAP));
    assertThat(List.of(graph.durationPs(0), graph.durationPs(1), graph.durationPs(2), graph.durationPs(3)))
        .containsExactly(4_000_000L, 6_000_000L, 8_000_000L, 0L);
    assertThat(warnings).containsExactly(file + ": rank 0, node 4: a node of type 0 takes no time");
    warnings.clear();
    graph = Notices.collect(warnings, () -> ChakraTrace.read(file, "", 1, new Rates(2, 0, 0), CHOICE, GraphRoom.OF_HEAP));
    assertThat(List.of(graph.durationPs(0), graph.durationPs(1))).containsExactly(0L, 6_000_000L);
    assertThat(warnings.getFirst())
        .isEqualTo(file + ": rank 0, node 1: a load or store of memory without a duration takes no time; set memoryBandwidth,"
            + " in bytes per second, such as 2e12 (and 1 more like this)");
  }

  /** Each rank sends equal parts of its own buffer. */
  @Test
  void ranksOfAnAllToAllMayHaveBuffersOfDifferentSizes() throws IOException {
    for (int rank = 0; rank < 3; rank++) {
      write(rank, collective(1, 6, 300 * (rank + 1)));
    }
    OperationGraph graph = read();
    assertThat(graph.collectives()).extracting(Collective::sizeBytes).containsExactly(900L);
    long[] sent = new long[3];
    for (int operation = 0; operation < graph.operations(); operation++) {
      sent[graph.rank(operation)] += graph.kind(operation) == OperationGraph.Kind.SEND ? graph.sizeBytes(operation) : 0;
    }
    assertThat(sent).containsExactly(200, 400, 600);
  }

  @Test
  void rejectsCollectiveOfOneFile() throws IOException {
    write(0, compute(0, 1), collective(1, 0, 80, 0));
    refused("a.0.et: rank 0, node 1: a collective of all ranks, and only one rank has a file; each rank needs its own");
  }

  /** As many messages between random ranks, in files with nodes in any order. */
  @Test
  void independentReadingFindsTheSame() throws IOException, InterruptedException {
    int ranks = 7;
    var random = new Random(11);
    var of = new ArrayList<List<TraceWriter.Node>>();
    for (int rank = 0; rank < ranks; rank++) {
      of.add(new ArrayList<>());
    }
    for (int message = 0; message < 2000; message++) {
      int from = random.nextInt(ranks);
      int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
      long bytes = 1 + random.nextInt(1_000_000);
      int id = 3 * message;
      of.get(from).add(compute(id, random.nextInt(500)).number("is_cpu_op", 27, random.nextInt(2)));
      of.get(from).add(send(id + 1, to, bytes, message, id).controlledBy(id));
      of.get(to).add(receive(id + 2, from, bytes, message));
      of.get(to).add(compute(1_000_000_007L * (id + 3), 5, id + 2));
    }
    for (int rank = 0; rank < ranks; rank++) {
      Collections.shuffle(of.get(rank), random);
      var bytes = new ByteArrayOutputStream();
      var writer = new TraceWriter(bytes);
      of.get(rank).forEach(writer::node);
      try (var out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("b." + rank + ".et.gz")))) {
        bytes.writeTo(out);
      }
    }
    Path script = Files.writeString(folder.resolve("read.py"), PYTHON);
    Process python;
    try {
      python = new ProcessBuilder("python3", script.toString(), folder.resolve("b.%d.et.gz").toString(), "" + ranks)
          .redirectErrorStream(true).start();
    } catch (IOException missing) {
      assumeTrue(false, "python3 is not here");
      return;
    }
    String told = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).as(told).isZero();
    OperationGraph graph = ChakraTrace.read(folder.resolve("b.0.et.gz"), "", ranks, new Rates(1, 0, 0), CHOICE,
        GraphRoom.OF_HEAP);
    long[][] totals = new long[ranks][4];
    int[] needed = graph.requirements().values();
    for (int operation = 0; operation < graph.operations(); operation++) {
      long[] total = totals[graph.rank(operation)];
      total[3] += needed[operation];
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        total[0]++;
        total[1] += graph.sizeBytes(operation);
      } else if (graph.kind(operation) == OperationGraph.Kind.COMPUTE) {
        total[2] += graph.durationPs(operation) / 1_000_000;
      }
    }
    var mine = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      mine.append(rank);
      for (long each : totals[rank]) {
        mine.append(' ').append(each);
      }
      mine.append('\n');
    }
    assertThat(mine.toString()).isEqualTo(told.replace("\r", ""));
  }
}
