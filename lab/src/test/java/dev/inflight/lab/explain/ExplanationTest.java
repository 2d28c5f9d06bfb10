package dev.inflight.lab.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Constructed cases with a known reason why a flow was slow. */
class ExplanationTest {
  @TempDir
  private Path folder;

  private Explanation explain(int flow, String yaml) throws IOException {
    return Explanation.of(ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), yaml)), flow);
  }

  private static String words(Explanation explanation) {
    return String.join(" ", ExplanationText.lines(explanation)).replaceAll("\\s+", " ");
  }

  private static Cause mainCause(Explanation explanation) {
    return Objects.requireNonNull(explanation.main()).getKey().cause();
  }

  @Test
  void explainsAnIncast() throws IOException {
    Explanation why = explain(3, "topology: star(hosts=17)\nflows: incast(senders=16)\nscheme: hpcc\n");
    assertThat(mainCause(why)).isEqualTo(Cause.WINDOW);
    assertThat(words(why)).contains(
        "its congestion control held it back (671 us with a full window) because of center (switch 17) port 17 to host 16")
        .contains("15 other flows took 94.7 % of the bytes that left there in that time");
  }

  @Test
  void explainsPausesByAPortOutsideThePath() throws IOException {
    Explanation why = explain(0, """
        topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=4)
        flows:
          - flow(from=0, to=5, size=2MB)
          - flow(from=1, to=4, size=4MB)
          - flow(from=2, to=4, size=4MB)
          - flow(from=3, to=4, size=4MB)
        scheme: none
        buffer: 2MiB
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.PAUSED);
    assertThat(words(why)).contains("it was paused at host 0 port 1 to leaf0")
        .contains("is the queue of leaf1 (switch 9) port 1 to host 4, which is not on the flow's path.");
  }

  @Test
  void explainsALostTail() throws IOException {
    Explanation why = explain(0, "topology: star(hosts=3)\nflows: flow(from=0, to=1, size=20KB)\nlossRate: 0.02\nseed: 25\n");
    assertThat(mainCause(why)).isEqualTo(Cause.TIMEOUT);
    assertThat(words(why)).contains("because packets were lost: 1 packet on the cable from host 0 to center")
        .contains("(random loss of the cable). Loss recovery: go-back-n.");
  }

  @Test
  void explainsTheStartOfAnotherFlow() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=3)
        flows:
          - flow(from=0, to=2, size=5MB)
          - flow(from=1, to=2, size=5MB, start=100us)
        scheme: hpcc
        """);
    assertThat(mainCause(why)).isIn(Cause.WINDOW, Cause.PACE);
    assertThat(words(why)).containsPattern("congestion control held it back .* because of center \\(switch 3\\) port 3 to host 2")
        .contains("1 other flow took").contains("flow 1 (host 1 to host 2, 5.00 MB, from 100 us), which started 100 us later.");
    assertThat(why.ledger().spanOf(Objects.requireNonNull(why.main()).getKey()).fromPs()).isBetween(90_000_000L, 200_000_000L);
  }

  @Test
  void explainsFullNicEngines() throws IOException {
    Explanation why = explain(2, """
        topology: star(hosts=4)
        flows:
          - flow(from=0, to=1, size=500KB)
          - flow(from=0, to=2, size=500KB)
          - flow(from=0, to=3, size=20KB, start=1us)
        scheme: hpcc
        nic: engines(engines=1, flowsPerEngine=2, tick=5ns)
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.NIC_ENGINE);
    assertThat(words(why)).contains("the scheduling engines of its host's NIC were full");
  }

  @Test
  void explainsALinkFailure() throws IOException {
    Explanation why = explain(0, """
        topology: dumbbell
        flows:
          - flow(from=0, to=4, size=2MB)
          - flow(from=1, to=5, size=2MB)
        scheme: hpcc
        events:
          - {at: 50us, link: [8, 9], state: down}
          - {at: 3ms, link: [8, 9], state: up}
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.LINK_DOWN);
    assertThat(words(why)).contains("the cable at left (switch 8) port 5 to right was down from 50.0 us on");
  }

  @Test
  void explainsOtherFlowsOfTheHost() throws IOException {
    Explanation why = explain(1, """
        topology: star(hosts=3)
        flows:
          - flow(from=0, to=1, size=1MB)
          - flow(from=0, to=2, size=1MB)
        scheme: none
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.NIC_BUSY);
  }

  /** Alone since the other has ended, and slow because DCQCN grows slowly. */
  @Test
  void explainsSlowGrowthOnAFreePath() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=8)
        flows:
          - flow(from=0, to=7, size=20MB)
          - incast(senders=5, size=200KB, receiver=7)
        scheme: dcqcn
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.OWN_PACE);
    assertThat(words(why)).contains("its congestion control held it back although its path was free: its busiest port")
        .contains("The rate that window and pace allowed went from")
        .containsPattern("The last decrease was .* after its start, at ").contains("Congestion control: dcqcn");
    Ledger.Span span = why.ledger().spanOf(Objects.requireNonNull(why.main()).getKey());
    assertThat(why.path()).allSatisfy(port -> assertThat(port.within(span).otherBytes).isEmpty());
  }

  @Test
  void explainsAWindowBelowTheBandwidthDelayProduct() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=3, delay=10us)
        flows: flow(from=0, to=1, size=2MB)
        scheme: fixed-window(bdps=0.2)
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.OWN_WINDOW);
    assertThat(words(why)).contains("Window and pace allowed it").contains("It had not decreased its rate before")
        .doesNotContain("other flow");
  }

  @Test
  void explainsAStartAtABusyPort() throws IOException {
    Explanation why = explain(8, """
        topology: star(hosts=12)
        flows:
          - flow(from=0, to=11, size=20KB, start=100us)
          - incast(senders=8, size=3MB, receiver=11)
        scheme: dcqcn
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.LAST_QUEUE);
    assertThat(words(why))
        .contains("its last packet waited in the queue of center (switch 12) port 12 to host 11. 8 other flows took 100.0 %");
  }

  @Test
  void explainsAStartNextToLongFlowsWithAWindow() throws IOException {
    Explanation why = explain(10, """
        topology: star(hosts=20)
        flows:
          - incast(senders=10, size=20MB, receiver=19)
          - flow(from=12, to=19, size=150KB, start=300us)
        scheme: dctcp
        pfc: false
        buffer: 64MB
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.WINDOW);
    assertThat(words(why)).contains("because of center (switch 20) port 20 to host 19").contains("10 other flows took")
        .doesNotContain("path was free");
  }

  /** HPCC keeps the link at 70 % of its rate: it is not free because of that. */
  @Test
  void explainsCompetitionBelowALowTarget() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=4)
        flows:
          - flow(from=0, to=3, size=10MB)
          - flow(from=1, to=3, size=10MB)
        scheme: hpcc(eta=0.7)
        """);
    assertThat(mainCause(why)).isIn(Cause.WINDOW, Cause.PACE);
    assertThat(words(why)).contains("because of center (switch 4) port 4 to host 3").contains("1 other flow took 5");
  }

  /** Where the receiver decides, or reports are validated, another control wraps the scheme. */
  @ParameterizedTest
  @ValueSource(strings = {"feedback: receiver-windows", "feedbackValidation: checked\nauthenticateFeedback: true"})
  void explainsSchemesBehindOtherControls(String keys) throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=8)
        flows:
          - flow(from=0, to=7, size=5MB)
          - incast(senders=5, size=1MB, receiver=7)
        scheme: hpcc(eta=0.5)
        %s
        """.formatted(keys));
    assertThat(words(why)).contains("5 other flows took 8").contains("The rate that window and pace allowed went from")
        .containsPattern("The last decrease was .* after its start, ").doesNotContain("It sent no packet");
  }

  @Test
  void explainsALinkFailureUnderCredit() throws IOException {
    Explanation why = explain(0, """
        topology: dumbbell
        flows:
          - flow(from=0, to=4, size=2MB)
          - flow(from=1, to=5, size=2MB)
        scheme: hpcc
        feedback: receiver-windows
        events:
          - {at: 50us, link: [8, 9], state: down}
          - {at: 3ms, link: [8, 9], state: up}
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.LINK_DOWN);
  }

  @Test
  void explainsQueuedAcknowledgements() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=12)
        flows:
          - flow(from=0, to=1, size=2MB)
          - flow(from=2, to=0, size=5MB)
          - flow(from=3, to=0, size=5MB)
          - flow(from=4, to=0, size=5MB)
          - flow(from=5, to=0, size=5MB)
        scheme: dctcp
        pfc: false
        buffer: 64MB
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.LATE_ACKS);
    assertThat(words(why)).contains(
        "its window was full because acknowledgements arrived late: they waited at center (switch 12) port 1 to host 0, ")
        .contains("4 other flows took 98.5 %");
  }

  /** Switches of the return path stop: the sender stops too, because its acknowledgements do. */
  @Test
  void explainsPausedAcknowledgements() throws IOException {
    Explanation why = explain(0, """
        topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=4)
        flows:
          - flow(from=5, to=0, size=2MB)
          - flow(from=1, to=4, size=8MB)
          - flow(from=2, to=4, size=8MB)
          - flow(from=3, to=4, size=8MB)
          - flow(from=0, to=4, size=8MB)
        scheme: fixed-window(bdps=1)
        buffer: 1MiB
        """);
    assertThat(total(why)).isEqualTo(Objects.requireNonNull(why.fctPs()));
    assertThat(words(why)).doesNotContain("path was free");
  }

  /** One of two ways goes down, and the flow takes the other one at once. */
  @Test
  void explainsAReroute() throws IOException {
    String yaml = """
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
        flows: flow(from=0, to=5, size=10MB)
        scheme: hpcc
        events:
          - {at: 200us, link: [8, 11], state: down}
        """;
    assertThat(words(explain(0, yaml)))
        .containsPattern("Its route changed 20\\d us after its start, because the cable between leaf0 \\(switch 8\\) and spine1"
            + " \\(switch 11\\) went down at 200 us: first over leaf0 \\(switch 8\\) port 6 to spine1, [^;]*; then over leaf0"
            + " \\(switch 8\\) port 5 to spine0, ")
        .doesNotContain("it made no progress");
  }

  /** For 400 us neither of two paths exists. */
  @Test
  void explainsTimeWithoutARoute() throws IOException {
    Explanation why = explain(0, """
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
        flows: flow(from=0, to=5, size=10MB)
        scheme: hpcc
        events:
          - {at: 200us, link: [8, 10], state: down}
          - {at: 201us, link: [8, 11], state: down}
          - {at: 601us, link: [8, 10], state: up}
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.LINK_DOWN);
    assertThat(why.ledger().of(Cause.LINK_DOWN)).isBetween(390_000_000L, 400_000_000L);
    assertThat(words(why)).contains("the cable at leaf0 (switch 8) port 6 to spine1 was down from 201 us on")
        .contains("then over leaf0 (switch 8) port 5 to spine0");
  }

  @Test
  void explainsADeadlock() throws IOException {
    Files.copy(Path.of("..", "scenarios", "ring.txt"), folder.resolve("ring.txt"));
    Explanation why = explain(0, Files.readString(Path.of("..", "scenarios", "deadlock.yaml")));
    assertThat(mainCause(why)).isEqualTo(Cause.PAUSED);
    assertThat(total(why)).isEqualTo(why.lifePs());
    assertThat(words(why)).contains("DEADLOCK, a circle of ports that wait for each other: switch 6 port 3 to switch 7 -> ")
        .contains("it was paused at switch 6 port 3 to switch 7");
  }

  @Test
  void namesEventsOfThePath() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=3)
        flows: flow(from=0, to=1, size=5MB)
        events:
          - {at: 20us, link: [1, 3], state: degraded, rate: 10Gbps, until: 120us}
          - {at: 30us, link: [2, 3], state: lossy, loss: 0.5}
          - {at: 9s, link: [1, 3], state: lossy, loss: 0.5}
        """);
    assertThat(words(why))
        .contains("On its path, the cable between host 1 and center (switch 3) was at 10.0 Gb/s from 20.0 us to 120 us.")
        .doesNotContain("lost packets at a rate");
  }

  @Test
  void restoredLinkIsAnOutageUntilRoutesChange() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=3)
        flows: flow(from=0, to=1, size=5MB)
        retransmitTimeout: 100us
        reroute: {detection: 10us, convergence: 800us}
        events:
          - {at: 20us, link: [0, 3], state: down, for: 900us}
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.LINK_DOWN);
    assertThat(words(why)).contains("was down from 20.0 us on, and nodes may take 810 us to react to changes of cables");
  }

  @Test
  void explainsAMissingRouteAtTheEnd() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=3)
        flows: flow(from=0, to=1, size=5MB)
        events:
          - {at: 20us, link: [1, 3], state: down}
        """);
    assertThat(mainCause(why)).isEqualTo(Cause.LINK_DOWN);
    assertThat(total(why)).isEqualTo(why.lifePs());
    assertThat(words(why)).contains("no route leads from host 0 to host 1; down: host 1 - center")
        .contains("the cable at center (switch 3) port 2 to host 1 was down from 20.0 us on");
  }

  @Test
  void sharesOfTimeAreAtMostOne() throws IOException {
    assertThat(words(explain(0, """
        topology: star(hosts=3, rate=1Gbps)
        flows: flow(from=0, to=1, size=3KB)
        scheme: fixed-window(bdps=0.45)
        """))).contains("was sending for 100.0 % of that time");
  }

  /** Flows that were active only before and after the named interval are not named. */
  @Test
  void namesCompetingFlowsOfTheInterval() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=4)
        flows:
          - flow(from=0, to=3, size=40MB)
          - flow(from=1, to=3, size=8MB, start=500us)
          - flow(from=2, to=3, size=10KB, start=2.5ms)
        scheme: hpcc
        """);
    assertThat(words(why)).contains("1 other flow took").contains("flow 1 (host 1 to host 3, 8.00 MB, from 500 us)")
        .doesNotContain("flow 2 (");
  }

  @Test
  void explainsRetransmissions() throws IOException {
    Explanation why = explain(0, """
        topology: star(hosts=3, delay=20us)
        flows: flow(from=0, to=1, size=1MB)
        scheme: none
        lossRate: 0.01
        recovery: go-back-n
        """);
    assertThat(why.packets().sentAgain()).isPositive();
    assertThat(words(why)).containsPattern("for retransmissions, \\S+ of the \\S+ packets that left its NIC");
  }

  private static final String TRIMMED = """
      topology: star(hosts=17)
      flows: incast(senders=16, size=200KB)
      scheme: %s
      recovery: selective
      pfc: false
      buffer: 400KB
      trim: true
      queues: strict-dwrr
      """;

  @ParameterizedTest
  @CsvSource({"true, forwarded", "{to: sender}, returned"})
  void explainsTrimmedPackets(String trim, String headers) throws IOException {
    Explanation why = explain(3, TRIMMED.formatted("nscc").replace("trim: true", "trim: " + trim));
    int trimmed = why.losses().stream().mapToInt(port -> port.trimmed).sum();
    assertThat(trimmed).isPositive().isEqualTo(why.packets().sentAgain());
    assertThat(words(why)).contains(
        "packets were trimmed: " + Humanize.count(trimmed) + " packets trimmed at center (switch 17) port 17 to host 16")
        .doesNotContain("lost")
        .contains("(the switch " + headers + " the headers; a queue may hold egressAlpha = 1 times the free part of");
  }

  @Test
  void explainsWaitsForCredit() throws IOException {
    Explanation why = explain(3, "topology: star(hosts=17)\nflows: incast(senders=16)\nscheme: rccc\n");
    assertThat(mainCause(why)).isEqualTo(Cause.CREDIT);
    assertThat(words(why)).contains("it waited for credit of its receiver, host 16")
        .contains("center (switch 17) port 17 to host 16. 15 other flows took").doesNotContain("full window");
  }

  @Test
  void explainsOvertakenPackets() throws IOException {
    Explanation why = explain(0, """
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4, fabricRate=100Gbps)
        flows: permutation(size=1MB)
        scheme: none
        paths: spray
        recovery: selective(reorder=100ns)
        pfc: false
        buffer: 100MB
        """);
    assertThat(why.losses()).isEmpty();
    assertThat(why.packets().lostAcknowledgements()).isZero();
    assertThat(why.packets().sentAgain()).isPositive();
    assertThat(why.packets().overtaken()).isPositive();
    assertThat(words(why)).contains(
        "no data was lost; packets overtook each other: " + Humanize.count(why.packets().overtaken()) + " arrived behind");
  }

  @Test
  void findsNoFaultOfALoneFlow() throws IOException {
    assertThat(words(explain(0, "topology: star(hosts=3)\nflows: flow(from=0, to=1, size=1MB)\nscheme: none\n")))
        .contains("No single cause cost it much: it was sending for 9");
  }

  @Test
  void explainsAnUnfinishedFlow() throws IOException {
    Explanation why = explain(0, "topology: star(hosts=3)\nflows: [flow(from=0\\, to=2), 'flow(from=1, to=2)']\n"
        .replace("flow(from=0\\, to=2)", "'flow(from=0, to=2, size=5MB)'") + "until: 100us\n");
    assertThat(words(why)).contains("did not finish: the simulation ended 100 us after its start");
    assertThat(total(why)).isEqualTo(why.lifePs());
  }

  private static long total(Explanation why) {
    return why.ledger().byCost().stream().mapToLong(Map.Entry::getValue).sum();
  }

  /** With any scheme the result is the same as without a watch, to the picosecond, and every picosecond is accounted for. */
  @ParameterizedTest
  @ValueSource(strings = {"hpcc", "dcqcn", "timely", "dctcp", "swift", "powertcp", "nscc", "rccc", "fixed-window", "none",
      "hpcc-alpha"})
  void causesSumToTheTime(String scheme) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), """
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
        flows:
          - incast(senders=6, size=60KB)
          - poisson(load=0.6, sizes=websearch, duration=100us)
        scheme: %s
        lossRate: 0.0005
        buffer: 4MiB
        """.formatted(scheme));
    var scenario = ScenarioReader.read(file, Overrides.NONE);
    var results = new HashMap<Integer, FlowResult>();
    new Simulation(scenario.setup(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        results.put(flow.id(), flow);
      }
    }).run();
    for (int flow = 0; flow < scenario.setup().flows().count(); flow++) {
      Explanation why = Explanation.of(scenario, flow);
      assertThat(why.result()).isEqualTo(results.get(flow));
      assertThat(total(why)).as("flow " + flow).isEqualTo(Objects.requireNonNull(why.result()).fctPs());
      assertThat(why.ledger().byCost()).allSatisfy(cost -> assertThat(cost.getValue()).isPositive());
      assertThat(ExplanationText.lines(why)).isNotEmpty();
    }
  }
}
