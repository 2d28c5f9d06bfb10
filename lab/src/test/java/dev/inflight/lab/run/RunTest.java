package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs from a file to a folder of results. */
class RunTest {
  private static final Path REFERENCE = Path.of("src/test/resources/reference");
  private static final Path SCENARIOS = Path.of("../scenarios");
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  @TempDir
  private Path folder;

  private String out() {
    return folder.resolve("out").toString();
  }

  private String property(String name) throws IOException {
    String summary = Files.readString(folder.resolve("out/summary.json"));
    var matcher = Pattern.compile("\"" + name + "\" : \"?([^\",\n]*)").matcher(summary);
    assertThat(matcher.find()).as(name).isTrue();
    return matcher.group(1);
  }

  /** Replaces values that depend on the machine, or that other tests check, by #. */
  private static String masked(String text, Path folder) {
    return text.replace(folder.toString(), "DIR")
        .replaceAll(" in [^ ]+ s: [^ ]+( [kMG])? a second, .*", " in #: # a second, on # threads")
        .replaceAll("(\"(bytes|sha256)\" : )[^,\n]+", "$1#")
        .replaceAll("(\"(wallSeconds|packetHopsPerSecond|events|criticalEvents|fingerprint)\" : )[^,]+", "$1#");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dumbbell-2to1-hpcc", "incast16-hpcc", "longshort-hpcc"})
  void filesEqualThoseOfTheAuthorsSimulator(String experiment) throws IOException {
    Path inputs = REFERENCE.resolve(experiment);
    assertThat(Program.run("run", inputs.resolve("config.txt").toString(), "--out", out(), "--quiet").exit()).isZero();
    for (String file : new String[] {"fct.txt", "qlen.txt", "pfc.txt"}) {
      assertThat(folder.resolve("out").resolve(file)).as(file).hasSameTextualContentAs(inputs.resolve(file));
    }
  }

  @Test
  void writesPausesInTheAuthorsFormat() throws IOException {
    Path config = folder.resolve("config.txt");
    for (String file : new String[] {"topology.txt", "flow.txt", "trace.txt"}) {
      Files.copy(REFERENCE.resolve("incast16-hpcc").resolve(file), folder.resolve(file));
    }
    Files.writeString(config,
        Files.readString(REFERENCE.resolve("incast16-hpcc/config.txt")).replace("BUFFER_SIZE 32", "BUFFER_SIZE 1"));
    assertThat(Program.run("run", config.toString(), "--out", out(), "--quiet").exit()).isZero();
    assertThat(folder.resolve("out/pfc.txt")).content().matches("(20000\\d+ \\d+ 0 1 [01]\n)+");
    assertThat(folder.resolve("out/pauses.csv")).content()
        .matches("time_ns,node,kind,port,priority,state\n(20000\\d+\\.000,\\d+,host,1,3,(pause|resume)\n)+");
    long pauses = Files.readAllLines(folder.resolve("out/pfc.txt")).stream().filter(line -> line.endsWith(" 1")).count();
    assertThat(property("pfcPauses")).isEqualTo(Long.toString(pauses));
  }

  @Test
  void screenAndSummaryEqualTheGoldenFiles() throws IOException {
    Program program = Program.run("run", SCENARIOS.resolve("incast.yaml").toString(), "--out", out());
    assertThat(program.err()).isEmpty();
    assertThat(program.exit()).isZero();
    assertThat(masked(program.out(), folder)).isEqualTo(Files.readString(GOLDEN.resolve("incast.txt")));
    assertThat(masked(Files.readString(folder.resolve("out/summary.json")), folder))
        .isEqualTo(Files.readString(GOLDEN.resolve("incast.json")));
  }

  @ParameterizedTest
  @CsvSource({"incast,0", "training,0", "lossy,0", "link-failure,0", "pod,0", "nic-limit,0", "deadlock,3"})
  void scenariosRun(String name, int exit) throws IOException {
    assertThat(Program.run("run", SCENARIOS.resolve(name + ".yaml").toString(), "--out", out()).exit()).isEqualTo(exit);
    assertThat(property("fingerprint")).matches("[0-9a-f]{16}");
  }

  @Test
  void allScenariosAreReadable() throws IOException {
    try (var files = Files.list(SCENARIOS)) {
      assertThat(files.filter(file -> file.toString().endsWith(".yaml")).map(ScenarioReader::read).toList())
          .hasSizeGreaterThan(8);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lossy.yaml", "link-failure.yaml"})
  void theScenarioInTheFolderRunsTheSame(String name) throws IOException {
    rerun(SCENARIOS.resolve(name));
  }

  @Test
  void authorsConfigurationAsAScenarioRunsTheSame() throws IOException {
    rerun(REFERENCE.resolve("incast16-hpcc/config.txt"));
    assertThat(folder.resolve("again/fct.txt")).hasSameTextualContentAs(REFERENCE.resolve("incast16-hpcc/fct.txt"));
  }

  private void rerun(Path file) throws IOException {
    assertThat(Program.run("run", file.toString(), "--out", out(), "--quiet").exit()).isZero();
    Path again = folder.resolve("again");
    assertThat(
        Program.run("run", folder.resolve("out/scenario.yaml").toString(), "--out", again.toString(), "--quiet").exit()).isZero();
    for (String same : new String[] {"flows.csv", "queues.csv", "ports.csv", "pauses.csv", "slowdown.csv", "scenario.yaml"}) {
      assertThat(again.resolve(same)).as(same).hasSameTextualContentAs(folder.resolve("out").resolve(same));
    }
    assertThat(Files.readString(again.resolve("summary.json"))).contains(property("fingerprint"));
  }

  @Test
  void anotherSeedIsAnotherRun() throws IOException {
    Program.run("run", SCENARIOS.resolve("training.yaml").toString(), "--out", out(), "--quiet", "--seed", "7");
    assertThat(property("seed")).isEqualTo("7");
    String fingerprint = property("fingerprint");
    Program.run("run", SCENARIOS.resolve("training.yaml").toString(), "--out", out(), "--quiet", "--force");
    assertThat(property("fingerprint")).isNotEqualTo(fingerprint);
  }

  @Test
  void reportsFlowsThatTheEndCutsOff() throws IOException {
    Program program = Program.run("run", SCENARIOS.resolve("incast.yaml").toString(), "--out", out(), "--until", "50us");
    assertThat(program.exit()).isZero(); // 8 MB to one host at 100 Gb/s take 640 us
    assertThat(program.out())
        .contains("\n16 flows did not finish (16 still progressing): the run ended at 50us, as until sets\n",
            "\n  and 6 more in stalled.csv\n")
        .containsPattern("\n  flow 0, host 0 to host 16: [\\d.]+ KB of 500 KB acknowledged, last response");
    assertThat(property("stalledFlows")).isEqualTo("16");
    assertThat(property("partial")).isEqualTo("false");
    assertThat(folder.resolve("out/stalled.csv")).content().contains("\n0,0,16,500000,0.000,", ",progressing,\"");
  }

  @Test
  void printsResultsOfFewFlowsAndSamples() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=3)
        flows:
          - flow(from=0, to=2, size=20KB)
          - flow(from=1, to=2, size=20KB)
          - flow(from=1, to=2, size=1GB)
        scheme: none
        until: 9us
        """);
    Program program = Program.run("run", file.toString(), "--out", out());
    assertThat(program.out()).containsPattern("\nFCT         finished flows ").containsPattern("\nslowdown    finished flows ")
        .containsPattern("\nqueues      all 3 switch ports +- +- +- +\\d[^ ]* KB\n")
        .contains("\nengaged     n/a (scheme none uses no feedback)\n")
        .contains(" samples of each port, too few for percentiles\n");
  }

  @Test
  void noPercentileOfAQueueIsAboveItsMaximum() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=3)
        flows: incast(senders=2, size=1KB)
        scheme: none
        sample: {every: 1ns}
        """);
    assertThat(Program.run("run", file.toString(), "--out", out(), "--quiet").exit()).isZero();
    for (String line : Files.readAllLines(folder.resolve("out/queues.csv")).stream().skip(1).toList()) {
      String[] fields = line.split(",");
      for (int at = 7; at <= 9; at++) {
        assertThat(Long.parseLong(fields[at])).as(line).isLessThanOrEqualTo(Long.parseLong(fields[10]));
      }
    }
  }

