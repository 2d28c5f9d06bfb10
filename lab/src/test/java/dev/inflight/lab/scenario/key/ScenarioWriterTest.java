package dev.inflight.lab.scenario.key;

import dev.inflight.lab.scenario.Expectations;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.code.ScenarioCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.input.SetupText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioWriterTest {
  private static final String CHANGED = """
      name: "it's \\"here\\"\\n"
      topology: star(hosts=5, rate=25Gbps, delay=300ns)
      flows: [poisson, "poisson(load=0.25, sizes=\\"0 0, 10 50; 20000 100\\", start=1ps)", permutation]
      scheme: hpcc-authors(eta=0.123456789, rateAi=1bps, react=per-ack)
      seed: 99
      names: {0: "it's", 1-2: "c{n}"}
      until: 7777ps
      payload: 999
      buffer: 12345678
      framing: rocev2-ipv6
      clock: authors
      ties: scheduling
      pfc: false
      egressAlpha: 0.125
      admission: complete-sharing
      queues: strict-dwrr(strictFrom=8, quantum=3KB, weight3=7)
      ecn: [{rate: 25Gbps, kmin: 1, kmax: 2KiB, pmax: 0.333}]
      acks: {every: 3, delay: 1ps, ignorePause: true}
      retransmitTimeout: 1s
      nic: engines(engines=2, flowsPerEngine=3, tick=4ps)
      paced: false
      globalBaseRtt: false
      telemetry: native(udpPort=2)
      telemetryPackets: one-in(packets=3)
      feedback: notifications
      scope: queue(interval=7ns)
      routing: letflow(gap=3us, entries=7)
      authenticateFeedback: true
      feedbackValidation: checked(patience=3)
      lossRate: 1e-9
      sample: {from: 0s, until: 1s, every: 1ps}
      series: {every: 1us, until: 2ms, flows: [0, 2], ports: [[5, 1], [0, 1]]}
      tables: parquet
      unfinished: allowed
      targets: [p99 slowdown < 5, 'p50 fct of class tcp<1ms']
      events: [{at: 0s, link: [0, 5], state: down}, {at: 1ns, link: [0, 5], state: up}, {at: 2ns, node: 5, state: down, until: 3ns}, {at: 1us, link: [0, 5], direction: [5, 0], state: lossy, ber: 1e-9}]
      reroute: {detection: 3us, convergence: 1ms, nodes: {5: 2ms}}
      classes:
        - {name: tcp, scheme: dctcp(gain=0.25), priority: 4, flows: "incast(senders=2, start=3ps)"}
        - {name: int.2, telemetry: int(udpPort=7), flows: [permutation, "flow(from=1, to=2)"]}
      """;
  /** Keys that are incompatible with the values above. */
  private static final String RECOVERY = "topology: star\nflows: incast\npfcProfile: static(xoff=1MB, xon=3KB, reserved=1B, headroom=7777B)\npfcPriorities: [2, 3]\negressAlpha: 0.5\nbufferProfiles:\n  - {priority: 2, pfcProfile: 'dynamic(th=1, xonOffset=2B, reserved=5B, headroom=9KB)'}\n  - {priority: 4, egressAlpha: 0.25}\npauseResponse: {switches: ieee, nics: 350ns}\npfcWatchdog: {detect: 3ms, restore: 7ms, poll: 1ms, action: forward}\nrecovery: irn(rtoLow=1us, rtoHigh=2us, fewPackets=0, reach=1)\nswitchFeedback: direct(timer=2us)\npaths: chosen(ports=4)\ncnp: {interval: 7us, per: nic, delay: 300ns, priority: 5}\nacks: {every: 7, promptFrom: 1.75}\nfidelity: fast(error=0.25%)";

  private static final String TRIMMED = "topology: star\nflows: incast\nscheme: nscc\nrecovery: selective(reorder=1us, rto=2ms, reach=3)\npaths: spray(ports=4, by=reps)\npfc: false\ntrim: true\nqueues: strict-dwrr\nmarking: tcn(threshold=7us)";

  private static final String JOBS = "topology: star\nflows: collective\nconnections: per-message\nensemble: {member: 3, jitter: 5ps}";

  @TempDir
  private Path folder;

  private Scenario read(String yaml) throws IOException {
    return ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), yaml));
  }

  private void assertReadsBack(Scenario scenario) throws IOException {
    String yaml = ScenarioWriter.write(scenario);
    Scenario again = read(yaml);
    assertThat(SetupText.of(again.setup())).isEqualTo(SetupText.of(scenario.setup()));
    assertThat(again.name()).isEqualTo(scenario.name());
    assertThat(again.expected().unfinished()).isEqualTo(scenario.expected().unfinished());
    assertThat(again.expected().targets()).extracting(Expectations.Written::text)
        .isEqualTo(scenario.expected().targets().stream().map(Expectations.Written::text).toList());
    assertThat(again.workloads()).hasSameSizeAs(scenario.workloads());
    assertThat(ScenarioWriter.write(again)).isEqualTo(yaml);
  }

  @Test
  void everyValueIsStated() throws IOException {
    assertThat(ScenarioWriter.write(read("topology: star\nflows: incast"))).isEqualTo("""
        name: 's'
        topology: 'star(hosts=17, rate=100Gbps, delay=1us)'
        flows:
          - 'incast(senders=16, receiver=-1, size=500KB, start=0ps, priority=3, port=200)'
        scheme: 'hpcc(eta=0.95, maxStage=5, wAi=0B, maxFlows=100, T=0ps, react=both, minRate=0bps, division=plain, rate=sent, \
        speedUp=1)'
        seed: 1
        until: unlimited
        payload: 1000B
        buffer: 32MiB
        framing: rocev2
        clock: exact
        ties: port
        fidelity: 'full'
        pfc: true
        pfcProfile: 'by-rate'
        queues: 'round-robin'
        marking: 'red'
        admission: 'dynamic-threshold'
        acks: {every: 1, delay: 10us, ignorePause: false}
        recovery: 'go-back-n'
        retransmitTimeout: 4ms
        nic: 'unlimited'
        paced: true
        globalBaseRtt: true
        telemetry: 'native(udpPort=64791)'
        telemetryPackets: 'every'
        feedback: 'acks'
        switchFeedback: 'none'
        scope: 'port(queueing=length)'
        paths: 'one'
        routing: 'ecmp(fields=five-tuple, perSwitch=true, seed=0)'
        authenticateFeedback: false
        feedbackValidation: 'none'
        lossRate: 0
        sample: {from: first-flow, until: unlimited, every: 100ns}
        series: none
        tables: csv
        ecn: []
        events: []
        """);
  }

  @Test
  void defaultsReadBack() throws IOException {
    assertReadsBack(read("topology: star\nflows: incast"));
  }

  @Test
  void otherValuesReadBack() throws IOException {
    assertReadsBack(read(CHANGED));
    assertReadsBack(read(RECOVERY));
    assertReadsBack(read(TRIMMED));
    assertReadsBack(read(JOBS));
  }

  /** A new key must be tried above with another value than its default. */
  @Test
  void everyKeyIsTried() throws IOException {
    Scenario defaults = read("topology: star\nflows: incast");
    List<Scenario> others = List.of(read(CHANGED), read(RECOVERY), read(TRIMMED), read(JOBS));
    for (ScenarioKey key : ScenarioKeys.declared()) {
      if (key.name().equals(SweptPlaces.NAME) || key.name().equals(ScenarioCode.KEY)) {
        continue; // which no run has, and which names code that has to be there
      }
      assertThat(others).as(key.name())
          .anyMatch(other -> !Objects.equals(key.writer().apply(other), key.writer().apply(defaults)));
    }
  }

  /** A setup's value without a key would be missing from the scenario that a run writes, so that the run could not be repeated. */
  @Test
  void everyValueOfASetupIsTried() throws IOException {
    List<String> defaults = values(read("topology: star\nflows: incast"));
    List<List<String>> others = List.of(values(read(CHANGED)), values(read(RECOVERY)), values(read(TRIMMED)), values(read(JOBS)));
    for (int at = 0; at < defaults.size(); at++) {
      int value = at;
      assertThat(others).as(defaults.get(at)).anyMatch(other -> !other.get(value).equals(defaults.get(value)));
    }
  }

  /** Returns a value a line, except for the flows, whose lines are indented. */
  private static List<String> values(Scenario scenario) {
    return SetupText.of(scenario.setup()).lines().filter(line -> !line.startsWith(" ") && !line.equals("flows: ")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"incast16-hpcc", "dumbbell-2to1-hpcc"})
  void importedExperimentsReadBack(String experiment) throws IOException {
    assertReadsBack(ScenarioReader.read(Path.of("src/test/resources/reference", experiment, "config.txt")));
  }

  @Test
  void importedStartsStayDoubles() throws IOException {
    Path from = Path.of("src/test/resources/reference/dumbbell-2to1-hpcc");
    Path to = Files.createDirectory(folder.resolve("it's a \"folder\", (really)"));
    for (String file : new String[] {"config.txt", "topology.txt", "flow.txt"}) {
      Files.writeString(to.resolve(file), Files.readString(from.resolve(file)).replace("2.000000000", "2.0004"));
    }
    Scenario scenario = ScenarioReader.read(to.resolve("config.txt"));
    assertThat(scenario.setup().flows().startPs(0)).isEqualTo(2_000_399_999_000L);
    assertReadsBack(scenario);
  }
}
