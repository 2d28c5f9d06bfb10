package dev.inflight.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page's estimate of a run's size before its start, compared with the actual run. */
class BrowserEstimateTest {
  private static final double LONG_MS = 1e9;

  private static Reading read(String flows, String more) {
    Reading reading = Program.read("topology: star(hosts=17)\nflows: " + flows + "\n" + more.replace(';', '\n'), "scenario.yaml",
        "");
    assertThat(reading.problems()).isEmpty();
    return reading;
  }

  private static double ran(Reading reading) {
    Session session = reading.start();
    session.advance(LONG_MS);
    assertThat(session.ending()).isEqualTo("all flows finished");
    return session.packetHops();
  }

  @ParameterizedTest
  @CsvSource({"'incast(senders=16, size=500KB)'", "'flow(from=0, to=1, size=1MB)'"})
  void estimateWithoutLossesEqualsTheRun(String flows) {
    Reading reading = read(flows, "");
    assertThat(reading.packetHops()).isEqualTo(ran(reading));
  }

  /** Under HPCC a flow of an incast has a sixteenth of the line's packets in flight, and the estimate counts all of them. */
  @ParameterizedTest
  @CsvSource({"'incast(senders=16, size=500KB)', 'lossRate: 0.01', 10", "'incast(senders=16, size=500KB)', 'lossRate: 0.05', 30",
      "'incast(senders=16, size=500KB)', 'lossRate: 0.01;scheme: none', 10",
      "'flow(from=0, to=1, size=1MB)', 'lossRate: 0.001', 2", "'flow(from=0, to=1, size=1MB)', 'lossRate: 0.01', 10",
      "'flow(from=0, to=1, size=1MB)', 'lossRate: 0.05;scheme: dcqcn', 10",
      "'incast(senders=16, size=500KB)', 'lossRate: 0.05;recovery: irn', 1.5",
      "'incast(senders=16, size=500KB)', 'lossRate: 0.2;recovery: irn', 2",
      "'incast(senders=16, size=500KB)', 'lossRate: 0.2;recovery: selective', 2"})
  void estimateWithLossesIsHigh(String flows, String more, double most) {
    Reading reading = read(flows, more);
    double packetHops = ran(reading);
    System.out.printf("%s, %s: %.0f packet-hops, %.2f times as many estimated%n", flows, more, packetHops,
        reading.packetHops() / packetHops);
    assertThat(reading.packetHops() / packetHops).isBetween(1.0, most);
  }

  @ParameterizedTest
  @CsvSource({"go-back-n, 0.2", "go-back-n, 1", "irn, 0.9"})
  void lossesCanMakeARunTooLarge(String recovery, double lossRate) {
    assertThat(read("incast(senders=16, size=20MB)", "lossRate: " + lossRate + ";recovery: " + recovery).tooLarge())
        .contains("million packet-hops");
  }

  @Test
  void estimateUsesTheRecoveryOfAClass() {
    String flows = "incast(senders=16, size=500KB)";
    String classes = "lossRate: 0.05;recovery: %s;classes: [{name: one, recovery: %s, flows: \"" + flows + "\"}]";
    double goBackN = read("[]", classes.formatted("irn", "go-back-n")).packetHops();
    double irn = read("[]", classes.formatted("go-back-n", "irn")).packetHops();
    assertThat(goBackN).isEqualTo(read(flows, "lossRate: 0.05").packetHops());
    assertThat(irn).isEqualTo(read(flows, "lossRate: 0.05;recovery: irn").packetHops()).isLessThan(goBackN / 2);
  }
}
