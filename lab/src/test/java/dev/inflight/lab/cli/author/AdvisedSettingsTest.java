package dev.inflight.lab.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that {@code advise} prints have the stated effect in the scenario, and rates fit into links. */
class AdvisedSettingsTest {
  @TempDir
  private Path folder;

  private String file(String yaml) throws IOException {
    return Files.writeString(folder.resolve("s.yaml"), yaml).toString();
  }

  private static List<String> lines(String out) {
    return out.lines().filter(line -> line.startsWith("  --set ")).toList();
  }

  private static Stream<String> options(String line) {
    return Pattern.compile("--set '([^']*)'").matcher(line).results().flatMap(found -> Stream.of("--set", found.group(1)));
  }

  /** Each line passes check without a warning, and a run with it has neither a pause nor a drop. */
  @ParameterizedTest
  @ValueSource(strings = {
      "topology: star(hosts=17)\nflows: incast(senders=16, receiver=16, size=300KB)\nscheme: dcqcn\npfc: false\nbuffer: 500KB\n"
          + "recovery: selective",
      "topology: star(hosts=9)\nflows: incast(senders=8, size=200KB)\npfc: false\negressAlpha: 0.25\nbuffer: 300KB\n"
          + "recovery: selective",
      "topology: leaf-spine(leaves=4, spines=1, hostsPerLeaf=8, fabricRate=100Gbps)\nscheme: hpcc\nbuffer: 1MiB\n"
          + "flows:\n - permutation(size=1MB)\n - incast(senders=6, receiver=0, size=500KB)",
      "topology: star(hosts=5)\nflows: []\nqueues: strict-dwrr(weight3=3, weight4=1)\nclasses:\n"
          + "  - name: a\n    flows: incast(senders=2, receiver=4, size=1MB)\n"
          + "  - name: b\n    scheme: dcqcn\n    priority: 4\n    flows: flow(from=2, to=4, size=1MB)"})
  void advisedLinesAreValidInTheScenario(String scenario) throws IOException {
    String file = file(scenario + "\n");
    Program advise = Program.run("advise", file);
    assertThat(advise.exit()).as(advise.err()).isZero();
    List<String> lines = lines(advise.out());
    assertThat(lines).hasSize(3);
    int number = 0;
    for (String line : lines) {
      Program check = Program.run(Stream.concat(Stream.of("check", file), options(line)).toArray(String[]::new));
      assertThat(check.exit()).as(line + check.err()).isZero();
      assertThat(check.err()).as(line).isEmpty();
      Path out = folder.resolve("run" + number++);
      Program run = Program.run(
          Stream.concat(Stream.of("run", file, "--quiet", "--out", out.toString()), options(line)).toArray(String[]::new));
      assertThat(run.exit()).as(line + run.err()).isZero();
      assertThat(Files.readString(out.resolve("summary.json"))).as(line).contains("\"pfcPauses\" : 0,")
          .contains("\"drops\" : 0,");
    }
  }

  /** A scenario that is too large for a trial has lines that state their purpose. */
  @Test
  void skipsTheTrialOfALargeScenario() throws IOException {
    String out = Program.run("advise", file("topology: star(hosts=5)\nflows: incast(senders=4, size=200MB)\n")).out()
        .replaceAll("\\s+", " ");
    assertThat(out).contains("has too many packets to be simulated here: this holds for N long flows that join");
  }

