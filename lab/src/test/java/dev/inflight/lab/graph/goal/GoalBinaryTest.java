package dev.inflight.lab.graph.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import dev.inflight.lab.graph.Damage;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.record.Recorder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Binary GOAL schedules: the same graph and run as their text, and errors. */
class GoalBinaryTest {
  @TempDir
  Path folder;

  private OperationGraph read(Path file, int nics) {
    return GoalTrace.read(file, new GoalOptions(64 / nics, 1, nics, GraphRoom.OF_HEAP));
  }

  private OperationGraph read(byte[] bytes) throws IOException {
    return read(Files.write(folder.resolve("a.bin"), bytes), 1);
  }

  /** Two ranks: computation and a send that waits for its start; a receive, and a computation after it. */
  private static GoalEncoder pair() {
    var goal = new GoalEncoder(2);
    goal.add(0, GoalEncoder.CALC, 0, 700, 0, 2, 0);
    goal.add(0, GoalEncoder.SEND, 1, 10, 3, 0, 0);
    goal.requires(0, 1, 0, true);
    goal.add(1, GoalEncoder.RECEIVE, 0, 10, 3, 0, 0);
    goal.add(1, GoalEncoder.CALC, 0, 5, 0, 0, 0);
    goal.requires(1, 1, 0, false);
    return goal;
  }

  @Test
  void readsOperationsAndRequirements() throws IOException {
    OperationGraph graph = read(pair().bytes());
    assertThat(graph.ranks()).isEqualTo(2);
    assertThat(graph.operations()).isEqualTo(4);
    assertThat(graph.durationPs(0)).isEqualTo(700_000);
    assertThat(graph.stream(0)).isEqualTo(2);
    assertThat(graph.partner(1)).isEqualTo(2);
    assertThat(graph.sizeBytes(1)).isEqualTo(10);
    assertThat(graph.dependent(0, 0)).isEqualTo(1);
    assertThat(graph.requiresBeginning(0, 0)).isTrue();
    assertThat(graph.dependent(2, 0)).isEqualTo(3);
    assertThat(graph.requiresBeginning(2, 0)).isFalse();
  }

  /** A graph in both forms, with receives from any rank. */
  private record Both(String text, byte[] binary) {
    static Both random(Random random, int ranks, int messages) {
      var goal = new GoalEncoder(ranks);
      var texts = new ArrayList<StringBuilder>();
      int[] count = new int[ranks];
      for (int rank = 0; rank < ranks; rank++) {
        texts.add(new StringBuilder("rank " + rank + " {\n"));
      }
      for (int message = 0; message < messages; message++) {
        int from = random.nextInt(ranks);
        int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
        int bytes = 1 + random.nextInt(30_000);
        boolean fromAny = to % 3 == 0 && random.nextBoolean();
        int tag = random.nextInt(3);
        int cpu = random.nextInt(3);
        int nic = random.nextInt(2);
        add(goal, texts, count, from, "calc 900 cpu " + cpu, new int[] {GoalEncoder.CALC, 0, 900, 0, cpu, 0}, random);
        add(goal, texts, count, from, "send " + bytes + "b to " + to + " tag " + tag + " nic " + nic,
            new int[] {GoalEncoder.SEND, to, bytes, tag, 0, nic}, random);
        String source = fromAny ? "-1 tag -1" : from + " tag " + tag;
        add(goal, texts, count, to, "recv " + bytes + "b from " + source + " nic " + nic,
            new int[] {GoalEncoder.RECEIVE, fromAny ? GoalEncoder.ANY : from, bytes, fromAny ? GoalEncoder.ANY : tag, 0, nic},
            random);
      }
      var text = new StringBuilder("num_ranks " + ranks + "\n");
      texts.forEach(each -> text.append(each).append("}\n"));
      return new Both(text.toString(), goal.bytes());
    }

    private static void add(GoalEncoder goal, List<StringBuilder> texts, int[] count, int rank, String words, int[] numbers,
        Random random) {
      int operation = goal.add(rank, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
      texts.get(rank).append("l" + operation + ": " + words + "\n");
      int earlier = count[rank]++;
      if (earlier > 0 && numbers[0] != GoalEncoder.RECEIVE) {
        int before = random.nextInt(earlier);
        boolean onlyBegun = random.nextBoolean();
        texts.get(rank).append("l" + operation + (onlyBegun ? " irequires l" : " requires l") + before + "\n");
        goal.requires(rank, operation, before, onlyBegun);
      }
    }
  }

