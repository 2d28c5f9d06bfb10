package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.graph.chakra.node.ChakraNode;
import static dev.inflight.lab.graph.chakra.TraceWriter.collective;
import static dev.inflight.lab.graph.chakra.TraceWriter.compute;
import static dev.inflight.lab.graph.chakra.TraceWriter.node;
import static dev.inflight.lab.graph.chakra.TraceWriter.receive;
import static dev.inflight.lab.graph.chakra.TraceWriter.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import dev.inflight.lab.graph.Damage;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.collective.ServerChoice;
import java.util.stream.IntStream;

/** Traces of Chakra that are damaged or incomplete, or use features that are not available. */
class ChakraDamageTest {
  private static final ServerChoice CHOICE = ServerChoice.of(new Star(400, 1_000_000_000L, 0).build(),
      IntStream.range(0, 400).toArray(), ServerChoice.USUAL, 0, 0);

  @TempDir
  Path folder;

  private static byte[] file(TraceWriter.Node... nodes) {
    var out = new ByteArrayOutputStream();
    var writer = new TraceWriter(out);
    for (TraceWriter.Node each : nodes) {
      writer.node(each);
    }
    return out.toByteArray();
  }

  private Path write(int rank, byte[] bytes) throws IOException {
    return Files.write(folder.resolve("a." + rank + ".et"), bytes);
  }

