package dev.inflight.lab.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.List;
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
  void fourFlowsAreNotFairWithTheDefault() {
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
  void aStepForAnIndexIsAdvised() {
    Program advise = Program.run("advise", "../scenarios/fairness.yaml", "--fairness", "0.95");
    assertThat(advise.err()).isEmpty();
    assertThat(advise.out()).contains("hpcc(wAi=130B)").contains("Jain 0.950").contains("U 0.960");
    assertThat(number(advise.out(), "^as advised +\\S+ +(\\S+)")).isGreaterThan(0.95);
    String words = advise.out().replaceAll("\\s+", " ");
    assertThat(words).contains("so no queue stands").contains("less than").contains("= 655.3 B, up to which")
        .contains("a larger step makes them fair, 130 B or more (--fairness)");
  }

  /** With a long round trip the step is the one that is large enough to be in time. */
  @Test
  void aStepIsInTime() {
    String out = Program.run("advise", "../scenarios/fairness.yaml", "--fairness", "0.95", "--flows", "16", "--set",
        "topology=star(hosts=17, rate=100Gbps, delay=5us)").out();
    assertThat(number(out, "^scheme +hpcc\\(wAi=(\\d+)B\\)")).isBetween(100.0, 200.0);
    assertThat(number(out, "^as advised +\\S+ +(\\S+)")).isGreaterThan(0.95);
  }

  @Test
  void moreFairnessThanTheRuleHasRoomForCostsQueue() {
    String out = Program.run("advise", "../scenarios/fairness.yaml", "--fairness", "0.9999", "--no-simulation").out()
        .replaceAll("\\s+", " ");
    assertThat(out).contains("more than").contains("stand in the queue, and none with at most 4");
    Program wrong = Program.run("advise", "../scenarios/fairness.yaml", "--fairness", "1.5");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("--fairness: 1.5 is outside 0.5 to 0.9999");
  }

  @Test
  void ratesOfTheScenariosFlows() {
    Program advise = Program.run("advise", "../scenarios/fairness.yaml", "--no-simulation", "--rates");
    assertThat(advise.err()).isEmpty();
    assertThat(advise.out()).contains("with hpcc (HPCC §A.3; rates of whole frames):")
        .containsPattern("(?m)^0 +host 0 +host 4 +23\\.8 Gb/s +center \\(switch 5\\) to host 4 +95\\.2 %$")
        .contains("after 1 round trip");
    String alpha = Program.run("advise", "../scenarios/fairness.yaml", "--no-simulation", "--rates", "--set", "scheme=hpcc-alpha")
        .out();
    assertThat(alpha).contains("with hpcc-alpha (HPCC");
  }

  /** 360 flows of one NIC fill it by their steps alone, and it has no more than that. */
  @Test
  void aNicHasNoMoreThanItsRate() {
    String out = Program.run("advise", "../scenarios/nic-limit.yaml", "--no-simulation", "--rates").out();
    assertThat(number(out, "^0 +host 0 .* (\\S+) %$")).isBetween(97.0, 99.0);
    assertThat(out).contains("and 340 more flows");
  }

  @Test
  void ratesOfTooManyFlowsAndOfNone() {
    Program many = Program.run("advise", "../scenarios/leafspine.yaml", "--no-simulation", "--rates");
    assertThat(many.exit()).isEqualTo(2);
    assertThat(many.out()).isEmpty();
    assertThat(many.err()).contains("--rates: ").contains("flows; rates are computed of at most 1,000");
    Program none = Program.run("advise", "../scenarios/rdma.yaml", "--no-simulation", "--rates");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("--rates: the scenario has no flows of its own, only operations or jobs");
  }

  @Test
  void whatIsAdvisedCanBeSet() throws IOException {
    String file = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=9)\nflows: incast(senders=8)\n").toString();
    String out = Program.run("advise", file, "--no-simulation").out();
    Matcher buffer = Pattern.compile("at least (\\d+MiB)").matcher(out);
    Matcher ecn = Pattern.compile("ecn for dcqcn +(\\{.*?\\})").matcher(out);
    assertThat(buffer.find() && ecn.find()).isTrue();
    Program check = Program.run("check", file, "--set", "scheme=hpcc(maxFlows=8)", "--set", "buffer=" + buffer.group(1), "--set",
        "ecn=[" + ecn.group(1) + "]");
    assertThat(check.err()).isEmpty();
    Program run = Program.run("run", file, "--quiet", "--out", folder.resolve("run").toString(), "--set",
        "scheme=hpcc(maxFlows=8)", "--set", "buffer=" + buffer.group(1));
    assertThat(run.exit()).isZero();
    assertThat(Files.readString(folder.resolve("run/summary.json"))).contains("\"pfcPauses\" : 0,");
  }

  @Test
  void theNumberOfFlowsCanBeSaid() {
    String out = Program.run("advise", "../scenarios/incast.yaml", "--flows", "2", "--no-simulation").out();
    assertThat(out).startsWith("N = 2 flows on a link at once\n").contains("hpcc(maxFlows=2)").doesNotContain("simulated");
    for (String flows : List.of("-1", "0")) {
      Program none = Program.run("advise", "../scenarios/incast.yaml", "--flows", flows);
      assertThat(none.exit()).isEqualTo(2);
      assertThat(none.err()).contains("--flows: " + flows + " is outside 1 to 100000");
    }
  }

  @Test
  void moreFlowsThanHostsAreSaid() {
    assertThat(Program.run("advise", "../scenarios/incast.yaml", "--flows", "40").out())
        .contains("simulated on this fabric: 16 long flows (of N, as there are no more hosts)");
  }

  @Test
  void anotherSchemeIsComparedWithTheDefaults() {
    Program advise = Program.run("advise", "../scenarios/incast.yaml", "--set", "framing=reference", "--set",
        "scheme=hpcc-authors", "--set", "telemetry=authors");
    assertThat(advise.exit()).isZero();
    assertThat(advise.out()).containsPattern("(?m)^by default +0");
  }

  @Test
  void whereHpccCannotRunIsSaid() {
    Program advise = Program.run("advise", "../scenarios/incast.yaml", "--set", "scheme=dctcp", "--set", "recovery=tcp");
    assertThat(advise.exit()).isEqualTo(2);
    assertThat(advise.err()).contains("HPCC cannot be simulated here: ").contains("--no-simulation gives the formulas alone");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1.5", "NaN", "-Infinity", "1e300"})
  void refusesFairnessThatNoIndexIs(String jain) {
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
