package dev.inflight.lab.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of runs that lack a table. */
@Tag("sweep")
class AbsentTablesTest {
  private static final String YAML = """
      topology: star(hosts=5)
      flows:
        - incast(senders=4, size=100KB)
        - flow(from=0, to=1, size=1GB)
        - collective(op=all-reduce, size=100KB)
      scheme: none
      series: {every: 20us}
      until: 1ms
      """;

  @TempDir
  private Path folder;

  /** Each table that a page shows something of, with and without digests. */
  @Test
  void reportsNameEachTableThatIsAbsent() throws IOException {
    EditedRun run = EditedRun.of(folder.resolve("run"), YAML, 0);
    String[][] needs = {{"flows", "slowdowns, completion times and slowest flows"}, {"queue-lengths", "distribution of queues"},
        {"queues", "ports with the longest queues"}, {"ports", "fabric, and share of capacity that pauses suppress"},
        {"pauses", "tree of pauses"}, {"stalled", "reasons why flows did not finish"}, {"ranks", "times of jobs and their ranks"},
        {"collectives", "collectives"}, {"flow-series", "goodput of flows over time"},
        {"port-series", "queues and throughput over time"}};
    for (String[] need : needs) {
      EditedRun without = run.copy(folder.resolve(need[0]));
      Files.delete(without.file(need[0] + ".csv"));
      String sentence = without.folder() + ": the run has no " + need[0] + ".csv, so the report lacks its " + need[1];
      Program program = without.report();
      assertThat(program.err()).contains("inflight: warning: " + sentence + "\n");
      assertThat(program.exit()).isZero();
      assertThat(without.file("report.html")).content().contains("\"" + sentence + "\"");
      if (!need[0].endsWith("series")) { // without digests the run may not have been asked for them
        assertThat(without.withoutDigests().report().err()).contains(sentence);
      }
    }
  }

  @Test
  void runsThatHaveNotEndedLackTablesYet() throws IOException {
    EditedRun run = EditedRun.of(folder.resolve("run"), YAML, 0);
    Files.delete(run.file("summary.json"));
    Files.delete(run.file("queues.csv"));
    Files.writeString(run.file("INCOMPLETE"), "");
    assertThat(run.report("--partial").err()).isEqualTo("inflight: warning: " + run.folder()
        + ": without a summary.json nothing states what the run wrote, so changes of its tables are not noticed\n"
        + "inflight: warning: " + run.folder()
        + ": the run has no queues.csv yet, so the report lacks its ports with the longest queues\n");
  }
}
