package dev.inflight.lab.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import java.util.ArrayList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The causes of each slow flow add up to its excess over the ideal FCT, and the text names them. */
class SlowFlowsTest {
  private static final double SLOW = 1.2;
  private static final double NOT_SLOW = 1.05;

  @TempDir
  private Path folder;

  private Scenario scenario(String yaml) throws IOException {
    return ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), yaml));
  }

  private Explanation explain(int flow, String yaml) throws IOException {
    return Explanation.of(scenario(yaml), flow);
  }

  private static String words(Explanation explanation) {
    return String.join(" ", ExplanationText.lines(explanation)).replaceAll("\\s+", " ");
  }

  private static Cause mainCause(Explanation explanation) {
    return Objects.requireNonNull(explanation.main()).getKey().cause();
  }

  @Test
  void marksFlowsOfWhichOnlyAcksCrossAPort() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=4)
        flows:
          - flow(from=0, to=1, size=2MB)
          - flow(from=1, to=2, size=2MB)
          - flow(from=3, to=1, size=2MB)
        scheme: hpcc
        """);
    assertThat(words(why)).contains("flow 2 (host 3 to host 1, 2.00 MB, from 0 ps)")
        .contains("flow 1 (host 1 to host 2, 2.00 MB, from 0 ps) (only its ACKs and control packets)")
        .doesNotContain("flow 2 (host 3 to host 1, 2.00 MB, from 0 ps) (only");
  }

  @Test
  void explainsAnAcknowledgementInTheQueueOfAnIncast() throws IOException {
    Explanation why = explain(5, """
        topology: star(hosts=6)
        flows:
          - flow(from=0, to=1, size=500B, start=100us)
          - incast(senders=5, receiver=0, size=5MB, start=0us)
        scheme: dcqcn
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.LAST_ACK);
    assertThat(words(why))
        .contains("its last acknowledgement, which completes it, waited at center (switch 6)"
            + " port 1 to host 0. 5 other flows took 100.0 %")
        .contains("last acknowledgement late").doesNotContain("No single cause");
  }

  /** The acknowledgement waits at a paused port, and the text has the root. */
  @Test
  void explainsAPausedAcknowledgement() throws IOException {
    Explanation why = explain(4, """
        topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=4, fabricRate=400Gbps)
        flows:
          - flow(from=4, to=0, size=4MB)
          - flow(from=5, to=0, size=4MB)
          - flow(from=6, to=0, size=4MB)
          - flow(from=7, to=0, size=4MB)
          - flow(from=1, to=5, size=1KB, start=300us)
        scheme: none
        buffer: 2MiB
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.LAST_ACK);
    assertThat(words(why)).contains("because of ").contains("PFC pause").contains("root is the queue of");
  }

  /** Chunks of a ring go over one connection: those posted while an earlier one waits for its timer wait behind it. */
  @Test
  void explainsAMessageBehindATimeout() throws IOException {
    String yaml = """
        topology: star(hosts=2)
        flows: collective(op=all-gather, size=8MB, chunk=500KB, channels=1, slots=8)
        retransmitTimeout: 1ms
        events:
          - {at: 20us, link: [0, 2], state: down, direction: [0, 2], for: 300us}
        """;
    Scenario scenario = scenario(yaml);
    List<FlowResult> messages = new ArrayList<>();
    new Simulation(scenario.setup(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        messages.add(flow);
      }
    }).run();
    FlowResult behind = messages.stream()
        .filter(each -> each.source() == 0 && each.retransmittedBytes() == 0 && each.fctPs() > 500_000_000L).findFirst()
        .orElseThrow();
    assertThat(mainCause(Explanation.of(scenario, behind.id()))).isEqualTo(Cause.CONNECTION_BUSY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dcqcn", "hpcc", "dctcp", "swift", "none"})
  void causesSumToTheTime(String scheme) throws IOException {
    causesOfAll("""
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
        flows:
          - permutation(size=300KB)
          - incast(senders=5, size=60KB)
          - flow(from=7, to=1, size=500B, start=20us)
          - flow(from=0, to=6, size=500B, start=30us)
        scheme: %s
        """.formatted(scheme));
  }

  @ParameterizedTest
  @ValueSource(strings = {"selective(rto=100us)", "irn", "go-back-n"})
  void causesSumToTheTimeWithLosses(String recovery) throws IOException {
    causesOfAll("""
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
        flows:
          - incast(senders=6, size=60KB)
          - flow(from=1, to=5, size=5KB)
        scheme: dcqcn
        recovery: %s
        lossRate: 0.002
        """.formatted(recovery));
  }

  @Test
  void causesSumToTheTimeOnManyPaths() throws IOException {
    causesOfAll("""
        topology: k-ary(k=4, hostRate=100Gbps, fabricRate=40Gbps)
        flows: permutation(size=400KB)
        scheme: nscc
        pfc: false
        recovery: selective
        paths: spray
        """);
  }

  private void causesOfAll(String yaml) throws IOException {
    Scenario scenario = scenario(yaml);
    int slow = 0;
    for (int flow = 0; flow < scenario.setup().flows().count(); flow++) {
      Explanation why = Explanation.of(scenario, flow);
      double slowdown = Objects.requireNonNull(why.result()).slowdown();
      String words = words(why);
      if (slowdown > SLOW) {
        slow++;
        long excess = why.lifePs() - why.result().idealFctPs();
        long named = why.lifePs() - why.ledger().of(Cause.SENDING) - why.ledger().of(Cause.LAST_WAY);
        assertThat(named >= 0.8 * excess || words.contains("is unknown")).as("flow " + flow + ": " + words).isTrue();
      }
      if (slowdown >= NOT_SLOW) {
        assertThat(words).as("flow " + flow).doesNotContain("No single cause cost it much");
      }
      assertThat(ExplanationText.lines(why).subList(0, 2)).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    }
    assertThat(slow).isPositive();
  }

  /** Queues of many ports, none of which cost much. */
  @Test
  void smallPartsAreSummedUp() throws IOException {
    Scenario scenario = scenario("""
        topology: k-ary(k=4, hostRate=100Gbps, fabricRate=100Gbps)
        flows: permutation(size=200KB)
        scheme: dcqcn
        """);
    long summed = 0;
    for (int flow = 0; flow < scenario.setup().flows().count(); flow++) {
      List<String> reasons = ExplanationText.reasons(Explanation.of(scenario, flow));
      assertThat(reasons).isNotEmpty();
      summed += reasons.stream().filter(reason -> reason.contains(" in small parts: ")).count();
    }
    assertThat(summed).isPositive();
  }

  @Test
  void dropsAreBeforeTheQueueThatWasFull() throws IOException {
    Explanation why = explain(3, """
        topology: star(hosts=17)
        flows: incast(senders=16, receiver=16, size=300KB)
        scheme: dcqcn
        pfc: false
        buffer: 500KB
        egressAlpha: 0.5
        recovery: selective
        """);
    assertThat(why.losses()).singleElement().satisfies(port -> assertThat(port.port().far().node()).isEqualTo(16));
    assertThat(words(why))
        .contains("packets dropped at the full queue of center (switch 17) port 17 to host 16 (a queue may"
            + " hold egressAlpha = 0.5 times the free part of the switch's buffer of 500 KB)")
        .containsPattern("At that port, 15 other flows took 9").doesNotContain("port 4 to host 3");
  }

  /** A cable is named in the direction in which it lost packets. */
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0"})
  void lossesOnACableHaveADirection(int from, int to) throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=3)
        flows: flow(from=%d, to=%d, size=3MB)
        scheme: none
        lossRate: 0.002
        """.formatted(from, to));
    assertThat(why.losses()).isNotEmpty();
    assertThat(words(why))
        .containsPattern("on the cable from (host " + from + " to center|center to host " + to + ") \\(random loss")
        .doesNotContain("from host " + to + " to center").doesNotContain("from center to host " + from);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"irn | go-back-n | retransmitTimeout: 4ms",
      "go-back-n | selective(rto=200us) | rto=200us"})
  void tailLossNamesTheRecoveryOfItsClass(String ofScenario, String ofClass, String key) throws IOException {
    Explanation tail = explain(0, """
        topology: dumbbell
        flows: []
        classes: [{name: short, recovery: "%s", flows: "flow(from=0, to=4, size=6KB, start=20us)"}]
        scheme: dcqcn
        recovery: %s
        events:
          - {at: 21.8us, link: [8, 9], state: down}
          - {at: 60us, link: [8, 9], state: up}
        """.formatted(ofClass, ofScenario));
    assertThat(tail.packets().timeouts()).isPositive();
    assertThat(words(tail)).contains(key).contains("Loss recovery: " + ofClass.replaceFirst("\\(.*", "") + ".");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"go-back-n | retransmitTimeout: 4ms", "selective(rto=200us) | rto=200us",
      "irn(rtoLow=150us, rtoHigh=500us) | rtoLow=150us"})
  void tailLossWaitsForATimeout(String recovery, String key) throws IOException {
    Explanation why = explain(0, """
        topology: dumbbell
        flows:
          - flow(from=0, to=4, size=6KB, start=20us)
          - flow(from=1, to=5, size=2MB)
        scheme: dcqcn
        recovery: %s
        events:
          - {at: 21.8us, link: [8, 9], state: down}
          - {at: 60us, link: [8, 9], state: up}
        """.formatted(recovery));
    Explanation tail = why.startPs() == 0 ? explain(1, Files.readString(folder.resolve("s.yaml"))) : why;
    assertThat(mainCause(tail)).isEqualTo(Cause.TIMEOUT);
    assertThat(tail.packets().timeouts()).isPositive();
    assertThat(words(tail)).contains("until its retransmission timer expired (").contains(key)
        .contains("waiting for a retransmission timeout").contains("cable from left to right");
  }

  /** A flow without a window is never limited by one. */
  @Test
  void noWindowIsNoCause() throws IOException {
    String yaml = """
        topology: star(hosts=6)
        flows:
          - flow(from=0, to=1, size=2MB)
          - flow(from=2, to=0, size=5MB, start=5us)
          - flow(from=3, to=0, size=5MB, start=5us)
        scheme: dcqcn(window=none)
        """;
    for (int flow = 0; flow < 3; flow++) {
      Explanation why = explain(flow, yaml);
      assertThat(why.ledger().of(Cause.WINDOW) + why.ledger().of(Cause.OWN_WINDOW) + why.ledger().of(Cause.LATE_ACKS)).isZero();
      assertThat(words(why)).doesNotContain("full window");
    }
  }

  @Test
  void explainsAPriorityThatIsServedFirst() throws IOException {
    String yaml = """
        topology: star(hosts=5)
        flows:
          - flow(from=0, to=4, size=1MB, priority=1)
          - flow(from=1, to=4, size=4MB, priority=6)
        queues: %s
        scheme: none
        """;
    assertThat(words(explain(0, yaml.formatted("strict-dwrr")))).contains("The cause is their priority: the port serves"
        + " priority 6 strictly before priority 1 of this flow (queues: strict-dwrr)");
    assertThat(words(explain(1, yaml.formatted("strict-dwrr")))).doesNotContain("their priority");
    assertThat(words(explain(0, yaml.formatted("round-robin")))).doesNotContain("their priority");
  }

  @Test
  void queueOfOwnPacketsHasAReason() throws IOException {
    assertThat(words(explain(0, """
        topology: star(hosts=6)
        flows:
          - flow(from=0, to=5, size=3MB)
          - incast(senders=4, receiver=5, size=100KB, start=30us)
        scheme: dcqcn
        """))).contains("The queue held its own packets, behind those of other flows: ");
  }
}