  @Test
  void reportsFlowsThatHadNotStarted() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=3)
        flows:
          - flow(from=0, to=1, size=1KB)
          - flow(from=0, to=2, start=1ms)
        until: 100us
        """);
    Program program = Program.run("run", file.toString(), "--out", out());
    assertThat(program.exit()).isZero();
    assertThat(program.out()).endsWith(
        "1 flow did not finish (1 not started): the run ended at 100us, as until sets\n" + "  and 1 more in stalled.csv\n");
    assertThat(folder.resolve("out/stalled.csv")).content().endsWith(
        "\n1,0,2,1000000,1000000.000,0,0,not-started,\"nothing is in flight\",\"it starts at 1.00 ms, after the end of the run\"\n");
  }

  @Test
  void messagesThatWaitForOthersOfTheirJobAreCounted() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=4)
        flows: collective(op=all-reduce, size=1MB)
        until: 10us
        """);
    Program program = Program.run("run", file.toString(), "--out", out());
    assertThat(program.out())
        .contains("\n24 flows did not finish (4 still progressing, 20 waiting for other operations of their job): ")
        .endsWith("\n  and 20 more in stalled.csv\n").doesNotContain("its send waits");
    assertThat(folder.resolve("out/stalled.csv")).content().contains("its send waits for operations that are not done");
  }

  @Test
  void reportsFlowsWithoutARoute() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=4)
        flows: incast(senders=2, receiver=3)
        events:
          - {at: 20us, link: [0, 4], state: down}
        """);
    Program program = Program.run("run", file.toString(), "--out", out());
    assertThat(program.exit()).isEqualTo(3);
    assertThat(program.out()).contains("""
        1 flow did not finish (1 without a route): no more data was delivered, so the run ended at 2.05 s
          flow 0, host 0 to host 3: 86.0 KB of 500 KB acknowledged
            where  nothing is in flight
            why    no route leads from host 0 to host 3; down: host 0 - center (switch 4)
        """);
  }

  @Test
  void reportsADeadlock() throws IOException {
    Program program = Program.run("run", SCENARIOS.resolve("deadlock.yaml").toString(), "--out", out());
    assertThat(program.exit()).isEqualTo(3);
    assertThat(program.out()).contains("\n5 flows did not finish (5 paused): no more data was delivered, ").containsPattern(
        "switch 6 port 3 to switch 7 is paused for priority 3: switch 7 holds \\S+ KB from there, and its buffer is above"
            + " the threshold; DEADLOCK, a circle of ports that wait for each other: ");
    assertThat(folder.resolve("out/stalled.csv")).content().contains(",paused,\"");
  }

  /** In a plot of p99 over a sweep the worst run must not appear as the best. */
  @Test
  void omitsTimesIfNoFlowFinished() throws IOException {
    Program program = Program.run("run", SCENARIOS.resolve("incast.yaml").toString(), "--out", out(), "--until", "100us");
    assertThat(program.out()).doesNotContain("FCT ", "slowdown ", "slowdowns ");
    String summary = Files.readString(folder.resolve("out/summary.json"));
    for (String key : new String[] {"slowdown", "fctSeconds"}) {
      assertThat(summary).contains("\"" + key + """
          " : {
              "flows" : 0,
              "flowsLeftOut" : 16,
              MEAN"p50" : null,
              "p95" : null,
              "p99" : null,
              "max" : null
            },""".replace("MEAN", key.equals("slowdown") ? "\"mean\" : null,\n    " : ""));
    }
  }

  @Test
  void percentilesStateTheExcludedFlows() throws IOException {
    Program program = Program.run("run", SCENARIOS.resolve("incast.yaml").toString(), "--out", out(), "--until", "700us");
    assertThat(program.out())
        .contains("6 of 16 finished in 700 us of simulated time; FCTs and slowdowns leave out the other 10\n");
    assertThat(Files.readString(folder.resolve("out/summary.json"))).contains("\"flows\" : 6,\n    \"flowsLeftOut\" : 10,");
  }

  @Test
  void queuesWithoutSamplesHaveNoPercentiles() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=2)
        flows: flow
        sample: {from: 1s}
        """);
    assertThat(Program.run("run", file.toString(), "--out", out(), "--quiet").exit()).isZero();
    assertThat(Files.readString(folder.resolve("out/summary.json"))).contains("""
        "queueBytes" : {
            "samples" : 0,
            "p50" : null,
            "p95" : null,
            "p99" : null,
            "max" : 1""");
    assertThat(folder.resolve("out/queues.csv")).content().contains(",0,,,,,");
  }

  /** Two switches, joined by a fast and a slow cable: the flow that takes the fast one is measured by the fast one. */
  @Test
  void idealTimeIsThatOfTheFlowsOwnPath() throws IOException {
    Files.writeString(folder.resolve("t.txt"), """
        4 2 4
        2 3
        0 2 100Gbps 1us 0
        1 3 100Gbps 1us 0
        2 3 100Gbps 1us 0
        2 3 10Gbps 1us 0
        """);
    Path file = Files.writeString(folder.resolve("s.yaml"), """
        topology: file(t.txt)
        flows: periodic(from=0, to=1, size=100KB, count=20, every=1ms)
        scheme: none
        """);
    assertThat(Program.run("run", file.toString(), "--out", out(), "--quiet").exit()).isZero();
    var ideal = new TreeSet<Double>();
    for (String line : Files.readAllLines(folder.resolve("out/flows.csv")).stream().skip(1).toList()) {
      String[] fields = line.split(",");
      ideal.add(Double.parseDouble(fields[9]));
      assertThat(fields[10]).as(line).isEqualTo("1.0000");
    }
    assertThat(ideal).hasSizeBetween(2, 4); // the acknowledgements' path may be another one
    assertThat(ideal.getFirst()).isLessThan(20_000);
    assertThat(ideal.getLast()).isGreaterThan(80_000);
  }

  /** The authors' clock cuts each frame's time to whole nanoseconds. */
  @Test
  void noPortSendsMoreThanAllTheTime() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=3, rate=400Gbps)
        flows: flow(from=0, to=1, size=20MB)
        scheme: none
        clock: authors
        payload: 100
        """);
    assertThat(Program.run("run", file.toString(), "--out", out(), "--quiet").exit()).isZero();
    double busiest = Files.readAllLines(folder.resolve("out/ports.csv")).stream().skip(1)
        .mapToDouble(line -> Double.parseDouble(line.split(",")[7])).max().orElseThrow();
    assertThat(busiest).isBetween(0.99, 1.0);
  }
}
