package dev.inflight.lab.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.input.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pauses whose reason is an event of the scenario are put down to it. */
class StormExplanationTest {
  @TempDir
  private Path folder;

  private Explanation explain(int flow, String yaml) throws IOException {
    return Explanation.of(ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), yaml)), flow);
  }

  private static String words(Explanation explanation) {
    return String.join(" ", ExplanationText.lines(explanation)).replaceAll("\\s+", " ");
  }

  @Test
  void aStormIsNamedAsWhatIsBehindPauses() throws IOException {
    Explanation why = explain(1, """
        topology: dumbbell(left=2, right=2)
        flows: ['flow(from=0, to=2, size=3MB)', 'flow(from=1, to=3, size=3MB, start=50us)']
        scheme: none
        buffer: 1MiB
        events: [{at: 10us, node: 2, state: pfc-storm, until: 2ms}]
        """);
    assertThat(Objects.requireNonNull(why.main()).getKey().cause()).isEqualTo(Cause.PAUSED);
    assertThat(words(why)).contains("Behind it: host 2 paused priority 3 without end, a PFC storm from 10.0 us to 2.00 ms.");
  }

  @Test
  void aStormAtTheEndIsNamed() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=3)
        flows: flow(from=0, to=1, size=3MB)
        scheme: none
        until: 3ms
        events: [{at: 10us, node: 1, state: pfc-storm}]
        """);
    assertThat(words(why)).contains("host 1 paused priority 3 without end, a PFC storm from 10.0 us on");
  }
}
