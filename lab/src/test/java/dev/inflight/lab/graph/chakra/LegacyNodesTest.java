package dev.inflight.lab.graph.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.CodedOutputStream;
import dev.inflight.lab.graph.chakra.node.ChakraNode;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.sim.graph.OperationGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.collective.ServerChoice;
import java.util.stream.IntStream;

/** Traces of Chakra's schemas up to 0.0.3: the same nodes in each give the graph that those of 0.0.4 give. */
class LegacyNodesTest {
  private static final ServerChoice CHOICE = ServerChoice.of(new Star(400, 1_000_000_000L, 0).build(),
      IntStream.range(0, 400).toArray(), ServerChoice.USUAL, 0, 0);

  @TempDir
  Path folder;

  /**
   * A node. Types and collectives have the numbers of 0.0.4; -1 leaves an attribute out.
   *
   * @param micros duration, in microseconds
   */
  private record Node(long id, int type, long micros, int collective, long size, int from, int to, int tag, long... after) {
    static Node compute(long id, long micros, long... after) {
      return new Node(id, ChakraNode.COMPUTE, micros, -1, -1, -1, -1, -1, after);
    }

    static Node collective(long id, int collective, long size, long... after) {
      return new Node(id, ChakraNode.COLLECTIVE, -1, collective, size, -1, -1, -1, after);
    }

    static Node message(long id, boolean sends, int peer, long... after) {
      return sends
          ? new Node(id, ChakraNode.SEND, -1, -1, 30, -1, peer, 4, after)
          : new Node(id, ChakraNode.RECEIVE, -1, -1, 30, peer, -1, 4, after);
    }
  }

  /** A schema, and how it writes nodes. */
  private enum Schema {
    FIELDS_OF_0_0_1 {
      @Override
      void write(CodedOutputStream out, Node node) throws IOException {
        begin(out, node, node.type - 1);
        number(out, 7, node.micros < 0 ? -1 : node.micros * 1000);
        if (node.collective >= 0) {
          out.writeUInt64(13, 1 + COLLECTIVES.indexOf(node.collective));
          out.writeBool(14, true);
          out.writeBool(14, true);
        }
        number(out, 16, node.from);
        number(out, 17, node.to);
        number(out, 18, node.size);
        number(out, 19, node.tag);
      }

      private void number(CodedOutputStream out, int field, long value) throws IOException {
        if (value >= 0) {
          out.writeUInt64(field, value);
        }
      }
    },
    ATTRIBUTES_OF_0_0_2(1, 5) {
      @Override
      void write(CodedOutputStream out, Node node) throws IOException {
        begin(out, node, node.type - 1);
        attributes(out, node);
      }
    },
    ATTRIBUTES_OF_0_0_3(2, 6) {
      @Override
      void write(CodedOutputStream out, Node node) throws IOException {
        begin(out, node, node.type);
        attributes(out, node);
      }
    },
    UNSIGNED_ATTRIBUTES_OF_0_0_3(3, 7) {
      @Override
      void write(CodedOutputStream out, Node node) throws IOException {
        begin(out, node, node.type);
        attributes(out, node);
      }
    };

    /** Collectives by their number in the older schemas. */
    private static final List<Integer> COLLECTIVES = List.of(0, 6, 2, 7, 5);

    private final int type;
    private final int field;

    Schema() {
      this(0, 0);
    }

    /** Attributes that are whole numbers have this type, and their value in this field. */
    Schema(int type, int field) {
      this.type = type;
      this.field = field;
    }

    abstract void write(CodedOutputStream out, Node node) throws IOException;

    static void begin(CodedOutputStream out, Node node, int typeNumber) throws IOException {
      out.writeUInt64(1, node.id);
      out.writeString(2, "a node");
      out.writeEnum(3, typeNumber);
      for (long before : node.after) {
        out.writeUInt64(4, before);
      }
    }

    void attributes(CodedOutputStream out, Node node) throws IOException {
      out.writeString(5, "[1, 2]");
      out.writeString(10, "['Tensor(float32)']");
      attribute(out, "runtime", node.micros);
      attribute(out, "comm_type", COLLECTIVES.indexOf(node.collective));
      attribute(out, "comm_size", node.size);
      attribute(out, "comm_src", node.from);
      attribute(out, "comm_dst", node.to);
      attribute(out, "comm_tag", node.tag);
    }

