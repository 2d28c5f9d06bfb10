package dev.inflight.lab.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of totals accepts that {@code pauses.csv} has PFC frames of hosts, which {@code pfcPauses} omits. */
class PausesByHostsTest {
  @TempDir
  private Path folder;

  @Test
  void acceptsPausesByHostsThatTotalsOmit() throws IOException {
    EditedRun storm = EditedRun.of(folder.resolve("storm"), """
        topology: star(hosts=3)
        flows: flow(from=0, to=1, size=1MB)
        scheme: none
        events: [{at: 10us, node: 1, state: pfc-storm, until: 1ms}]
        """, 0);
    Program program = storm.ask("query", "SELECT count(*) AS frames FROM pauses WHERE state = 'pause'");
    assertThat(program.out()).containsPattern("(?m)^\\W*3\\W*$");
    assertThat(program.err()).doesNotContain("pfcPauses");
  }
}
