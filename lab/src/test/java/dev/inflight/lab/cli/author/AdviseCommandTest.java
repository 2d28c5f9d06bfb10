package dev.inflight.lab.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdviseCommandTest {
  @TempDir
  private Path folder;

  private static double number(String text, String regex) {
    Matcher found = Pattern.compile(regex, Pattern.MULTILINE).matcher(text);
    assertThat(found.find()).as(regex + " in " + text).isTrue();
    return Double.parseDouble(found.group(1));
  }

  /** docs/validation.md, "Fairness at 100 Gb/s": Jain's index stays at 0.85 with the default, and 4 flows are fair with their step. */
  @Test
  void reportsUnfairnessOfFourFlowsWithTheDefault() {
    Program advise = Program.run("advise", "../scenarios/fairness.yaml");
    assertThat(advise.err()).isEmpty();
    assertThat(advise.exit()).isZero();
    assertThat(advise.out()).startsWith("N = 4 flows").contains("hpcc(maxFlows=4)").contains("655.3 B").contains("4.19 us");
    assertThat(number(advise.out(), "^as it is +\\S+ +(\\S+)")).isBetween(0.80, 0.90);
    assertThat(number(advise.out(), "^as advised +\\S+ +(\\S+)")).isGreaterThan(0.99);
    assertThat(advise.out().replace('\n', ' '))
        .contains("Warning: as it is, hpcc (W_AI 26.2 B) leaves 4 long flows unfair: Jain's index is 0.8");
  }

  /** A configuration of the authors' simulator is advised on like a scenario, and its warnings are shown. */
  @Test
  void warnsAboutAConfiguration() throws IOException {
    Path config = Files.writeString(folder.resolve("config.txt"), """
        TOPOLOGY_FILE topology.txt
        FLOW_FILE flow.txt
        CC_MODE 3
        MULTI_RATE 0
        ENABLE_QCN 0
        RATE_AI 50Mb/s
        L2_ACK_INTERVAL 1
        SIMULATOR_STOP_TIME 2.01
        BW_MON_FILE bw.txt
        """);
    Files.writeString(folder.resolve("topology.txt"), "4 1 3\n3\n0 3 100Gbps 1us 0\n1 3 100Gbps 1us 0\n2 3 100Gbps 1us 0\n");
    Files.writeString(folder.resolve("flow.txt"), "2\n0 2 3 100 20000 2.0\n1 2 3 100 20000 2.0\n\nnotes\n");
    Program advise = Program.run("advise", config.toString(), "--no-simulation");
    assertThat(advise.exit()).as(advise.err()).isZero();
    assertThat(advise.out()).startsWith("N = 2 flows");
    assertThat(advise.err().lines()).hasSize(2).allSatisfy(line -> assertThat(line).startsWith("inflight: warning: "))
        .anySatisfy(line -> assertThat(line).contains(config + ":9: BW_MON_FILE has no effect"))
        .anySatisfy(line -> assertThat(line).contains(folder.resolve("flow.txt") + ":"));
  }

  /** The step for an index is smaller than the rule's, and gives that index. */
  @Test
  void advisesStepForAnIndex() {
    Program advise = Program.run("advise", "../scenarios/fairness.yaml", "--fairness", "0.95");
    assertThat(advise.err()).isEmpty();
    assertThat(advise.out()).contains("hpcc(wAi=130B)").contains("Jain 0.950").contains("U 0.960");
    assertThat(number(advise.out(), "^as advised +\\S+ +(\\S+)")).isGreaterThan(0.95);
    String words = advise.out().replaceAll("\\s+", " ");
    assertThat(words).contains("no standing queue").contains("less than").contains("= 655.3 B, the largest with which")
        .contains("10 ms after the last has joined; with the advised parameters it is 0.99");
  }

  /** With a long round trip the step is the one that is large enough to be in time. */
  @Test
  void advisedStepReachesTheIndexInTime() {
    String out = Program.run("advise", "../scenarios/fairness.yaml", "--fairness", "0.95", "--flows", "16", "--set",
        "topology=star(hosts=17, rate=100Gbps, delay=5us)").out();
    assertThat(number(out, "^scheme +hpcc\\(wAi=(\\d+)B\\)")).isBetween(100.0, 200.0);
    assertThat(number(out, "^as advised +\\S+ +(\\S+)")).isGreaterThan(0.95);
  }

  @Test
  void moreFairnessThanTheRuleHasRoomForCostsQueue() {
    String out = Program.run("advise", "../scenarios/fairness.yaml", "--fairness", "0.9999", "--no-simulation").out()
        .replaceAll("\\s+", " ");
    assertThat(out).contains("more than").contains(", and none with W_AI at most 4");
    Program wrong = Program.run("advise", "../scenarios/fairness.yaml", "--fairness", "1.5");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("--fairness: 1.5 is outside 0.5 to 0.9999");
  }

  @Test
  void printsRatesOfTheScenariosFlows() {
    Program advise = Program.run("advise", "../scenarios/fairness.yaml", "--no-simulation", "--rates");
    assertThat(advise.err()).isEmpty();
    assertThat(advise.out())
        .containsPattern("(?m)^0 +host 0 +host 4 +23\\.8 Gb/s +center \\(switch 5\\) port 5 to host 4 +95\\.2 %$")
        .satisfies(out -> assertThat(out.replace('\n', ' ')).contains("with hpcc (HPCC §A.3; rates of whole frames):",
            "W_AI adds to that: the most used link has"));
    String alpha = Program.run("advise", "../scenarios/fairness.yaml", "--no-simulation", "--rates", "--set", "scheme=hpcc-alpha")
        .out();
    assertThat(alpha).contains("with hpcc-alpha (HPCC");
    String raised = Program
        .run("advise", "../scenarios/fairness.yaml", "--no-simulation", "--rates", "--set", "scheme=hpcc(speedUp=100)").out();
    assertThat(raised).contains("(with W_AI itself, without speedUp)");
    assertThat(advise.out()).doesNotContain("speedUp");
  }

  /** 360 flows of one NIC fill it by their steps alone, and it has no more than that. */
  @Test
  void nicHasNoMoreThanItsRate() {
    String out = Program.run("advise", "../scenarios/nic-limit.yaml", "--no-simulation", "--rates").out();
    assertThat(number(out, "^0 +host 0 .* (\\S+) %$")).isBetween(97.0, 99.0);
    assertThat(out).contains("and 340 more flows");
  }

  @Test
  void rejectsRatesOfTooManyFlowsAndOfNone() {
    Program many = Program.run("advise", "../scenarios/leafspine.yaml", "--no-simulation", "--rates");
    assertThat(many.exit()).isEqualTo(2);
    assertThat(many.out()).isEmpty();
    assertThat(many.err()).contains("--rates: ").contains("flows; rates are computed for at most 1,000");
    Program none = Program.run("advise", "../scenarios/rdma.yaml", "--no-simulation", "--rates");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("--rates: the scenario has no flows of its own, only operations or jobs");
  }

  /** Each of the lines to paste is one that check takes and prints no warning for. */
  @ParameterizedTest
  @ValueSource(strings = {"topology: star(hosts=9)\nflows: incast(senders=8)\nbuffer: 2MiB",
      "topology: rail-optimized\nflows: permutation", "topology: leaf-spine\nflows: poisson(duration=100us)",
      "topology: star(hosts=9)\nflows: incast(senders=8)\nscheme: dcqcn"})
  void adviceCanBeSet(String scenario) throws IOException {
    String file = Files.writeString(folder.resolve("s.yaml"), scenario + "\n").toString();
    List<String> lines = settings(Program.run("advise", file, "--no-simulation").out());
    assertThat(lines).hasSize(3);
    for (String line : lines) {
      Program check = Program.run(Stream.concat(Stream.of("check", file), arguments(line)).toArray(String[]::new));
      assertThat(check.err()).as(line).isEmpty();
      assertThat(check.exit()).isZero();
    }
    Program run = Program.run(
        Stream.concat(Stream.of("run", file, "--quiet", "--out", folder.resolve("run").toString()), arguments(lines.getFirst()))
            .toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(Files.readString(folder.resolve("run/summary.json"))).contains("\"pfcPauses\" : 0,");
  }

  private static List<String> settings(String out) {
    return out.lines().filter(line -> line.startsWith("  --set ")).toList();
  }

  private static Stream<String> arguments(String line) {
    return Pattern.compile("--set '([^']*)'").matcher(line).results().flatMap(found -> Stream.of("--set", found.group(1)));
  }

  /** A server's switch and a rail are two links, and the long flows are those of one. */
  @Test
  void railsAreSeparateLinks() {
    String out = Program.run("advise", "../scenarios/ai/rail.yaml").out();
    assertThat(out).startsWith("N = 4 flows on a link at once, group0-rail0 (switch 72) port 1 to server0-gpu0,")
        .contains("hpcc(maxFlows=4)");
    assertThat(number(out, "^as advised +\\S+ +\\S+ +(\\S+) %")).isBetween(85.0, 95.0);
    assertThat(number(out, "^as it is +\\S+ +\\S+ +(\\S+) %")).isBetween(85.0, 95.0);
    assertThat(number(out, "^as advised +\\S+ +(\\S+)")).isGreaterThan(0.99);
    assertThat(out).doesNotContain("unused");
  }

  /** Each rank has one of the 112 messages of a ring to send at a time. */
  @Test
  void messagesOfTwoRanksAreOneFlow() throws IOException {
    String file = Files.writeString(folder.resolve("job.yaml"),
        "topology: star(hosts=9)\nflows: collective(op=all-reduce, algorithm=ring, size=8MB, ranks=8)\n").toString();
    assertThat(Program.run("advise", file, "--no-simulation").out()).startsWith("N = 1 flow on a link at once, ");
  }

  /**
   * The advice, applied to a simulation of that number of long flows, reaches the requested index; or else the output states that no step
   * does. No advice names a step that its simulation shows to be too small.
   */
  @Tag("sweep")
  @ParameterizedTest
  @ValueSource(strings = {"star(hosts=9, rate=25Gbps)", "leaf-spine(leaves=2, spines=2, hostsPerLeaf=8, fabricRate=100Gbps)",
      "k-ary(k=4, hostRate=100Gbps, fabricRate=100Gbps)",
      "rail-optimized(groups=2, serversPerGroup=4, gpusPerServer=2, spines=2)", "dumbbell",
      "dragonfly(groups=4, routersPerGroup=3, globalLinks=1)", "dual-tor(racks=2, spines=2, hostsPerRack=4)", "star(hosts=2)"})
  void adviceAgreesWithSimulations(String topology) throws IOException {
    adviceHolds(topology, new int[] {2, 7, 30}, "0.9", "0.99", "");
  }

  /** The advice holds for the topologies for which it once failed. */
  @ParameterizedTest
  @ValueSource(strings = {"rail-optimized(groups=2, serversPerGroup=4, gpusPerServer=2, spines=2)", "dumbbell"})
  void adviceHoldsWhereLinksAreNotThoseOfHosts(String topology) throws IOException {
    adviceHolds(topology, new int[] {7}, "0.95");
  }

  private void adviceHolds(String topology, int[] numbers, String... jains) throws IOException {
    String file = Files.writeString(folder.resolve("s.yaml"), "topology: " + topology + "\nflows: permutation\n").toString();
    for (int flows : numbers) {
      for (String jain : jains) {
        var arguments = new ArrayList<>(List.of("advise", file, "--flows", Integer.toString(flows)));
        arguments.addAll(jain.isEmpty() ? List.of() : List.of("--fairness", jain));
        Program advise = Program.run(arguments.toArray(String[]::new));
        String words = advise.out().replaceAll("\\s+", " ");
        String what = topology + ", " + flows + " flows, " + jain;
        assertThat(advise.exit()).as(what + advise.err()).isZero();
        double goal = jain.isEmpty() ? 0.95 : Double.parseDouble(jain);
        double index = number(advise.out(), "^as advised +\\S+ +(\\S+)");
        if (index < goal - 0.001) {
          assertThat(words).as(what)
              .containsPattern(jain.isEmpty()
                  ? "as advised, .* unfair: .*(with a W_AI of .* it is|no simulated W_AI)"
                  : "as advised, .* unfair: .*no simulated W_AI");
        } else {
          assertThat(words).as(what).doesNotContainPattern("as advised, \\S+ \\(W_AI [^)]*\\) leaves \\d+ long flows unfair");
        }
        Matcher better = Pattern.compile("with a W_AI of (\\S+) B it is (\\S+) \\(--fairness").matcher(words);
        while (better.find()) {
          assertThat(Double.parseDouble(better.group(2))).as(what).isGreaterThanOrEqualTo(goal - 0.01);
        }
        assertThat(settings(advise.out())).as(what).isNotEmpty();
      }
    }
  }

  @Test
  void acceptsTheNumberOfFlows() {
    String out = Program.run("advise", "../scenarios/incast.yaml", "--flows", "2", "--no-simulation").out();
    assertThat(out).startsWith("N = 2 flows on a link at once, center (switch 17) port 17 to host 16\n")
        .contains("hpcc(maxFlows=2)").doesNotContain("simulated");
    for (String flows : List.of("-1", "0")) {
      Program none = Program.run("advise", "../scenarios/incast.yaml", "--flows", flows);
      assertThat(none.exit()).isEqualTo(2);
      assertThat(none.err()).contains("--flows: " + flows + " is outside 1 to 100000");
    }
  }

  @Test
  void reportsMoreFlowsThanHosts() {
    assertThat(Program.run("advise", "../scenarios/incast.yaml", "--flows", "40").out()).as("16 hosts send to one")
        .contains("simulated on this fabric: 40 long flows over center (switch 17) port 17 to host 16");
  }

  @Test
  void anotherSchemeIsComparedWithTheDefaults() {
    Program advise = Program.run("advise", "../scenarios/incast.yaml", "--set", "framing=reference", "--set",
        "scheme=hpcc-authors", "--set", "telemetry=authors");
    assertThat(advise.exit()).isZero();
    assertThat(advise.out()).containsPattern("(?m)^by default +0");
  }

  @Test
  void reportsLinksOnWhichHpccCannotRun() {
    Program advise = Program.run("advise", "../scenarios/incast.yaml", "--set", "scheme=dctcp", "--set", "recovery=tcp");
    assertThat(advise.exit()).isEqualTo(2);
    assertThat(advise.err()).contains("HPCC cannot be simulated here: ").contains("--no-simulation prints only formulas");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1.5", "NaN", "-Infinity", "1e300"})
  void rejectsImpossibleFairnessIndexes(String jain) {
    Program wrong = Program.run("advise", "../scenarios/fairness.yaml", "--no-simulation", "--fairness", jain);
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).startsWith("inflight: --fairness: ").contains(" is outside 0.5 to 0.9999");
  }

  /** However many messages they send. */
  @Test
  void hasNoRatesOfJobs() {
    Program job = Program.run("advise", "../scenarios/ai/dense.yaml", "--no-simulation", "--rates");
    assertThat(job.exit()).isEqualTo(2);
    assertThat(job.err()).isEqualTo("inflight: --rates: the scenario has no flows of its own, only operations or jobs\n");
  }
}