  @Test
  void classesHaveSeparateKeys() throws IOException {
    String two = Program.run("advise", file("""
        topology: star(hosts=5)
        flows: []
        classes:
          - name: a
            scheme: hpcc
            flows: incast(senders=2, receiver=4, size=1MB)
          - name: b
            scheme: hpcc
            priority: 4
            flows: flow(from=2, to=4, size=1MB)
        """), "--no-simulation").out();
    assertThat(two).startsWith("N = 3 flows").doesNotContain("not counted")
        .contains("--set 'classes.0.scheme=hpcc(maxFlows=3)' --set 'classes.1.scheme=hpcc(maxFlows=3)'")
        .contains("--set 'classes.0.scheme=dcqcn' --set 'classes.1.scheme=dcqcn'").doesNotContain("--set 'scheme=");
    String mixed = Program.run("advise", "../scenarios/classes.yaml", "--no-simulation").out();
    assertThat(mixed).startsWith("N = 2 flows").contains("not counted: class dcqcn (dcqcn)")
        .contains("  --set 'classes.0.scheme=hpcc(maxFlows=2)'\n").contains("  --set 'classes.1.scheme=dcqcn' ");
  }

  @Test
  void portsReserveNoHeadroomWithoutPfc() throws IOException {
    String out = Program
        .run("advise", file("topology: star(hosts=17)\nflows: incast(senders=16)\npfc: false\n"), "--no-simulation").out()
        .replaceAll("\\s+", " ");
    assertThat(out).contains("headroom none").contains("2 (N - 1) W_init = 2 * 786 KB").doesNotContain("that ports reserve");
  }

  @Test
  void oneFlowNeedsNoFairness() throws IOException {
    String out = Program.run("advise", file("topology: star(hosts=3)\nflows: flow(from=0, to=2, size=1MB)\n")).out();
    assertThat(out).contains("1 long flow over ").doesNotContain("one more every").doesNotContain("about 0 ps");
  }

  @Test
  void namesDeadlock() {
    String out = Program.run("advise", "../scenarios/deadlock.yaml").out().replaceAll("\\s+", " ");
    assertThat(out).contains("Warning: the scenario as it is ends in a DEADLOCK, a circle of ports that wait for each other: ")
        .doesNotContain("about 0 ps");
  }

  /** The rates on a link never exceed its capacity, whatever the step, and the sentence below has the values of the table. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"hpcc(maxFlows=1) | incast(senders=8, size=1MB)",
      "hpcc(maxFlows=2) | incast(senders=4, size=1MB)", "hpcc(eta=0.8, maxFlows=1) | incast(senders=8, size=1MB)",
      "hpcc(wAi=20KB) | permutation(size=1MB)", "hpcc(eta=0.5, maxFlows=1) | permutation(size=1MB)",
      "hpcc-alpha(maxFlows=1) | incast(senders=8, size=1MB)", "hpcc(maxFlows=100) | incast(senders=8, size=1MB)"})
  void ratesFitIntoLinks(String scheme, String flows) throws IOException {
    for (int seed = 1; seed <= 3; seed++) {
      String file = file("topology: leaf-spine(leaves=3, spines=1, hostsPerLeaf=4, fabricRate=100Gbps)\nseed: " + seed
          + "\nscheme: " + scheme + "\nflows:\n  - " + flows + "\n  - permutation(size=1MB)\n");
      String out = Program.run("advise", file, "--rates", "--no-simulation").out();
      Map<String, Double> intoHosts = new HashMap<>();
      double most = 0;
      var rows = Pattern.compile("(?m)^\\d+ +(host \\d+) +(host \\d+) +([0-9.]+) Gb/s .* ([0-9.]+) %$").matcher(out);
      while (rows.find()) {
        double rate = Double.parseDouble(rows.group(3));
        intoHosts.merge("to " + rows.group(2), rate, Double::sum);
        intoHosts.merge("from " + rows.group(1), rate, Double::sum);
        most = Math.max(most, Double.parseDouble(rows.group(4)));
      }
      assertThat(intoHosts).isNotEmpty();
      assertThat(intoHosts.values()).as(out).allSatisfy(sum -> assertThat(sum).isLessThanOrEqualTo(100.2));
      assertThat(most).as(out).isLessThanOrEqualTo(100);
      assertThat(out.replaceAll("\\s+", " "))
          .contains("Without W_AI, flows that start at line rate bring each link to its target")
          .contains("the most used link has");
    }
  }
}
