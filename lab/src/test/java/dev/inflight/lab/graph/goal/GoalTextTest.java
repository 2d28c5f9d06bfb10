package dev.inflight.lab.graph.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.graph.Damage;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.sim.graph.OperationGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** GOAL texts, sound and damaged. */
class GoalTextTest {
  private static final String PAIR = "num_ranks 2\nrank 0 {\nl1: send 10b to 1 tag 3\n}\nrank 1 {\nl1: recv 10b from 0 tag 3\n}\n";

  /** Another reading of the same text: by lines and patterns. Per rank: sends, bytes sent, computation. */
  private static final String PYTHON = """
      import re, sys
      rank, totals = None, {}
      for line in open(sys.argv[1]):
          if m := re.match(r'rank (\\d+) ', line):
              rank = int(m[1]); totals[rank] = [0, 0, 0]
          elif m := re.search(r': send (\\d+)b', line):
              totals[rank][0] += 1; totals[rank][1] += int(m[1])
          elif m := re.search(r': calc (\\d+)', line):
              totals[rank][2] += int(m[1])
      for rank in sorted(totals):
          print(rank, *totals[rank])
      """;

  @TempDir
  Path folder;

  private static OperationGraph read(Path file, int mostRanks, double scale) {
    return GoalTrace.read(file, new GoalOptions(mostRanks, scale, 1, GraphRoom.OF_HEAP));
  }

  private OperationGraph read(String text) throws IOException {
    return read(Files.writeString(folder.resolve("a.goal"), text), 64, 1);
  }