    private void attribute(CodedOutputStream out, String name, long value) throws IOException {
      if (value < 0) {
        return;
      }
      var bytes = new ByteArrayOutputStream();
      var coded = CodedOutputStream.newInstance(bytes);
      coded.writeString(1, name);
      coded.writeEnum(2, type);
      coded.writeUInt64(field, value);
      coded.flush();
      out.writeByteArray(11, bytes.toByteArray());
    }
  }

  private static List<Node> nodes(int rank) {
    return List.of(Node.compute(0, 5), Node.collective(1, 0, 4096, 0), Node.collective(2, 2, 512, 1),
        Node.collective(3, 6, 640, 2), Node.collective(4, 7, 800, 3), Node.message(5, rank == 0, 1 - rank, 4, 0),
        Node.compute(6, 7, 5));
  }

  private void write(Schema schema) {
    for (int rank = 0; rank < 2; rank++) {
      write(rank, schema, nodes(rank));
    }
  }

  private void write(int rank, Schema schema, List<Node> nodes) {
    try (OutputStream out = Files.newOutputStream(folder.resolve("t." + rank + ".et"))) {
      var trace = TraceWriter.legacy(out);
      nodes.forEach(node -> trace.message(fields -> schema.write(fields, node)));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void writeCurrent() throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      try (OutputStream out = Files.newOutputStream(folder.resolve("t." + rank + ".et"))) {
        var trace = new TraceWriter(out);
        for (Node node : nodes(rank)) {
          trace.node(switch (node.type) {
            case ChakraNode.COMPUTE -> TraceWriter.compute(node.id, node.micros, node.after);
            case ChakraNode.SEND -> TraceWriter.send(node.id, node.to, node.size, node.tag, node.after);
            case ChakraNode.RECEIVE -> TraceWriter.receive(node.id, node.from, node.size, node.tag, node.after);
            default -> TraceWriter.collective(node.id, node.collective, node.size, node.after);
          });
        }
      }
    }
  }

  private OperationGraph read() {
    return ChakraTrace.read(folder.resolve("t.0.et"), "", 64, new Rates(1, 0, 0), CHOICE, GraphRoom.OF_HEAP);
  }

  private static String text(OperationGraph graph) {
    var text = new StringBuilder();
    for (int operation = 0; operation < graph.operations(); operation++) {
      text.append(graph.rank(operation)).append(' ').append(graph.kind(operation)).append(' ')
          .append(graph.kind(operation) == OperationGraph.Kind.COMPUTE ? graph.durationPs(operation) : graph.sizeBytes(operation))
          .append(' ').append(graph.partner(operation));
      for (int number = 0; number < graph.dependents(operation); number++) {
        text.append(' ').append(graph.dependent(operation, number));
      }
      text.append('\n');
    }
    return text.toString();
  }

  @ParameterizedTest
  @EnumSource(Schema.class)
  void givesTheGraphOfTheCurrentSchema(Schema schema) throws IOException {
    writeCurrent();
    String current = text(read());
    assertThat(current).contains(" 5000000 ", " 7000000 ", " 30 ");
    write(schema);
    assertThat(text(read())).isEqualTo(current);
  }

  /** A node without attributes fits both 0.0.2 and 0.0.3; the next one shows which it is. */
  @Test
  void findsTheSchemaBehindNodesThatDoNotShowIt() {
    for (int rank = 0; rank < 2; rank++) {
      write(rank, Schema.ATTRIBUTES_OF_0_0_2,
          List.of(new Node(0, ChakraNode.COMPUTE, -1, -1, -1, -1, -1, -1), Node.collective(1, 0, 64, 0)));
    }
    assertThat(read().operations()).isGreaterThan(4);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"FIELDS_OF_0_0_1|8|rank 0, node 3: unknown node type 8",
      "ATTRIBUTES_OF_0_0_3|9|rank 0, node 3: unknown node type 9"})
  void refusesUnknownTypes(Schema schema, int type, String message) {
    write(0, schema, List.of(Node.compute(1, 5), new Node(3, type, 1, -1, -1, -1, -1, -1)));
    assertThatExceptionOfType(InputError.class).isThrownBy(this::read).withMessage(folder.resolve("t.0.et") + ": " + message);
  }

  @Test
  void rejectsACutFile() throws IOException {
    write(Schema.ATTRIBUTES_OF_0_0_3);
    byte[] whole = Files.readAllBytes(folder.resolve("t.0.et"));
    Files.write(folder.resolve("t.0.et"), java.util.Arrays.copyOf(whole, whole.length - 3));
    assertThatExceptionOfType(InputError.class).isThrownBy(this::read)
        .withMessage(folder.resolve("t.0.et") + ": rank 0: behind 6 nodes the file is damaged or cut off");
  }
}