  private List<RankResult> run(String name, String arguments) throws IOException {
    Path scenario = Files.writeString(folder.resolve("s.yaml"),
        "topology: star(hosts=12)\nflows: trace(path=" + name + ", job=job" + arguments + ")\nscheme: hpcc\n");
    var simulation = new Simulation(ScenarioReader.read(scenario).setup(), Recorder.NONE);
    simulation.run();
    return simulation.jobs().ranks();
  }

  @Test
  void bothFormsOfAGraphGiveTheSameRun() throws IOException {
    int complete = 0;
    for (int seed = 0; seed < 12; seed++) {
      Both both = Both.random(new Random(seed), 6, 60);
      Files.writeString(folder.resolve("a.goal"), both.text);
      Files.write(folder.resolve("a.bin"), both.binary);
      for (String arguments : List.of("", ", nics=2")) {
        List<RankResult> ofText = run("a.goal", arguments);
        assertThat(ofText).hasSize(6);
        assertThat(run("a.bin", arguments)).isEqualTo(ofText);
        complete += ofText.stream().allMatch(rank -> rank.endPs() > 0) ? 1 : 0;
      }
    }
    assertThat(complete).isPositive();
  }

  @Test
  void rejectsCutFileWithItsByte() throws IOException {
    byte[] sound = pair().bytes();
    for (int bytes = 3; bytes < sound.length; bytes++) {
      byte[] cut = Arrays.copyOf(sound, bytes);
      String where = bytes < 8 ? "a.bin: " : "a.bin: byte ";
      assertThatExceptionOfType(InputError.class).as("%s bytes", bytes).isThrownBy(() -> read(cut)).withMessageContaining(where);
    }
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(Arrays.copyOf(sound, 12)))
        .withMessageContaining("a.bin: byte 12: the file ends within the header, which goes on to byte 14");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(Arrays.copyOf(sound, 40)))
        .withMessageContaining("a.bin: byte 40: the file ends within the table of ranks, which goes on to byte 46");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(Arrays.copyOf(sound, sound.length - 1)))
        .withMessageContaining("a.bin: byte 30: the part of rank 1 is from byte 140 to 234, and the file has 233 bytes");
  }

  /** Offsets count from rank 0's part, whose operations start at byte 58. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"8 4 0 | byte 8: there are 0 ranks; at least one is needed",
      "8 4 65 | byte 8: the trace has 65 ranks, and there are hosts for 64",
      "8 4 -1 | byte 8: the trace has 4294967295 ranks, and there are hosts for 64",
      "0 8 2342 | a run of LogGOPSim with --save-mem has used this binary GOAL file up; make it anew with txt2bin",
      "0 8 4224 | this is neither a GOAL text, because it has NUL bytes, nor a binary GOAL file, which starts with the number 4223 in 8 bytes",
      "14 8 -5 | byte 14: the part of rank 0 is from byte 3 to 140, and the file has 234 bytes",
      "46 4 -1 | byte 46, rank 0: the part of this rank ends at byte 140, within 4294967295 operations and 1 roots",
      "50 4 3 | byte 46, rank 0: the part of this rank ends at byte 140, within 2 operations and 3 roots",
      "54 4 1 | byte 54, rank 0: operation 1 is a root, and has requirements",
      "54 4 7 | byte 54, rank 0: operation 7 is a root, and there are 2",
      "58 4 1 | byte 58, rank 0: operation 0 has 1 requirements, and 0 are listed; a run of LogGOPSim with --save-mem uses a file up",
      "62 1 4 | byte 58, rank 0: operation 0 has type 4; 1 to 3 are known",
      "67 8 -1 | byte 58, rank 0: a computation of 18446744073709551615 does not fit",
      "81 4 9 | byte 58, rank 0: operation 0 has 9 dependents from place 0 of the appendix, which has 1",
      "93 4 1 | byte 58, rank 0: operation 0 has 1 dependents from place 1 of the appendix, which has 1",
      "102 4 0 | byte 97, rank 0: a message from rank 0 to itself",
      "102 4 2 | byte 97, rank 0: operation 1 is a message with rank 2, and ranks are 0 to 1",
      "102 4 -1 | byte 97, rank 0: operation 1 is a message with rank 4294967295, and ranks are 0 to 1",
      "106 8 -1 | byte 97, rank 0: operation 1 is a message of 18446744073709551615 bytes, which does not fit",
      "106 8 11 | rank 0 sends 11 bytes where rank 1 receives 10",
      "114 4 -1 | byte 97, rank 0: a send with tag -1; only a receive may have any tag",
      "114 4 4 | operation 1 of rank 0 sends to rank 1 with tag 4, which does not receive it",
      "136 4 2 | byte 136, rank 0: operation 2 depends on operation 0, and there are 2",
      "136 4 0 | byte 58, rank 0: operation 0 has 0 requirements, and 1 are listed"})
  void reportsErrorsWithTheirByte(String change, String error) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(pair().bytes()).order(ByteOrder.LITTLE_ENDIAN);
    String[] parts = change.split(" ");
    int at = Integer.parseInt(parts[0]);
    long value = Long.parseLong(parts[2]);
    switch (parts[1]) {
      case "1" -> bytes.put(at, (byte) value);
      case "4" -> bytes.putInt(at, (int) value);
      default -> bytes.putLong(at, value);
    }
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(bytes.array())).withMessageContaining("a.bin: " + error);
  }

  @Test
  void rejectsCirclesAndFilesThatDoNothing() throws IOException {
    var circle = new GoalEncoder(1);
    circle.add(0, GoalEncoder.CALC, 0, 5, 0, 0, 0);
    circle.add(0, GoalEncoder.CALC, 0, 5, 0, 0, 0);
    circle.requires(0, 1, 0, false);
    circle.requires(0, 0, 1, false);
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(circle.bytes())).withMessageContaining(
        "a.bin: operations wait for each other in a circle: operation 1 of rank 0, which waits for operation 0 of rank 0");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(new GoalEncoder(3).bytes()))
        .withMessageContaining("a.bin: no rank does anything");
  }

  @Test
  void rejectsGraphLargerThanMemory() throws IOException {
    Path file = Files.write(folder.resolve("a.bin"), pair().bytes());
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> GoalTrace.read(file, new GoalOptions(64, 1, 1, new GraphRoom(3, false))))
        .withMessageContaining("a.bin: byte 191, rank 1: more than 3 operations of ranks");
  }

  /** A damaged file is an error of the file, or still a sound graph; nothing else. */
  @Test
  void damageIsNoticedOrHarmless() throws IOException {
    var random = new Random(5);
    byte[] sound = Both.random(random, 5, 40).binary;
    int refused = 0;
    for (int run = 0; run < 1000; run++) {
      Path file = Files.write(folder.resolve("damaged.bin"), Damage.of(sound, random));
      try {
        assertThat(Notices.collect(new ArrayList<>(), () -> read(file, 1)).operations()).isPositive();
      } catch (InputError error) {
        refused++;
        assertThat(error.getMessage()).contains("damaged.bin");
      } catch (RuntimeException other) {
        fail("run " + run, other);
      }
    }
    assertThat(refused).isGreaterThan(400);
  }

  /** Operations of both sizes, of which the second build's appear valid at first. */
  @ParameterizedTest
  @CsvSource({"56, 4", "56, 1", "104, 1", "104, 2"})
  void namesBinariesOfLogGopSim2(int operationBytes, int type) throws IOException {
    int part = 8 + 4 + 2 * operationBytes + 4;
    ByteBuffer out = ByteBuffer.allocate(14 + 2 * 16 + 2 * part).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(4223).putInt(2).putShort((short) 0);
    for (int rank = 0; rank < 2; rank++) {
      out.putLong(14 + 2 * 16 + rank * part - 8).putLong(14 + 2 * 16 + (rank + 1) * part - 8);
    }
    for (int rank = 0; rank < 2; rank++) {
      int begin = out.position();
      out.putInt(2).putInt(1).putInt(0);
      out.put(begin + 12 + 4, (byte) type).put(begin + 12 + operationBytes + 4, (byte) 2);
      out.position(begin + part);
    }
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(out.array()))
        .withMessageContaining("a.bin: this is a binary schedule of LogGOPSim2");
  }
}
