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

/** Pauses, and the ends of flows that do not finish, are attributed to events of the scenario. */
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
  void namesPfcStormAsTheCauseOfPauses() throws IOException {
    Explanation why = explain(1, """
        topology: dumbbell(left=2, right=2)
        flows: ['flow(from=0, to=2, size=3MB)', 'flow(from=1, to=3, size=3MB, start=50us)']
        scheme: none
        buffer: 1MiB
        events: [{at: 10us, node: 2, state: pfc-storm, until: 2ms}]
        """);
    assertThat(Objects.requireNonNull(why.main()).getKey().cause()).isEqualTo(Cause.PAUSED);
    assertThat(words(why)).contains("Cause: host 2 paused priority 3 without end, a PFC storm from 10.0 us to 2.00 ms.");
  }

  @Test
  void namesStormAtTheEnd() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=3)
        flows: flow(from=0, to=1, size=3MB)
        scheme: none
        until: 3ms
        events: [{at: 10us, node: 1, state: pfc-storm}]
        """);
    assertThat(words(why)).contains("host 1 paused priority 3 without end, a PFC storm from 10.0 us on");
  }

  @Test
  void namesStormBehindPausedSwitches() throws IOException {
    Explanation why = explain(1, """
        topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=2, hostRate=100Gbps, fabricRate=100Gbps)
        flows: ['flow(from=0, to=2, size=5MB)', 'flow(from=1, to=3, size=5MB)']
        scheme: none
        buffer: 2MB
        until: 3ms
        events: [{at: 100us, node: 2, state: pfc-storm}]
        """);
    assertThat(words(why)).contains("spine0 (switch 6) port 2 to leaf1 is paused for priority 3: leaf1 holds",
        "and its buffer is above the threshold; the root is leaf1 (switch 5) port 1 to host 2: host 2 paused priority 3 without end,"
            + " a PFC storm from 100 us on");
  }

  @Test
  void namesSwitchThatIsDown() throws IOException {
    Explanation why = explain(0, """
        topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=2)
        flows: flow(from=0, to=2, size=5MB)
        events: [{at: 20us, node: spine0, state: down}]
        """);
    assertThat(words(why)).contains("no route leads from host 0 to host 2; down: leaf0 (switch 4) - spine0 (switch 6),"
        + " leaf1 (switch 5) - spine0 (switch 6); ongoing events: spine0 (switch 6) was down from 20.0 us on.");
  }

  /** A failure that ended, and its end, explain nothing. */
  @Test
  void namesNoFailureThatEnded() throws IOException {
    Explanation why = explain(0, """
        topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=2)
        flows: flow(from=0, to=2, size=5MB)
        events:
          - {at: 10us, node: spine0, state: down}
          - {at: 15us, node: spine0, state: up}
          - {at: 20us, link: [1, leaf0], state: down}
          - {at: 25us, link: [leaf0, 1], state: up}
          - {at: 30us, link: [0, leaf0], state: down}
        """);
    assertThat(words(why)).contains("no route leads from host 0 to host 2; down: host 0 - leaf0 (switch 4).")
        .doesNotContain("ongoing events");
  }

  /** A straggler delays messages of its own rank, and changes no path. */
  @Test
  void namesStragglerForMessagesOfItsRankAlone() throws IOException {
    String job = """
        topology: star(hosts=4)
        flows: ['collective(op=all-reduce, size=10KB%s)', 'flow(from=2, to=1, size=1MB)']
        events: [{at: 1us, node: 2, state: slow-compute, factor: 3}]
        """;
    String computing = job.formatted(", compute=50us, repeat=2");
    var setup = ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), computing)).setup();
    String straggler = "host 2 took 3 times as long to compute from 1.00 us on.";
    for (int flow = 0; flow < setup.flows().count(); flow++) {
      String words = words(explain(flow, computing));
      assertThat(words).doesNotContain("On its path, host 2");
      if (setup.flows().message(flow) >= 0 && setup.flows().source(flow) == 2) {
        assertThat(words).contains("Before it, " + straggler);
      } else {
        assertThat(words).doesNotContain(straggler);
      }
    }
    assertThat(words(explain(0, job.formatted("")))).as("no rank computes").doesNotContain("to compute");
  }
}
