package dev.inflight.lab.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.input.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time that a degraded cable or a slow NIC adds to a flow's transmissions is attributed to the event. */
class SlowNicExplanationTest {
  /** Transmission time of 1 MB in frames of 1082 bytes, preamble and gap included, and RETH, at 100 Gb/s. */
  private static final double LINE_PS = (1000 * 1082 + 16) * 8e12 / 100e9;

  /** Time of a few of the 1000 packets: the first one may leave before the event starts. */
  private static final double ABOUT_PS = 0.005 * LINE_PS;

  @TempDir
  private Path folder;

  private Explanation explain(String event) throws IOException {
    return Explanation.of(ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=3, rate=100Gbps)
        flows: flow(from=0, to=1, size=1MB)
        scheme: none
        events: [%s]
        """.formatted(event))), 0);
  }

  private static String words(Explanation explanation) {
    return String.join(" ", ExplanationText.lines(explanation)).replaceAll("\\s+", " ");
  }

  private static void assertAdds(Explanation why, double shareOfLineTime) {
    assertThat((double) why.ledger().of(Cause.SLOWED)).isCloseTo(shareOfLineTime * LINE_PS, within(ABOUT_PS));
    assertThat((double) why.ledger().of(Cause.SENDING)).isCloseTo(LINE_PS, within(ABOUT_PS));
  }

  @Test
  void namesDegradedCableOfTheSender() throws IOException {
    Explanation why = explain("{at: 0s, link: [0, 3], state: degraded, rate: 50Gbps}");
    assertAdds(why, 1);
    assertThat(words(why)).contains("its NIC sent below the rate of its cable at host 0 port 1 to center. Cause: the cable"
        + " between host 0 and center (switch 3) was at 50.0 Gb/s from the start.").doesNotContain("is unknown");
  }

  @Test
  void namesSlowSender() throws IOException {
    Explanation why = explain("{at: 0s, node: 0, state: slow-sender, rate: 25Gbps}");
    assertAdds(why, 3);
    assertThat(words(why)).contains("Cause: host 0 sent at 25.0 Gb/s only from the start.").doesNotContain("is unknown");
  }

  @Test
  void attributesNothingToTheOtherDirection() throws IOException {
    assertAdds(explain("{at: 0s, link: [0, 3], direction: [3, 0], state: degraded, rate: 50Gbps}"), 0);
  }
}
