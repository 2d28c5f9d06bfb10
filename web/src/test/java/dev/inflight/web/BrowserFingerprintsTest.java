package dev.inflight.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Browser;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A browser gives the same results as the JVM, to the picosecond, for all choices of a scenario. */
class BrowserFingerprintsTest {
  private static final String SHAPE = "topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)\n";
  private static final String TRAFFIC = "flows:\n- permutation(size=40KB)\n- incast(senders=3, size=30KB, start=2us)\n";
  private static final String END = "until: 300us\n";
  /** Choices with files, which a browser lacks. */
  private static final Set<String> FILES = Set.of("file", "trace");
  private static final int AT_ONCE = 25;
  private static final double LONG_MS = 1e9;

  /** Each choice of a scenario alone; and each scheme with each format, recovery and shape. */
  private static List<String> scenarios() {
    var all = new LinkedHashSet<String>();
    for (Axis<?> axis : Catalog.AXES) {
      String key = axis.key().name();
      for (String name : axis.binder().names()) {
        if (!FILES.contains(name)) {
          all.add((key.equals("topology") ? "" : SHAPE) + (key.equals("flows") ? "" : TRAFFIC) + key + ": " + name + "\n" + END);
        }
      }
    }
    all.add(SHAPE + TRAFFIC + "lossRate: 0.01\n" + END);
    all.add(SHAPE + TRAFFIC + "recovery: unreliable\ntelemetryPackets: probes\n" + END);
    all.add(SHAPE + TRAFFIC + "framing: reference\ntelemetry: authors\nscheme: hpcc-authors\n" + END);
    all.add(SHAPE + TRAFFIC + "routing: drill\nscheme: dcqcn\nrecovery: selective\n" + END);
    all.add(SHAPE + TRAFFIC + "events: [{at: 1us, link: [0, 8], state: lossy, ber: 1e-6}]\n" + END);
    for (String scheme : Catalog.SCHEMES.names()) {
      String base = TRAFFIC + END + "scheme: " + scheme + "\n";
      Catalog.TELEMETRY.names().forEach(name -> all.add(SHAPE + base + "telemetry: " + name + "\n"));
      Catalog.RECOVERIES.names().forEach(name -> all.add(SHAPE + base + "recovery: " + name + "\nlossRate: 0.001\n"));
      for (String shape : List.of("dumbbell", "star(hosts=6)", "dual-tor(racks=2, spines=2, hostsPerRack=2)", "parking-lot",
          "torus(x=2, y=2)", "dragonfly(groups=3, routersPerGroup=2, globalLinks=1)")) {
        all.add("topology: " + shape + "\n" + base);
      }
    }
    return List.copyOf(all);
  }

  private static String onTheJvm(String scenario) {
    Reading reading = Program.read(scenario, "scenario.yaml", "");
    if (!reading.problems().isEmpty()) {
      return reading.problems();
    }
    Session session = reading.start();
    session.advance(LONG_MS);
    return (long) session.packetHops() + " " + session.fingerprint();
  }

  @Test
  void browserGivesTheResultsOfTheJvm() throws IOException {
    List<String> scenarios = scenarios();
    var expected = new ArrayList<String>();
    for (String scenario : scenarios) {
      expected.add(onTheJvm(scenario) + " of " + scenario);
    }
    long ran = expected.stream().filter(result -> result.matches("(?s)\\d+ [0-9a-f]{16} of .*")).count();
    assertThat(ran).as("scenarios that run").isGreaterThan(200);
    var found = new ArrayList<String>();
    try (Browser browser = Browser.start()) {
      Browser.Tab tab = BrowserPage.open(browser, "");
      for (int from = 0; from < scenarios.size(); from += AT_ONCE) {
        List<String> some = scenarios.subList(from, Math.min(scenarios.size(), from + AT_ONCE));
        List<String> results = BrowserPage.results(tab, some);
        for (int at = 0; at < some.size(); at++) {
          found.add(results.get(at) + " of " + some.get(at));
        }
      }
    }
    System.out.printf("%d scenarios ran in Chromium with the JVM's fingerprints, %d were rejected with the same message%n", ran,
        scenarios.size() - ran);
    assertThat(found).containsExactlyElementsOf(expected);
  }
}
