package dev.inflight.lab.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many runs are checked together: the rules hold for each of them. */
class ManyRunsTest {
  private static final int RUNS = 23;
  private static final List<Integer> EDITED = List.of(0, 12, 22);

  @TempDir
  private Path folder;

  @Test
  void checksRowsOfEachRun() throws IOException {
    EditedRun genuine = EditedRun.of(folder.resolve("run"), "topology: star(hosts=3)\nflows: flow(from=0, to=1, size=2KB)\n", 0);
    var arguments = new ArrayList<>(List.of("query"));
    var expected = new ArrayList<String>();
    for (int number = 0; number < RUNS; number++) {
      EditedRun copy = genuine.copy(folder.resolve("run-" + number)).withoutDigests();
      if (EDITED.contains(number)) {
        copy.set("flows.csv", 1, "fct_ns", "-5.000");
        expected.add("inflight: " + copy.file("flows.csv") + ":2: fct_ns is -5.0; it must be 0 or more");
      }
      arguments.add(copy.folder().toString());
    }
    arguments.add("SELECT count(*) FROM flows");
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(program.err().lines().filter(line -> line.contains(": fct_ns is"))).containsExactlyElementsOf(expected);
    assertThat(program.exit()).isEqualTo(2);
  }

  /** One query reads the files of all runs; a row that is none is named in each of the files that have one. */
  @Test
  void unreadableRowHidesNoFindingAboutOtherRuns() throws IOException {
    EditedRun genuine = EditedRun.of(folder.resolve("run"), "topology: star(hosts=3)\nflows: flow(from=0, to=1, size=2KB)\n", 0);
    var arguments = new ArrayList<>(List.of("query"));
    var expected = new ArrayList<String>();
    for (int number = 0; number < RUNS; number++) {
      EditedRun copy = genuine.copy(folder.resolve("run-" + number)).withoutDigests();
      if (number == 12) {
        copy.set("flows.csv", 1, "fct_ns", "-5.000");
        expected.add(copy.file("flows.csv") + ":2: fct_ns is -5.0; it must be 0 or more");
      } else if (EDITED.contains(number)) {
        copy.set("flows.csv", 1, "fct_ns", "soon");
        expected.add(copy.file("flows.csv") + ":2: this is not a row of such a table: ");
      }
      arguments.add(copy.folder().toString());
    }
    arguments.add("SELECT count(*) FROM flows");
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(expected).allSatisfy(finding -> assertThat(program.err()).contains(finding));
    assertThat(program.exit()).isEqualTo(2);
  }

  /** Names of files are literal: pattern characters, quotes, and {@code ..}. */
  @Test
  void rowsBelongToTheirRunUnderAnyFolderName() throws IOException {
    EditedRun genuine = EditedRun.of(folder.resolve("run"), "topology: star(hosts=3)\nflows: flow(from=0, to=1, size=2KB)\n", 0);
    List<String> names = List.of("a*", "a[b]", "ab", "it's", "{x,y}", "what?");
    var arguments = new ArrayList<>(List.of("query"));
    for (String name : names) {
      genuine.copy(folder.resolve(name));
      arguments.add(folder + "/run/../" + name);
    }
    arguments.addAll(List.of("--format", "csv", "SELECT run, count(*) AS n FROM flows GROUP BY run ORDER BY run"));
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out().lines().skip(1)).containsExactlyInAnyOrder("a*,1", "a[b],1", "ab,1", "it's,1", "\"{x,y}\",1",
        "what?,1");
  }
}