  /** Returns messages between random ranks, each after the previous operation of its rank. */
  private static String generated(Random random, int ranks, int messages) {
    var of = new ArrayList<StringBuilder>();
    int[] last = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      of.add(new StringBuilder("rank " + rank + " {\n"));
    }
    for (int message = 0; message < messages; message++) {
      int from = random.nextInt(ranks);
      int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
      int bytes = 1 + random.nextInt(100_000);
      add(of.get(from), last, from, "calc " + random.nextInt(5000) + " cpu " + random.nextInt(2), random.nextBoolean());
      add(of.get(from), last, from, "send " + bytes + "b to " + to + " tag " + message % 3, true);
      add(of.get(to), last, to, "recv " + bytes + "b from " + from + " tag " + message % 3 + " cpu 1", random.nextBoolean());
    }
    var text = new StringBuilder("num_ranks " + ranks + "\n");
    of.forEach(each -> text.append(each).append("}\n"));
    return text.toString();
  }

  private static void add(StringBuilder text, int[] last, int rank, String what, boolean requires) {
    int label = ++last[rank];
    text.append('l').append(label).append(": ").append(what).append('\n');
    if (requires && label > 1) {
      text.append('l').append(label).append(" requires l").append(label - 1).append('\n');
    }
  }

  @Test
  void readsOperationsAndRequirements() throws IOException {
    OperationGraph graph = read("""
        num_ranks 3 // two of them talk
        rank 2 { }
        rank 0 { first: calc 7 cpu 2; l1: send 10b to 1 tag 3 cpu 1 nic 0; l1 requires first; l2: calc 1; l2 irequires l1 }
        rank 1 { /* waits */ l1: recv 10b from 0 tag 3 }
        """);
    assertThat(graph.ranks()).isEqualTo(3);
    assertThat(graph.operations()).isEqualTo(4);
    assertThat(graph.durationPs(0)).isEqualTo(7000);
    assertThat(graph.stream(0)).isEqualTo(2);
    assertThat(graph.partner(1)).isEqualTo(3);
    assertThat(graph.sizeBytes(1)).isEqualTo(10);
    assertThat(graph.dependent(0, 0)).isEqualTo(1);
    assertThat(graph.requiresBeginning(0, 0)).isFalse();
    assertThat(graph.dependent(1, 0)).isEqualTo(2);
    assertThat(graph.requiresBeginning(1, 0)).isTrue();
  }

  /** Forms that LogGOPSim's scanner accepts besides the usual one: no labels, no blanks around numbers, and comments. */
  @Test
  void labelsAndBlanksMayBeMissing() throws IOException {
    OperationGraph usual = read("""
        num_ranks 2
        rank 0 {
          l1: send 10b to 1 tag 3 cpu 1 nic 0
          l2: send 12b to 1 tag 4
          l3: calc 5 cpu 1
          l3 requires l1
          l3 irequires l2
          tag: calc 7
        }
        rank 1 {
          l1: recv 10b from 0 tag 3
          l2: recv 12b from 0 tag 4
        }
        """);
    OperationGraph other = read("""
        /* of a generator */
        num_ranks 2
        rank 0 {
        l1:send10b to1 tag3cpu 1nic 0\r
        l2 : send 12 b to 1 tag 4 // the second
        num: calc5cpu1
        num requiresl1
        num irequires l2
        tag: calc 7
        }
        num_ranks 2
        rank 1{
        recv 10b from 0 tag 3
        recv 12b from 0 tag 4}
        """);
    assertThat(text(other)).isEqualTo(text(usual));
  }

  private static String text(OperationGraph graph) {
    var text = new StringBuilder();
    for (int operation = 0; operation < graph.operations(); operation++) {
      text.append(graph.rank(operation)).append(' ').append(graph.kind(operation)).append(' ').append(graph.sizeBytes(operation))
          .append(' ').append(graph.partner(operation));
      for (int number = 0; number < graph.dependents(operation); number++) {
        text.append(' ').append(graph.requiresBeginning(operation, number)).append(graph.dependent(operation, number));
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void receiveMayAcceptAnyRankAndAnyTag() throws IOException {
    OperationGraph graph = read("num_ranks 3 rank 0 { recv 10b from -1 tag -1\nrecv 20b from 1 tag -1 }\n"
        + "rank 1 { send 20b to 0 tag 3 } rank 2 { send 10b to 0 tag 4294967294 }");
    assertThat(graph.open().accepting(2)).isEqualTo(2);
    assertThat(graph.open().accepting(3)).isEqualTo(1);
    assertThat(graph.partner(0)).isNegative();
    refused("num_ranks 2 rank 0 {\nrecv 10b from -1 tag -1\n}\nrank 1 {\nsend 10b to 0 tag -1 }",
        "a.goal:5: a send with tag -1; only a receive may have any tag");
    refused("num_ranks 2 rank 0 {\nsend 10b to -1\n}\nrank 1 {\nrecv 10b from 0 }",
        "a.goal:2: rank '-1' is not a whole number of 0 or more");
    refused("num_ranks 2 rank 0 {\nrecv 10b from -12\n}\nrank 1 {\nsend 10b to 0 }",
        "a.goal:2: rank '-12' is not a whole number of 0 or more");
    refused("num_ranks 2 rank 0 {\nrecv 10b from -1\nrecv 10b from 1\n}\nrank 1 {\nsend 10b to 0 }",
        "a.goal:2: the operation of line 2 is of rank 0, which receives 1 more messages than are sent to it");
  }

  private void refused(String text, String error) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(text)).withMessageEndingWith(error);
  }

  @Test
  void warnsOfNicsThatShareAHostAndOfRanksBehindTheLast() throws IOException {
    Path file = Files.writeString(folder.resolve("a.goal"),
        "num_ranks 2\nrank 0 {\nsend 10b to 1 tag 3 nic 1\nsend 9b to 1 nic 3\n}\n"
            + "rank 1 {\nrecv 10b from 0 tag 3 nic 2\nrecv 9b from 0\n}\nrank 2 {\nsend 5b to 7\n}\nrank 3 {}");
    var warnings = new ArrayList<String>();
    assertThat(Notices.collect(warnings, () -> read(file, 64, 1)).operations()).isEqualTo(4);
    assertThat(warnings).containsExactly(file + ":10: rank 2 and all later ones are ignored, because num_ranks is 2",
        file + ":4: ranks have several NICs, up to nic 3, and all messages of a rank use its one host;"
            + " nics=4 gives each (rank, nic) a host of its own");
  }

  @Test
  void nicsMayBeSeparateHosts() throws IOException {
    Path file = Files.writeString(folder.resolve("a.goal"),
        "num_ranks 2\nrank 0 {\nsend 10b to 1 tag 3 nic 1\n}\n" + "rank 1 {\nrecv 10b from 0 tag 3 nic 2\n}\n");
    OperationGraph graph = GoalTrace.read(file, new GoalOptions(2, 1, 3, GraphRoom.OF_HEAP));
    assertThat(List.of(graph.nics(), graph.nic(0), graph.nic(1))).containsExactly(3, 1, 2);
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> GoalTrace.read(file, new GoalOptions(2, 1, 2, GraphRoom.OF_HEAP)))
        .withMessageEndingWith("a.goal:6: nic 2 is outside 0 to 1, as nics=2 of this trace has it");
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> GoalTrace.read(file, new GoalOptions(1, 1, 4, GraphRoom.OF_HEAP)))
        .withMessageEndingWith("a.goal:1: the trace has 2 ranks with 4 NICs each, and there are hosts for 1");
  }

  @Test
  void computationIsScaled() throws IOException {
    Path file = Files.writeString(folder.resolve("a.goal"), "num_ranks 1 rank 0 { a: calc 3 }");
    assertThat(read(file, 1, 2.5).durationPs(0)).isEqualTo(7500);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "num_ranks 2 => num_ranks 1000000000 | 1: the trace has 1000000000 ranks, and there are hosts for 64",
      "num_ranks 2 => num_ranks 99999999999999999999 | 1: number of ranks '99999999999999999999' is too large",
      "num_ranks 2 => ranks 2 | 1: found 'ranks' where 'num_ranks' is expected",
      "10b to => 99999999999999999999b to | 3: size '99999999999999999999' is too large",
      "10b to => 10 to | 3: size '10' is not a number of bytes such as 10b",
      "send => sned | 3: unknown operation 'sned'; did you mean 'send'?", "to 1 => to 2 | 3: rank 2 is outside 0 to 1",
      "to 1 => to 0 | 3: a message from rank 0 to itself",
      "tag 3 => color 3 | 3: found '3' behind the label 'color' where ':', 'requires' or 'irequires' is expected",
      "rank 1 { => rank 0 { | 5: rank 0 occurs twice", "rank 1 { => rank 5 { | 5: rank 5 is outside 0 to 1",
      "num_ranks 2 => num_ranks 3 | 8: the file ends without rank 2; it announces 3 ranks",
      "recv 10b => recv 11b | 6: rank 0 sends 10 bytes where rank 1 receives 11; the other end is in line 3",
      "tag 3 => tag 3 l1 requires l2 | 3: rank 0 has no label 'l2' above this line",
      "tag 3 => tag 3 l1: calc 5 | 3: rank 0 has the label 'l1' twice",
      "tag 3 => tag 3 l2: calc 9223372036854775807 | 3: a computation of 9223372036854775807 does not fit",})
  void reportsErrorsWithTheirLine(String change, String error) {
    String[] sides = change.split(" => ", 2);
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(PAIR.replaceFirst(Pattern.quote(sides[0]), sides[1])))
        .withMessageContaining("a.goal:" + error);
  }

  @Test
  void namesTheOtherEndOfADifferentSizeInEitherOrder() {
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> read("num_ranks 2\nrank 0 {\nl1: recv 11b from 1\n}\nrank 1 {\nl1: send 10b to 0\n}\n"))
        .withMessageContaining("a.goal:6: rank 1 sends 10 bytes where rank 0 receives 11; the other end is in line 3");
  }

  @Test
  void rejectsMessagesWithoutPartnerAndCircles() {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(PAIR.replaceFirst("tag 3", "tag 4")))
        .withMessageContaining("a.goal:3: the operation of line 3").withMessageContaining("which does not");
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> read("num_ranks 1 rank 0 {\na: calc 1\nb: calc 2\na requires b\nb requires a }"))
        .withMessageContaining("a.goal:3: operations wait for each other in a circle: the operation of line 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "num_ranks", "num_ranks 1\n", "num_ranks 1 rank 0 {}", "num_ranks 1 rank 0 { a: calc 5",
      "num_ranks 1 rank 0 { /* a: calc 5 }", "num_ranks 1 rank 0 { a: calc 5 } }", "num_ranks 1 rank 0 { : calc 5 }"})
  void rejectsCutAndEmptyFiles(String text) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(text)).withMessageContaining("a.goal:");
  }

  /** A damaged file is an error of the file, or still a sound graph; nothing else. */
  @Test
  void damageIsNoticedOrHarmless() throws IOException {
    var random = new Random(42);
    byte[] sound = generated(random, 5, 40).getBytes(StandardCharsets.US_ASCII);
    int refused = 0;
    for (int run = 0; run < 2000; run++) {
      byte[] bytes = Damage.of(sound, random);
      Path file = Files.write(folder.resolve("damaged.goal"), bytes);
      try {
        assertThat(read(file, 64, 1).operations()).isPositive();
      } catch (InputError error) {
        refused++;
        assertThat(error.getMessage()).contains("damaged.goal");
      } catch (RuntimeException other) {
        fail("run " + run, other);
      }
    }
    assertThat(refused).isGreaterThan(500);
  }

  @Test
  void independentReadingFindsTheSame() throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("a.goal"), generated(new Random(7), 9, 3000));
    Path script = Files.writeString(folder.resolve("read.py"), PYTHON);
    Process python;
    try {
      python = new ProcessBuilder("python3", script.toString(), file.toString()).redirectErrorStream(true).start();
    } catch (IOException missing) {
      assumeTrue(false, "python3 is not here");
      return;
    }
    String told = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).as(told).isZero();
    OperationGraph graph = read(file, 9, 1);
    long[][] totals = new long[9][3];
    for (int operation = 0; operation < graph.operations(); operation++) {
      long[] of = totals[graph.rank(operation)];
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        of[0]++;
        of[1] += graph.sizeBytes(operation);
      } else if (graph.kind(operation) == OperationGraph.Kind.COMPUTE) {
        of[2] += graph.durationPs(operation) / 1000;
      }
    }
    var mine = new StringBuilder();
    for (int rank = 0; rank < 9; rank++) {
      mine.append(rank + " " + totals[rank][0] + " " + totals[rank][1] + " " + totals[rank][2] + "\n");
    }
    assertThat(mine.toString()).isEqualTo(told.replace("\r", ""));
  }
}