  private void refused(Path first, String error) {
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> ChakraTrace.read(first, "", 64, new Rates(1, 0, 0), CHOICE, GraphRoom.OF_HEAP))
        .withMessageContaining(error);
  }

  static Stream<Arguments> unavailable() {
    return Stream.of(
        Arguments.of(node(5, 0), "a node of type 0 takes no time"), Arguments.of(node(5, 8), "unknown node type 8"),
        Arguments.of(node(5, 1 << 30), "unknown node type 1073741824"),
        Arguments.of(compute(5, 1).field(out -> out.writeInt64(11, 1)), "unknown field 11 of a node"),
        Arguments.of(compute(1, 1), "the id occurs twice"),
        Arguments.of(compute(5, 1, 6), "it depends on node 6, which the file does not have"),
        Arguments.of(compute(5, -1), "it takes longer than 106 days, the range of the picosecond clock"),
        Arguments.of(compute(5, 1).text("is_cpu_op", "yes"), "attribute is_cpu_op is not a whole number of 0 or more"),
        Arguments.of(node(5, ChakraNode.MEMORY_LOAD), "a load or store of memory without a duration"),
        Arguments.of(node(5, ChakraNode.SEND).number("comm_size", 9, 5), "it lacks the attribute comm_dst"),
        Arguments.of(node(5, ChakraNode.SEND).number("comm_dst", 9, 1), "it lacks the attribute comm_size"),
        Arguments.of(send(5, 7, 10, 0), "comm_dst is rank 7, and there are files of ranks 0 to 1"),
        Arguments.of(send(5, 0, 10, 0), "a message from rank 0 to itself"),
        Arguments.of(send(5, 1, -10, 0), "attribute comm_size is not a whole number of 0 or more"),
        Arguments.of(send(5, 1, 10, 0).number("comm_src", 7, 1), "comm_src is 1, and this is the file of rank 0"),
        Arguments.of(send(5, 1, 10, 0).number("comm_tag", 9, 1L << 40), "comm_tag 1099511627776 has more than 32 bits"),
        Arguments.of(send(5, 1, 10, 0).number("comm_color", 9, 1), "unknown attribute comm_color, which may change the messages"),
        Arguments.of(send(5, 1, 10, 0).number("comm_priority", 9, 1), "comm_priority 1 is not available; only 0 is"),
        Arguments.of(send(5, 1, 10, 0).number("is_cpu_op", 27, 1), "communication of a CPU (is_cpu_op) is not available"),
        Arguments.of(collective(5, 1, 10), "comm_type 1 is not available; 0 (all-reduce), 2 (all-gather)"),
        Arguments.of(collective(5, 77, 10), "comm_type 77 is not available"),
        Arguments.of(node(5, ChakraNode.COLLECTIVE).number("comm_size", 9, 5), "it lacks the attribute comm_type"),
        Arguments.of(node(5, ChakraNode.COLLECTIVE).number("comm_type", 9, 0), "it lacks the attribute comm_size"),
        Arguments.of(collective(5, 0, 10).booleans("involved_dim", true, false),
            "its involved_dim leaves dimensions of a topology out"),
        Arguments.of(collective(5, 0, 10).number("involved_dim", 9, 1), "attribute involved_dim is not a list of booleans"),
        Arguments.of(collective(5, 0, 10).text("pg_name", "3"), "define the ranks of process group '3'"),
        Arguments.of(node(5, ChakraNode.METADATA).inputs("['[{\"pg_name\": \"1\"}]']"), "a process group without ranks"),
        Arguments.of(node(5, ChakraNode.METADATA).inputs("['[{\"pg_name\": \"1\", \"ranks\": [2]}]']"), "rank 2 does not exist"),
        Arguments.of(node(5, ChakraNode.METADATA).inputs("['[{\"pg_name\": \"1\"]']"), "its process groups cannot be read"));
  }

  @ParameterizedTest
  @MethodSource("unavailable")
  void namesTheNodeOfEachError(TraceWriter.Node node, String error) throws IOException {
    Path first = write(0, file(compute(1, 2), node));
    write(1, file(compute(1, 2)));
    String which = error.startsWith("the id") ? "1" : "5";
    refused(first, "a.0.et: rank 0, node " + which + ": ");
    refused(first, error);
  }

  @Test
  void requiresAllRanksAndTheirHosts() throws IOException {
    Path first = write(0, file(compute(1, 2)));
    write(2, file(compute(1, 2)));
    refused(first, "a.0.et: there are files of 2 ranks up to rank 2, but not of rank 1, 'a.1.et'");
    Files.delete(folder.resolve("a.2.et"));
    write(999_999_999, file(compute(1, 2)));
    refused(first, "a.0.et: there are files of 2 ranks up to rank 999999999, but not of rank 1");
    Files.delete(folder.resolve("a.999999999.et"));
    write(1, file(compute(1, 2)));
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> ChakraTrace.read(first, "", 1, new Rates(1, 0, 0), CHOICE, GraphRoom.OF_HEAP))
        .withMessageContaining("a.0.et: the trace has 2 ranks, and there are hosts for 1");
    refused(folder.resolve("a.1.et"),
        "a.1.et: a trace of Chakra is one file a rank, and this is that of rank 1; write the name of rank 0's, 'a.0.et'");
    Files.write(folder.resolve("a.01.et"), new byte[0]); // a number that no writer uses
    assertThat(ChakraTrace.read(first, "", 2, new Rates(1, 0, 0), CHOICE, GraphRoom.OF_HEAP).ranks()).isEqualTo(2);
  }

  @Test
  void rejectsAnEmptyTrace() throws IOException {
    refused(write(0, new byte[0]), "a.0.et: rank 0: the file is empty");
    refused(write(0, new byte[] {0}), "a.0.et: no rank does anything");
    refused(write(0, "num_ranks 2 rank 0 { }".getBytes()),
        "a.0.et: rank 0: the file does not start as an execution trace of Chakra");
    refused(write(0, new byte[] {0x1F, (byte) 0x8B, 8, 0}), "a.0.et: rank 0: the file does not start");
  }

  /** Lengths that the file does not keep, of messages, dependencies, texts and attributes: refused without room for them. */
  @Test
  void promisedLengthsTakeNoMemory() throws IOException {
    byte[] sound = file(compute(1, 2));
    byte[][] promises = {{(byte) 0x80, (byte) 0x94, (byte) 0xEB, (byte) 0xDC, 3}, // 10^9
        {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 7}, {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF,
            (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 1},};
    long allocatedBefore = allocatedBytes();
    for (byte[] length : promises) {
      for (int field : new int[] {-1, 2, 4, 5, 8, 9, 10}) {
        var bytes = new ByteArrayOutputStream();
        bytes.write(sound);
        bytes.write(length);
        if (field >= 0) {
          bytes.write(field << 3 | 2);
          bytes.write(length);
          bytes.write(10);
          bytes.write(length);
        }
        refused(write(0, bytes.toByteArray()), "a.0.et: rank 0: behind 1 nodes the file is damaged or cut off");
      }
    }
    assertThat(allocatedBytes() - allocatedBefore).isLessThan(64 << 20); // of 42 files
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private static byte[] sound() {
    return file(compute(1, 7), send(2, 1, 1000, 3, 1).controlledBy(1), collective(3, 0, 800, 2), collective(4, 2, 80, 3),
        node(5, ChakraNode.METADATA).inputs("['[{\"pg_name\": \"1\", \"ranks\": [0, 1]}]']").after(3),
        collective(6, 7, 300, 5).text("pg_name", "1").booleans("involved_dim", true, true),
        compute(7, 9, 6, 4).number("tid", 9, 3));
  }

  private static byte[] partner() {
    return file(compute(1, 7), receive(2, 0, 1000, 3, 1), collective(3, 0, 800, 2), collective(4, 2, 80, 3),
        node(5, ChakraNode.METADATA).inputs("['[{\"pg_name\": \"1\", \"ranks\": [0, 1]}]']"),
        collective(6, 7, 300, 5).text("pg_name", "1"));
  }

  /** A truncated file ends between two nodes, and lacks required ones, or the truncation is detected. */
  @Test
  void everyFileThatIsCutOffIsNoticed() throws IOException {
    byte[] sound = sound();
    write(1, partner());
    assertThat(ChakraTrace.read(write(0, sound), "", 2, new Rates(1, 0, 0), CHOICE, GraphRoom.OF_HEAP).operations()).isPositive();
    int last = file(compute(7, 9, 6, 4).number("tid", 9, 3)).length - file().length; // no node depends on the last one
    for (int length = 0; length < sound.length; length++) {
      Path first = write(0, Arrays.copyOf(sound, length));
      if (length != sound.length - last) {
        refused(first, "a.");
      }
    }
  }

  @Test
  void damageIsNoticedOrHarmless() throws IOException {
    var random = new Random(45);
    byte[] sound = sound();
    write(1, partner());
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(sound);
    }
    int refused = 0;
    for (int run = 0; run < 3000; run++) {
      Path first = write(0, Damage.of(run % 4 == 0 ? packed.toByteArray() : sound, random));
      try {
        assertThat(ChakraTrace.read(first, "", 64, new Rates(1, 0, 0), CHOICE, GraphRoom.OF_HEAP).operations()).isPositive();
      } catch (InputError error) {
        refused++;
        assertThat(error.getMessage()).contains("a.");
      } catch (RuntimeException other) {
        fail("run " + run, other);
      }
    }
    assertThat(refused).isGreaterThan(1500);
  }
}
