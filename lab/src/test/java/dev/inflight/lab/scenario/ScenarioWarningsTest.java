package dev.inflight.lab.scenario;

import dev.inflight.lab.scenario.key.Overrides;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Valid scenarios that are likely mistakes. */
class ScenarioWarningsTest {
  private static final String YAML = """
      topology: star(hosts=3)
      flows: flow(size=1MB)
      events:
        - {at: 10us, link: [2, 3], state: down}
        - {at: 60us, link: [2, 3], state: up}
        - {at: 70us, link: [2, 3], state: down}
      """;

  @TempDir
  private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("s.yaml"), YAML);
  }

  private Program run(Path scenario, String out, String... options) {
    String[] arguments = new String[4 + options.length];
    System.arraycopy(new String[] {"run", scenario.toString(), "--out", folder.resolve(out).toString()}, 0, arguments, 0, 4);
    System.arraycopy(options, 0, arguments, 4, options.length);
    return Program.run(arguments);
  }

  @Test
  void namesEventsAfterTheEnd() {
    Program program = run(file, "out", "--until", "50us", "--quiet");
    assertThat(program.exit()).isEqualTo(Run.DONE);
    assertThat(program.err().replace(folder + "/", "")).startsWith("inflight: warning: --until: the simulation ends at 50us,"
        + " before the events at 60us (s.yaml:5), 70us (s.yaml:6) would happen\n");
  }

  /** They stay in the scenario: the first microseconds are those of the whole run, and the scenario can be read back. */
  @Test
  void resolvedScenarioKeepsWarnings() {
    run(file, "out", "--until", "50us", "--quiet");
    Program again = run(folder.resolve("out/scenario.yaml"), "again", "--quiet");
    assertThat(again.exit()).isEqualTo(Run.DONE);
    assertThat(again.err()).startsWith("inflight: warning: " + folder.resolve("out/scenario.yaml") + ":")
        .contains(": the simulation ends at 50us, before the events at 60us (" + folder.resolve("out/scenario.yaml") + ":");
    assertThat(folder.resolve("again/scenario.yaml")).hasSameTextualContentAs(folder.resolve("out/scenario.yaml"));
  }

  @Test
  void manyEventsAreCounted() throws IOException {
    var yaml = new StringBuilder("topology: star(hosts=3)\nflows: flow\nuntil: 1us\nevents:\n");
    for (int at = 1; at <= 6; at++) {
      yaml.append("  - {at: ").append(at).append("us, link: [2, 3], state: down}\n");
    }
    assertThat(ScenarioReader.read(Files.writeString(file, yaml)).warnings())
        .containsExactly(file + ":3: the simulation ends at 1us, before" + " the events at 1us (" + file + ":5), 2us (" + file
            + ":6), 3us (" + file + ":7) and 3 more would happen");
  }

  /** At 100 Gb/s the window of the star has tens of packets. */
  @Test
  void acknowledgesMorePacketsThanAWindowHas() throws IOException {
    String yaml = "topology: star(hosts=3)\nflows: incast(senders=2)\nacks: {every: 1000, delay: %s}\n%s\n";
    assertThat(ScenarioReader.read(Files.writeString(file, yaml.formatted("1ms", ""))).warnings()).singleElement().asString()
        .matches(Pattern.quote(file + ":3: receivers acknowledge each 1,000 packets, and the first window of scheme hpcc has ")
            + "\\d\\d, so flows wait for acks.delay, 1ms, after each window; use acks.every of \\d\\d or less");
    for (String[] fine : new String[][] {{"100ns", ""}, {"1ms", "scheme: none"}}) {
      assertThat(ScenarioReader.read(Files.writeString(file, yaml.formatted(fine[0], fine[1]))).warnings()).isEmpty();
    }
    assertThat(ScenarioReader.read(Files.writeString(file, yaml.formatted("1ms", "").replace("1000", "10"))).warnings())
        .isEmpty();
  }

  @Test
  void warnsOfSeriesThatWouldFillTheDisk() throws IOException {
    String yaml = "topology: star(hosts=64)\nflows: permutation(size=1GB)\nseries: {every: 1us}\n";
    Files.writeString(file, yaml);
    assertThat(ScenarioReader.read(file).warnings()).isEmpty();
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("series.every=100ns").set("series.until=10ms")).warnings()).isEmpty();
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("series.every=100ns")).warnings()).singleElement().asString()
        .startsWith("--set series.every: the series will take about 4.").contains(" GB, for ", "one each 100ns");
  }

  @Test
  void warnsOfUnusedNumbersOfFlows() throws IOException {
    Files.writeString(file, "topology: star(hosts=3)\nflows: flow\nscheme: hpcc\nfeedback: acks-with-flows\n");
    assertThat(ScenarioReader.read(file).warnings()).isEmpty();
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("scheme=powertcp")).warnings()).containsExactly(
        file + ":4: acks-with-flows has no use here: scheme powertcp does not use the number of flows; hpcc does");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("telemetry=pint")).warnings())
        .containsExactly(file + ":4: acks-with-flows has no use here: the pint format has one value for the whole path, and hpcc"
            + " uses the number of flows where the receiver's link is the busiest");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("telemetryPackets=on-queue(by=switch)")).warnings()).containsExactly(
        file + ":4: acks-with-flows has no use here: with telemetryPackets: on-queue no report is sure to have all"
            + " links, and hpcc uses the number of flows where the receiver's link is the busiest");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("telemetryPackets=on-queue")).warnings()).isEmpty();
    assertThat(
        ScenarioReader.read(file, Overrides.NONE.set("authenticateFeedback=true").set("feedbackValidation=checked")).warnings())
        .containsExactly(file + ":4: acks-with-flows has no use here: senders with feedbackValidation: checked ignore"
            + " the number of flows, because they cannot verify it");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("scheme=dctcp")).warnings())
        .containsExactly(file + ":4: feedback changes nothing here: scheme dctcp uses no telemetry, so no packet carries any");
  }

  /** A class with own keys of telemetry, next to flows of the scenario. */
  private void writeClass(String shared, String own) throws IOException {
    Files.writeString(file,
        "topology: star(hosts=4)\n" + shared + "\nqueues: strict-dwrr\nclasses:\n"
            + "  - {name: first, priority: 5, scheme: powertcp, feedback: acks, flows: \"flow(from=2, to=3)\"}\n"
            + "  - {name: bulk, priority: 4, flows: \"flow(from=1, to=3)\", " + own + "}\n");
  }

  @Test
  void warnsOfUnusedKeysOfAClass() throws IOException {
    writeClass("flows: flow", "scheme: dcqcn, telemetryPackets: probes, feedback: notifications, telemetry: int");
    assertThat(ScenarioReader.read(file).warnings()).containsExactly(file + ":6: telemetry, telemetryPackets, feedback change"
        + " nothing in class bulk: its scheme dcqcn uses no telemetry, so its packets carry none");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("classes.1.scheme=hpcc")).warnings()).isEmpty();
    writeClass("flows: flow", "scheme: nscc, paths: chosen");
    assertThat(ScenarioReader.read(file).warnings()).singleElement().asString()
        .startsWith(file + ":6: paths changes nothing in class bulk: its scheme nscc");
    writeClass("flows: flow", "scheme: nscc, paths: spray, recovery: selective, telemetryPackets: every, feedback: acks");
    assertThat(ScenarioReader.read(file).warnings()).as("other paths, and values of the scenario").isEmpty();
  }

  @Test
  void warnsOfKeysThatEachClassReplaces() throws IOException {
    writeClass("flows: []\nfeedback: notifications\ntelemetryPackets: probes", "scheme: hpcc, feedback: acks");
    assertThat(ScenarioReader.read(file).warnings())
        .containsExactly(file + ":3: feedback changes nothing here: each class that uses telemetry has its own");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("flows=flow")).warnings()).as("flows without a class").isEmpty();
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("classes.0.scheme=dcqcn").set("classes.1.scheme=dcqcn")).warnings())
        .hasSize(3).first().asString()
        .contains(": telemetryPackets, feedback change nothing here: scheme dcqcn uses no telemetry");
  }

  @Test
  void warnsOfUnusedNumbersOfFlowsInAClass() throws IOException {
    writeClass("flows: flow", "scheme: hpcc, telemetry: pint, feedback: acks-with-flows");
    assertThat(ScenarioReader.read(file).warnings())
        .containsExactly(file + ":6: acks-with-flows has no use in class bulk: the pint format has one value for the whole path,"
            + " and hpcc uses the number of flows where the receiver's link is the busiest");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("classes.1.telemetry=native")).warnings()).isEmpty();
    writeClass("flows: flow\nscheme: powertcp\nfeedback: acks-with-flows", "scheme: hpcc, telemetryPackets: every");
    assertThat(ScenarioReader.read(file).warnings()).as("one class uses them").isEmpty();
    writeClass("flows: flow\nscheme: powertcp\nfeedback: acks-with-flows", "scheme: hpcc, feedback: acks");
    assertThat(ScenarioReader.read(file).warnings()).containsExactly(
        file + ":4: acks-with-flows has no use here: scheme powertcp does not use the number of flows; hpcc does");
  }

  @Test
  void warnsOfRecoveriesThatTakeOvertakenPacketsForLost() throws IOException {
    String yaml = "topology: leaf-spine\nrouting: drill\nscheme: dcqcn\nrecovery: %s\nflows: %s\n"
        + "classes: [{name: bulk, recovery: %s, flows: permutation}]\n";
    Files.writeString(file, yaml.formatted("selective", "incast", "go-back-n"));
    assertThat(ScenarioReader.read(file).warnings()).singleElement().asString().startsWith(
        file + ":2: routing: drill lets packets overtake each other, and recovery go-back-n of class bulk takes those overtaken");
    Files.writeString(file, yaml.formatted("go-back-n", "incast", "selective"));
    assertThat(ScenarioReader.read(file).warnings()).singleElement().asString().contains("and recovery go-back-n takes those");
    Files.writeString(file, yaml.formatted("go-back-n", "[]", "selective"));
    assertThat(ScenarioReader.read(file).warnings()).as("no flow without a class").isEmpty();
  }

  @Test
  void warnsOfUnusedFeedback() throws IOException {
    Files.writeString(file,
        "topology: star(hosts=3)\nflows: flow\nscheme: dctcp\ntelemetryPackets: probes\nswitchFeedback: none\n");
    assertThat(ScenarioReader.read(file).warnings()).containsExactly(
        file + ":4: telemetryPackets changes nothing here: scheme dctcp uses no" + " telemetry, so no packet carries any");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("switchFeedback=direct")).warnings()).containsExactly(
        file + ":4: telemetryPackets, switchFeedback change nothing here: scheme dctcp uses no telemetry, so no packet carries any");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("scheme=hpcc")).warnings()).isEmpty();
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("telemetryPackets=every")).warnings()).isEmpty();
    Files.writeString(file, "topology: star(hosts=3)\nflows: flow\nscheme: dctcp\ntelemetry: int\n");
    assertThat(ScenarioReader.read(file).warnings()).containsExactly(
        file + ":4: telemetry changes nothing here: scheme dctcp uses no telemetry, so no packet carries any");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("scheme=hpcc")).warnings()).isEmpty();
  }

  @Test
  void warnsOfQueuesThatNeverReachTheThresholds() throws IOException {
    String yaml = "topology: star(hosts=3)\nflows: flow\nscheme: dcqcn\npfc: false\nbuffer: 100KB\n"
        + "ecn: [{rate: 100Gbps, kmin: %s, kmax: 200KB, pmax: 0.2}]\n";
    Files.writeString(file, yaml.formatted("60KB"));
    assertThat(ScenarioReader.read(file).warnings()).singleElement().asString()
        .startsWith(file + ":5: a queue holds 50.0 KB at most").contains("kmin 60.0 KB on links of 100Gbps, so scheme dcqcn");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("egressAlpha=4")).warnings()).isEmpty();
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("scheme=timely")).warnings()).isEmpty();
    Files.writeString(file, yaml.formatted("40KB"));
    assertThat(ScenarioReader.read(file).warnings()).isEmpty();
  }

  @Test
  void bufferProfilesOfPrioritiesWithoutPackets() throws IOException {
    Files.writeString(file, """
        topology: star(hosts=3)
        flows: flow
        bufferProfiles:
          - {priority: 3, pfcProfile: dynamic}
          - {priority: 6, pfcProfile: dynamic}
        """);
    assertThat(ScenarioReader.read(file).warnings()).containsExactly(
        file + ":5: the bufferProfiles entry of priority 6 changes nothing here: no packet has that priority; packets have 3");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("queues=strict-dwrr")).warnings()).as("acknowledgements").isEmpty();
  }

  @Test
  void warnsOfDropThresholdThatTheAdmissionRuleDoesNotUse() throws IOException {
    Files.writeString(file, "topology: star(hosts=3)\nflows: flow\npfc: false\negressAlpha: 0.5\nadmission: complete-sharing\n");
    assertThat(ScenarioReader.read(file).warnings())
        .containsExactly(file + ":4: egressAlpha changes nothing here: admission complete-sharing has no threshold");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("admission=dynamic-threshold")).warnings()).isEmpty();
    Files.writeString(file, "topology: star(hosts=3)\nflows: flow\npfc: false\nadmission: complete-sharing\n");
    assertThat(ScenarioReader.read(file).warnings()).isEmpty();
  }

  @Test
  void warnsOfThresholdsOfNoPort() throws IOException {
    String yaml = "topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=2, hostRate=100Gbps, fabricRate=400Gbps)\nflows: flow\n"
        + "scheme: dcqcn\necn:\n  - {rate: 100Gbps, kmin: 100KB, kmax: 200KB, pmax: 0.2}\n"
        + "  - {rate: 400Gbps, kmin: 100KB, kmax: 200KB, pmax: 0.2}\n";
    String entry = "  - {%s, kmin: 90KB, kmax: 200KB, pmax: 0.2}\n";
    Files.writeString(file, yaml + entry.formatted("rate: 400Gbps, ports: up, tier: 1")
        + entry.formatted("rate: 100Gbps, ports: hosts") + entry.formatted("rate: 400Gbps, ports: up, tier: 1, priority: 3"));
    assertThat(ScenarioReader.read(file).warnings()).isEmpty();
    Files.writeString(file, yaml + entry.formatted("rate: 400Gbps, ports: up, tier: 2"));
    assertThat(ScenarioReader.read(file).warnings()).containsExactly(
        file + ":7: the ecn entry {rate: 400Gbps, ports: up, tier: 2} marks nothing: no port of a switch is of that class;"
            + " those of that rate are {rate: 400Gbps, ports: up, tier: 1}, {rate: 400Gbps, ports: down, tier: 2}");
    Files.writeString(file, yaml + entry.formatted("rate: 25Gbps"));
    assertThat(ScenarioReader.read(file).warnings()).containsExactly(
        file + ":7: the ecn entry {rate: 25Gbps} marks nothing: no port of a switch has that rate; ports have 100Gbps, 400Gbps");
    Files.writeString(file, yaml + entry.formatted("rate: 100Gbps, priority: 4"));
    assertThat(ScenarioReader.read(file).warnings()).containsExactly(
        file + ":7: the ecn entry {rate: 100Gbps, priority: 4} marks nothing: no flow has that priority; flows have 3");
    Files.writeString(file, yaml + entry.formatted("rate: 25Gbps") + entry.formatted("rate: 40Gbps"));
    assertThat(ScenarioReader.read(file).warnings()).singleElement().asString()
        .startsWith(file + ":7: the ecn entry {rate: 25Gbps}").endsWith(" (and 1 other entry: " + file + ":8)");
  }

  /** A rate that an event announces is one that ports have then. */
  @Test
  void acceptsThresholdsOfAnAnnouncedRate() throws IOException {
    String yaml = "topology: star(hosts=3)\nflows: flow\nscheme: dcqcn\necn:\n"
        + "  - {rate: 100Gbps, kmin: 100KB, kmax: 200KB, pmax: 0.2}\n  - {rate: 25Gbps, kmin: 50KB, kmax: 100KB, pmax: 0.2}\n"
        + "events: [{at: 1us, link: [0, 3], state: degraded, rate: 25Gbps, announced: %s}]\n";
    Files.writeString(file, yaml.formatted("true"));
    assertThat(ScenarioReader.read(file).warnings()).isEmpty();
    Files.writeString(file, yaml.formatted("false"));
    assertThat(ScenarioReader.read(file).warnings()).singleElement().asString()
        .startsWith(file + ":6: the ecn entry {rate: 25Gbps} marks nothing");
  }

  @Test
  void warnsOfTrimmedTelemetry() throws IOException {
    Files.writeString(file, "topology: star(hosts=3)\nflows: flow\nscheme: hpcc\npfc: false\ntrim: true\n"
        + "recovery: selective\nqueues: strict-dwrr\n");
    assertThat(ScenarioReader.read(file).warnings()).singleElement().asString()
        .startsWith(file + ":5: trimmed packets keep no telemetry, so scheme hpcc has no report of the queues");
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("scheme=nscc")).warnings()).isEmpty();
  }

  /** Trimmed headers are of priority 6 and go first; data of that priority, or of one above it, goes with them or before. */
  @Test
  void warnsOfDataInTheQueueOfTrimmedHeaders() throws IOException {
    String yaml = "topology: star(hosts=3)\nflows: flow\nscheme: nscc\npfc: false\ntrim: true\n"
        + "recovery: selective\nqueues: strict-dwrr(strictFrom=%s)\nclasses: [{name: fast, scheme: nscc, flows: \"flow(from=1, to=2, priority=%s)\"}]\n";
    Files.writeString(file, yaml.formatted("6", "6"));
    assertThat(ScenarioReader.read(file).warnings()).containsExactly(file
        + ":5: flows of priority 6 wait at switches together with the"
        + " headers of trimmed packets, which are of priority 6 and then no faster than data; use priorities below 6 for flows");
    Files.writeString(file, yaml.formatted("6", "7"));
    assertThat(ScenarioReader.read(file).warnings()).containsExactly(file + ":5: flows of priority 7 go at switches before the"
        + " headers of trimmed packets, which are of priority 6 and then no faster than data; use priorities below 6 for flows");
    Files.writeString(file, yaml.formatted("6", "5"));
    assertThat(ScenarioReader.read(file).warnings()).isEmpty();
    assertThat(ScenarioReader.read(file, Overrides.NONE.set("trim=false").set("queues=round-robin")).warnings()).isEmpty();
  }

  @Test
  void ordinaryScenariosHaveNoWarnings() {
    assertThat(ScenarioReader.read(file).warnings()).isEmpty();
  }
}
