package dev.inflight.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of place that may vary, on the command line, in the value's place, and in {@code sweep:}. */
class SweepPlacesTest {
  private static final String SCENARIO = """
      topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=2)
      flows:
        - poisson(load=0.3, sizes="0 0, 20000 100", duration=100us)
        - flow(from=0, to=3, size=100KB)
      scheme: hpcc
      ecn:
        - {rate: 100Gbps, kmin: 100KB, kmax: 400KB, pmax: 0.2}
        - {rate: 400Gbps, kmin: 400KB, kmax: 1600KB, pmax: 0.2}
      acks: {every: 1}
      series: {every: 10us, flows: [0, 1], ports: [[4, 1], [5, 1]]}
      events:
        - {at: 30us, link: [4, 6], state: down}
      classes:
        - {name: bulk, scheme: dctcp, flows: ['flow(from=1, to=2, size=50KB)', 'flow(from=2, to=1)']}
      """;

  @TempDir
  private Path folder;

  private Path file;

  @BeforeEach
  void aFile() throws IOException {
    file = Files.writeString(folder.resolve("s.yaml"), SCENARIO);
  }

  private static InputText text(String yaml) {
    return InputText.of(Path.of("s.yaml"), yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static SweepFile sweep(String yaml, String... set) {
    return SweepFile.find(text(yaml), Overrides.of(List.of(set))).orElseThrow();
  }

  private static String resolved(SweepFile sweep, int point) {
    return ScenarioWriter.write(sweep.scenario(point));
  }

  /** Places of a map on one line have their columns, also where a point's scenario finds the fault. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"topology.spines: [2, x] | 44", "scheme: [hpcc, dcqcm] | 38",
      "acks: [{every: 1}, {every: x}] | 42", "flows.0.load: [0.3, 1y] | 43", "buffer: 3 | 31", "seed: [1, 1] | 33"})
  void faultsInOneLineHaveColumns(String places, int column) throws IOException {
    Path one = Files.writeString(folder.resolve("one.yaml"),
        "topology: leaf-spine(leaves=2)\nflows: [poisson(load=0.3)]\nsweep: {until: [1ms], " + places + "}\n");
    Program check = Program.run("check", one.toString());
    assertThat(check.exit()).isEqualTo(2);
    assertThat(check.err() + check.out()).contains("one.yaml:3:" + column + ": ");
    assertThat(Program.run("sweep", one.toString(), "--out", folder.resolve("o").toString()).err())
        .contains("one.yaml:3:" + column + ": ");
  }

  /** Returns the text that a run of the same place with this value writes. */
  private String run(String place, String value) throws IOException {
    Path out = folder.resolve("run");
    Program program = Program.run("run", file.toString(), "--set", place + "=" + value, "--out", out.toString(), "--quiet",
        "--force");
    assertThat(program.err()).doesNotContain("inflight: ");
    return Files.readString(out.resolve("scenario.yaml"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"seed | 1 | 2", "scheme | hpcc | hpcc(eta=0.9, maxStage=0)",
      "scheme.eta | 0.9 | 0.8",
      "topology | leaf-spine(leaves=2, spines=1, hostsPerLeaf=2) | leaf-spine(leaves=2, spines=3, hostsPerLeaf=2)",
      "topology.spines | 2 | 4", "flows.0.load | 0.3 | 0.5", "flows.0.Sizes | fb-hadoop | websearch",
      "flows.1 | incast(senders=2, size=10KB) | permutation(size=5KB)", "flows.1.size | 5KB | 6KB", "telemetry | int | ioam",
      "telemetry.udpPort | 4000 | 4001", "recovery.reach | 1 | 2", "ecn.100Gbps.kmax | 300KB | 500KB",
      "ecn.100Gbps | {kmin: 1KB, kmax: 2KB, pmax: 0.1} | {kmin: 1KB, kmax: 3KB, pmax: 0.1}", "acks.every | 1 | 4",
      "acks | {every: 1, delay: 3us} | {every: 2}", "events.0.at | 10us | 20us", "events.0.link | [4, 6] | [4, 7]",
      "events.0 | {at: 1us, link: [4, 6], state: down} | {at: 2us, link: [5, 6], state: down}", "classes.0.scheme | dcqcn | hpcc",
      "classes.0.scheme.gain | 0.1 | 0.2", "classes.0.flows.1 | flow(from=2, to=0) | flow(from=2, to=3)",
      "classes.0.flows.0.size | 1KB | 2KB", "classes.0.priority | 2 | 4", "series.ports | [[4, 1]] | [[5, 1], [5, 2]]",
      "series.flows | [0] | [1, 2]", "series.every | 1us | 2us", "sample.every | 1us | 2us"})
  void pointIsTheRunOfItsValue(String place, String one, String other) throws IOException {
    if (place.startsWith("recovery")) {
      file = Files.writeString(file, SCENARIO + "recovery: irn\n");
    }
    if (place.startsWith("telemetry.")) {
      file = Files.writeString(file, SCENARIO + "telemetry: int\n");
    }
    String yaml = Files.readString(file);
    SweepFile onCommandLine = sweep(yaml, place + "=[" + one + ", " + other + "]");
    SweepFile inFile = sweep(yaml + "sweep:\n  " + place + ":\n    - " + one + "\n    - " + other + "\n");
    for (SweepFile sweep : List.of(onCommandLine, inFile)) {
      assertThat(sweep.axes()).hasSize(1);
      assertThat(sweep.valuesOf(1)).containsExactly(Map.entry(place, other));
      assertThat(resolved(sweep, 0).replace("name: 's'", "")).isEqualTo(run(place, one).replace("name: 's'", ""))
          .doesNotContain("sweep");
      assertThat(resolved(sweep, 1)).isEqualTo(run(place, other)).isNotEqualTo(resolved(sweep, 0));
    }
  }

  /** The list is in the value's place. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"scheme: hpcc | scheme: [hpcc, dcqcn] | scheme",
      "every: 1} | every: [1, 4]} | acks.every", "at: 30us | at: [10us, 20us] | events.0.at",
      "[4, 6] | [[4, 6], [4, 7]] | events.0.link", "scheme: dctcp | scheme: [dctcp, hpcc] | classes.0.scheme",
      "kmax: 400KB | kmax: [300KB, 500KB] | ecn.100Gbps.kmax",
      "- flow(from=0, to=3, size=100KB) | - [flow, permutation] | flows.1", "flows: [0, 1] | flows: [[0, 1], [2]] | series.flows",
      "'flow(from=2, to=1)' | [flow, permutation] | classes.0.flows.1", "{every: 1} | [{every: 1}, {every: 2}] | acks"})
  void readsListsInTheFile(String single, String list, String place) throws IOException {
    Files.writeString(file, SCENARIO.replace(single, list));
    Program run = Program.run("run", file.toString(), "--out", folder.resolve("none").toString());
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("found a list; to try a list of values, use inflight sweep");
    SweepFile sweep = sweep(Files.readString(file));
    assertThat(sweep.axes()).extracting(SweepAxis::key).containsExactly(place);
    assertThat(resolved(sweep, 1)).isNotEqualTo(resolved(sweep, 0));
  }

  @Test
  void keepsListsThatAreValues() {
    assertThat(SweepFile.find(text(SCENARIO), Overrides.NONE)).isEmpty();
    assertThat(
        SweepFile.find(text(SCENARIO),
            Overrides.of(List.of("flows=[flow, permutation]", "series.flows=[1, 2]",
                "events=[{at: 1us, link: [4, 6], state: down}]", "events.0.link=[4, 7]", "classes.0.flows=[flow, incast]"))))
        .isEmpty();
    Program nothing = Program.run("sweep", file.toString(), "--set", "flows=[flow, permutation]", "--out",
        folder.resolve("none").toString());
    assertThat(nothing.err()).contains("there is nothing to sweep: ").endsWith(
        "; flows takes a list, which is one value; flows.0=[...] varies its first entry\n");
  }

  @Test
  void orderFollowsTheFileThenTheCommandLine() {
    String yaml = SCENARIO.replace("at: 30us", "at: [10us, 20us]") + "sweep: {flows.0.load: [0.1, 0.2], seed: [1, 2]}\n";
    assertThat(sweep(yaml, "payload=[500, 1000]", "events.0.at=[1us]", "flows.1.size=[1KB, 2KB]").axes())
        .extracting(SweepAxis::key).containsExactly("events.0.at", "flows.0.load", "seed", "payload", "flows.1.size");
    assertThat(sweep(yaml, "seed=7", "events=[]", "flows.1=[flow, permutation]", "flows.1.size=[1KB, 2KB]").axes())
        .extracting(SweepAxis::key).containsExactly("flows.0.load", "flows.1", "flows.1.size");
    assertThat(sweep(yaml, "sweep={scheme: [hpcc, dcqcn]}").axes()).extracting(SweepAxis::key).containsExactly("events.0.at",
        "scheme");
  }

  /** A value and a parameter of it may both vary. */
  @Test
  void variesAValueAndItsParameter() {
    SweepFile sweep = sweep(SCENARIO, "flows.1.size=[1KB, 2KB]", "flows.1=[flow, permutation]");
    assertThat(resolved(sweep, 1)).contains("'permutation(size=1KB, ");
    assertThat(resolved(sweep, 2)).contains("'flow(from=0, to=1, size=2KB, ");
  }

  @Test
  void bracketsHoldValuesTogether() {
    SweepFile sweep = sweep(SCENARIO,
        "flows.0=[poisson(load=0.2, sizes=\"0 0, 9000 100\", duration=50us), incast(senders=2, size=1KB)]");
    assertThat(sweep.axes().getFirst().values()).extracting(SweepAxis.Value::text)
        .containsExactly("poisson(load=0.2, sizes=\"0 0, 9000 100\", duration=50us)", "incast(senders=2, size=1KB)");
    assertThat(resolved(sweep, 0)).contains("sizes=\"0 0, 9000 100\"");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
      "sweep: {sed: [1, 2]} | s.yaml:15:9: unknown key 'sed'; did you mean 'seed'?",
      "sweep: {seed: 3} | s.yaml:15:15: sweep: seed must be a list of values",
      "sweep: [1, 2] | s.yaml:15:8: sweep must be keys and their lists of values, as in {scheme: [hpcc, dcqcn]",
      "sweep: {seed: []} | s.yaml:15:15: seed: the list is empty",
      "sweep: {seed: [1, 1]} | s.yaml:15:19: seed: '1' is listed twice",
      "sweep: {events.0.at: [1us], topology.spine: [2, 4]} | s.yaml:15:46: leaf-spine has no parameter 'spine'; did you mean 'spines'?",
      "sweep: {flows.7.load: [0.1, 0.2]} | s.yaml:15:24: there is no entry 7 in flows: its entries are 0 to 1",
      "sweep: {threads: [1, 2]} | s.yaml:15:9: 'threads' is not a key of a scenario: the option --threads N"})
  void rejectsKeysThatCannotVary(String block, String sentence) throws IOException {
    Files.writeString(file, SCENARIO + block + "\n");
    Program swept = Program.run("sweep", file.toString(), "--out", folder.resolve("none").toString());
    assertThat(swept.exit()).isEqualTo(2);
    assertThat(swept.err().replace(folder + "/", "")).contains(sentence);
    assertThat(Program.run("check", file.toString()).exit()).isEqualTo(2);
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  void optionsNeedNoKeySweep() {
    Program swept = Program.run("sweep", file.toString(), "--set", "sweep.seed=[1, 2]", "--out",
        folder.resolve("none").toString());
    assertThat(swept.err()).isEqualTo(
        "inflight: --set sweep.seed: an option lists values without the key sweep; set seed, as in" + " --set 'seed=[...]'\n");
    assertThat(Program.run("check", file.toString(), "--set", "classes.0.flows.2.size=[1KB, 2KB]").err()).isEqualTo(
        "--set classes.0.flows.2.size: there is no entry 2 in classes.0.flows: its entries are 0 to 1"
            + " (point 1 of 2: classes.0.flows.2.size=1KB)\n");
    assertThat(Program.run("check", file.toString(), "--set", "events.1.at=[1us, 2us]").err())
        .startsWith("--set events.1.at: there is no entry 1 in events: its only entry is 0");
  }

  @Test
  void runOfASweepNamesSweep() throws IOException {
    Files.writeString(file, SCENARIO + "sweep: {seed: [1, 2], flows.0.load: [0.1, 0.2]}\n");
    Program run = Program.run("run", file.toString(), "--out", folder.resolve("none").toString());
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).isEqualTo(
        "inflight: " + file
            + ":15:8: a run takes one value for seed, flows.0.load; to try a list of values, use inflight sweep\n");
    assertThat(Program.run("run", file.toString(), "--set", "seed=2", "--set", "flows.0.load=0.2", "--check").exit()).isZero();
    assertThat(Program.run("run", file.toString(), "--set", "sweep={}", "--check").out()).doesNotContain("sweep");
  }

  @Test
  void columnsHaveNamesThatSqlTakes() {
    Path out = folder.resolve("out");
    Program swept = Program.run("sweep", file.toString(), "--set", "flows.0.load=[0.1, 0.2]", "--set", "acks.every=[1, 2]",
        "--out", out.toString(), "--quiet");
    assertThat(swept.exit()).as(swept.err()).isZero();
    assertThat(
        Program.run("query", out.toString(), "SELECT point, flows_0_load, acks_every FROM points", "--format", "csv").out())
        .isEqualTo("point,flows_0_load,acks_every\n1,0.1,1\n2,0.1,2\n3,0.2,1\n4,0.2,2\n");
  }

  @Test
  void variesParametersOfAConfiguration() {
    String config = "src/test/resources/reference/dumbbell-2to1-hpcc/config.txt";
    Path out = folder.resolve("out");
    Program swept = Program.run("sweep", config, "--set", "scheme.eta=[0.8, 0.95]", "--out", out.toString(), "--quiet");
    assertThat(swept.exit()).as(swept.err()).isZero();
    assertThat(out.resolve("0001/scenario.yaml")).content().contains("hpcc-authors(eta=0.8, miThresh=5,");
    assertThat(Program.run("query", out.toString(), "SELECT count(DISTINCT fingerprint) AS n FROM points").out()).endsWith("2\n");
  }
}
