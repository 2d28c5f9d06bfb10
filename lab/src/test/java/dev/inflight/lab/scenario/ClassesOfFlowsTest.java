package dev.inflight.lab.scenario;

import dev.inflight.lab.scenario.key.Overrides;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenarios with flows under several schemes: reading, errors, runs and results. */
class ClassesOfFlowsTest {
  private static final String SHARED_LINK = """
      topology: star(hosts=3)
      flows: flow(from=0, to=2, size=1MB)
      classes:
        - name: cheats
          scheme: none
          priority: 5
          flows: flow(from=1, to=2, size=1MB)
      """;

  @TempDir
  private Path folder;

  private Setup read(String yaml) throws IOException {
    return ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), yaml)).setup();
  }

  private String run(String yaml) throws IOException {
    Path scenario = Files.writeString(folder.resolve("s.yaml"), yaml);
    Program ran = Program.run("run", scenario.toString(), "--out", folder.resolve("out").toString(), "--force");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isZero();
    return ran.out();
  }

  private String file(String name) throws IOException {
    return Files.readString(folder.resolve("out").resolve(name));
  }

  @Test
  void classInheritsMissingKeysFromTheScenario() throws IOException {
    Setup setup = read("topology: star\nscheme: hpcc(eta=0.9)\ntelemetry: int\nflows: incast\n"
        + "classes: [{name: more, flows: [\"incast(senders=2, priority=4)\", permutation]}]");
    FlowClass more = setup.classes().getFirst();
    assertThat(more).isEqualTo(new FlowClass("more", setup.scheme(), setup.telemetry()));
    assertThat(setup.flows().count()).isEqualTo(16 + 2 + 17);
    assertThat(List.of(setup.flows().flowClass(15), setup.flows().flowClass(16), setup.flows().flowClass(34))).containsExactly(0,
        1, 1);
    assertThat(List.of(setup.flows().priority(15), setup.flows().priority(16), setup.flows().priority(34))).containsExactly(3, 4,
        3);
  }

  @Test
  void recoveryOfAClassIsReadAndWritten() throws IOException {
    String yaml = SHARED_LINK.replace("scheme: none", "scheme: none\n    recovery: selective");
    Setup setup = read(yaml);
    assertThat(setup.classes().getFirst().recovery()).isEqualTo(Selective.DEFAULT);
    assertThat(setup.recovery()).isEqualTo(GoBackN.DEFAULT);
    run(yaml);
    String written = file("scenario.yaml");
    assertThat(written).contains(", recovery: 'selective").contains("\nrecovery: 'go-back-n'\n");
    assertThat(read(written).classes()).isEqualTo(setup.classes());
    assertThat(file("summary.json")).containsPattern(
        "\"name\" : null,[^}]*\"recovery\" : \"go-back-n\"[^}]*}[^}]*\"name\" : \"cheats\",[^}]*\"recovery\" : \"selective");
  }

  @Test
  void transportOfAClassIsReadAndWritten() throws IOException {
    String yaml = """
        topology: star(hosts=3)
        flows: flow(from=0, to=2, size=1MB)
        classes:
          - {name: storage, scheme: dctcp, recovery: tcp, framing: tcp-ipv6, flows: "flow(from=1, to=2, size=1MB)"}
          - {name: probed, telemetryPackets: probes, feedback: notifications, paths: chosen, flows: "flow(from=0, to=1, size=1MB)"}
        """;
    Setup setup = read(yaml);
    assertThat(setup.framing()).as("of the other flows").isEqualTo(Framing.ROCEV2);
    FlowClass.Own tcp = setup.classes().getFirst().own();
    assertThat(tcp).isEqualTo(new FlowClass.Own(Framing.TCP_IPV6, Tcp.DEFAULT, null, null, null));
    FlowClass.Own probed = setup.classes().getLast().own();
    assertThat(probed).isEqualTo(new FlowClass.Own(null, null, Probes.DEFAULT, ByNotifications.DEFAULT, ChosenPaths.DEFAULT));
    assertThat(run(yaml)).contains("  dctcp, recovery tcp, framing tcp-ipv6\n")
        .contains("  hpcc, telemetry native, packets probes, feedback notifications, paths chosen\n");
    assertThat(read(file("scenario.yaml")).classes()).isEqualTo(setup.classes());
    assertThat(file("summary.json"))
        .containsPattern("\"name\" : \"storage\",[^}]*\"telemetryPackets\" : null,\\s*\"feedback\" : null,"
            + "\\s*\"paths\" : \"one\",\\s*\"framing\" : \"tcp-ipv6\",\\s*\"recovery\" : \"tcp\\(");
  }

  @Test
  void retransmitTimeoutIsForClassesWithGoBackN() throws IOException {
    String yaml = SHARED_LINK.replace("scheme: none", "recovery: go-back-n") + "recovery: irn\nretransmitTimeout: 300us\n";
    assertThat(read(yaml).retransmitTimeoutPs()).isEqualTo(300_000_000);
    run(yaml);
    assertThat(file("scenario.yaml")).contains("\nretransmitTimeout: 300us\n");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(yaml.replace("recovery: go-back-n", "recovery: selective")))
        .withMessageContaining(":9: retransmitTimeout needs recovery: go-back-n, not irn");
  }

  @Test
  void priorityHoldsForAllFlowsOfTheClass() throws IOException {
    Setup setup = read(SHARED_LINK);
    assertThat(setup.flows().priority(0)).isEqualTo(3);
    assertThat(setup.flows().priority(1)).isEqualTo(5);
    assertThat(setup.flows().prioritiesInUse()).isEqualTo(1 << 3 | 1 << 5);
  }

  @Test
  void workloadMayStateThePriorityOfItsClass() throws IOException {
    Setup setup = read(SHARED_LINK.replace("flow(from=1, to=2, size=1MB)", "flow(from=1, to=2, size=1MB, priority=5)"));
    assertThat(setup.flows().priority(1)).isEqualTo(5);
  }

  @Test
  void classesDoNotChangeTheRandomFlowsBeforeThem() throws IOException {
    String poisson = "topology: star(hosts=8)\nflows: poisson(duration=100us)\n";
    Setup without = read(poisson);
    Setup with = read(poisson + "classes: [{name: late, flows: \"poisson(duration=100us, start=100us)\"}]");
    assertThat(with.flows().count()).isGreaterThan(without.flows().count());
    for (int flow = 0; flow < without.flows().count(); flow++) {
      assertThat(with.flows().startPs(flow)).isEqualTo(without.flows().startPs(flow));
      assertThat(with.flows().sizeBytes(flow)).isEqualTo(without.flows().sizeBytes(flow));
    }
  }

  @Test
  void commandLineSetsOneEntry() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), SHARED_LINK);
    Setup setup = ScenarioReader.read(file, Overrides.NONE.set("classes.0.scheme=dcqcn")).setup();
    assertThat(setup.classes().getFirst().scheme().name()).isEqualTo("dcqcn");
    assertThat(setup.scheme().name()).isEqualTo("hpcc");
    assertThat(setup.ecn()).as("thresholds of the scheme that needs marks").hasSize(1);
  }

  @Test
  void telemetryOfAClassBringsIpv6Along() throws IOException {
    String yaml = "topology: star\nflows: incast\nclasses: [{name: o, telemetry: ioam, flows: incast}]";
    assertThat(read(yaml).framing()).isEqualTo(Framing.ROCEV2_IPV6);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      {name: a}                                      | 'flows' is missing in classes; an entry needs name, flows; optional: scheme, telemetry, telemetryPackets, feedback, paths, recovery, framing, priority
      {flows: incast}                                | 'name' is missing in classes; an entry needs name, flows; optional: scheme, telemetry, telemetryPackets, feedback, paths, recovery, framing, priority
      {name: "a b", flows: incast}                   | the name of a class must be a word of 1 to 64 letters, digits, '-', '_' and '.', found 'a b'
      {name: a, flow: incast}                        | unknown key 'flow'; did you mean 'flows'?
      {name: a, flows: incast, recovery: tcp}        | class a: offload of recovery tcp writes no telemetry into segments, and scheme hpcc needs it; use telemetryPackets: probes, or tcp(burst=1B)
      {name: a, flows: incast, framing: reference}   | unknown framing 'reference'; known: rocev2, rocev2-ipv6, tcp, tcp-ipv6
      {name: a, flows: incast, framing: tcp}         | class a: framing: tcp needs recovery: tcp, not go-back-n; use recovery: tcp, or framing: rocev2
      {name: a, flows: incast, paths: spray}         | class a: paths: spray reorders packets, and recovery go-back-n treats overtaken packets as lost; use recovery: selective
      {name: a, flows: incast, feedback: answers}    | unknown feedback path 'answers'
      {name: a, flows: incast, recovery: gbn}        | unknown recovery 'gbn'
      {name: a, flows: incast, priority: 8}             | priority 8 is outside 1 to 7
      {name: a, flows: incats}                       | unknown workload 'incats'; did you mean 'incast'? known: flow, incast, poisson, incast-load, permutation, periodic, rdma, collective, file, trace, training, inference
      {name: a, flows: incast, scheme: hpc}          | unknown scheme 'hpc'; did you mean 'hpcc'? known:
      {name: a, flows: incast, scheme: hpcc-rxrate}  | unknown scheme 'hpcc-rxrate'; it is called 'hpcc(rate=received)' now; known:
      {name: a, flows: []}                           | class a has no flows; at least one flow must result
      {name: a, flows: ["poisson(duration=1ps)"]}    | class a has no flows; at least one flow must result
      hpcc                                           | an entry of classes must be keys and values, found 'hpcc'
      {name: a, flows: incast, telemetry: csig, scheme: hpcc(rate=received)} | scheme hpcc(rate=received) needs a record of each hop
      {name: a, priority: 5, flows: ["incast(senders=2)", "incast(senders=2, PRIORITY=4)"]} | incast is of priority 4, and its class a is of priority 5; set one of them
      {name: b, flows: incast}                       | two classes have the name b
      {name: a, flows: "incast(senders=17)"}         | an incast of 17 senders needs 18 hosts; the topology has 17
      {name: a, flows: incast, telemetry: authors}   | telemetry: authors needs framing: reference
      {name: a, flows: incast, telemetry: pint, scheme: powertcp} | scheme powertcp needs a record of each hop
      """)
  void reportsErrorsAtTheirEntry(String entry, String message) {
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> read("topology: star\nflows: incast\nclasses:\n  - {name: b, flows: permutation}\n  - " + entry))
        .withMessageStartingWith(folder.resolve("s.yaml") + ":5: " + message);
  }

  @Test
  void resultsAreByClass() throws IOException {
    String screen = run(SHARED_LINK);
    assertThat(screen).contains("classes     no class, 1 flow ").contains("cheats, 1 flow ")
        .contains("\nengaged     n/a (flows of several classes)\n");
    assertThat(file("flows.csv").lines().map(line -> line.substring(line.lastIndexOf(',') + 1)).sorted()).containsExactly("",
        "cheats", "class");
    assertThat(file("summary.json")).contains("\"classes\"", "\"name\" : null", "\"name\" : \"cheats\"", "\"scheme\" : \"none",
        "\"telemetry\" : \"none\"", "\"slowdownP50\"");
    assertThat(file("scenario.yaml")).contains("\nclasses:\n  - {name: 'cheats', scheme: 'none', telemetry: 'native(udpPort=");
    String folderOfResults = folder.resolve("out").toString();
    Program compared = Program.run("compare", folderOfResults, folderOfResults);
    assertThat(compared.err()).isEmpty();
    assertThat(compared.exit()).isZero();
  }

  @Test
  void allFlowsMayBeInClasses() throws IOException {
    String screen = run(SHARED_LINK.replace("flows: flow(from=0, to=2, size=1MB)\n", ""));
    assertThat(screen).contains("classes     cheats, 1 flow ").doesNotContain("no class")
        .contains("\nengaged     n/a (scheme none uses no feedback)\n");
    assertThat(file("summary.json")).contains("\"name\" : \"cheats\"").doesNotContain("\"name\" : null");
  }

  @Test
  void resultsWithoutClassesOmitThem() throws IOException {
    assertThat(run("topology: star(hosts=3)\nflows: incast(senders=2)")).doesNotContain("class");
    assertThat(file("flows.csv").lines().findFirst().orElseThrow()).endsWith(",operation");
    assertThat(file("summary.json")).doesNotContain("class");
    assertThat(file("scenario.yaml")).doesNotContain("class");
  }

  @Test
  void capturesHaveTheFramesOfEachClass() throws IOException {
    Path mixed = Files.writeString(folder.resolve("mixed.yaml"),
        SHARED_LINK.replace("scheme: none", "scheme: dctcp\n    recovery: tcp"));
    Path out = folder.resolve("out");
    assertThat(Program.run("run", mixed.toString(), "--out", out.toString(), "--pcap", "all").exit()).isZero();
    List<String> frames = Program.run("decode", out.resolve("pcap/all.pcap").toString()).out().lines().toList();
    assertThat(frames).filteredOn(frame -> frame.contains("10.0.0.1 > 10.0.0.3 ")).hasSizeGreaterThanOrEqualTo(1000)
        .allMatch(frame -> frame.contains(" write-") && frame.contains("icrc=ok"));
    assertThat(frames).filteredOn(frame -> frame.contains("10.0.0.2 > 10.0.0.3 ")).hasSizeGreaterThanOrEqualTo(1000)
        .allMatch(frame -> frame.contains(" 1066 tcp ") && frame.contains("tcpChecksum=ok"));
  }

  @Test
  void capturesNeedOneTelemetry() throws IOException {
    Path one = Files.writeString(folder.resolve("one.yaml"), SHARED_LINK);
    String out = folder.resolve("out").toString();
    assertThat(Program.run("run", one.toString(), "--out", out, "--pcap", "all").exit()).isZero();
    Path two = Files.writeString(folder.resolve("two.yaml"),
        SHARED_LINK.replace("scheme: none", "telemetry: native(udpPort=5000)"));
    Program refused = Program.run("run", two.toString(), "--out", out, "--force", "--pcap", "all");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("--pcap: classes of flows carry different telemetry, native(udpPort=64791) and"
        + " native(udpPort=5000), and frames are available of one format only");
  }
}
