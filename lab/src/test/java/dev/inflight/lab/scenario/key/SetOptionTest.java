package dev.inflight.lab.scenario.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --set KEY=VALUE}: any key of a scenario from the command line. */
class SetOptionTest {
  private static final String YAML = """
      topology: star(hosts=3)
      flows: [flow, "poisson(duration=50us)"]
      seed: 7
      ecn: [{rate: 100Gbps, kmin: 1KB, kmax: 2KB, pmax: 0.5}]
      acks: {every: 2, delay: 3us}
      """;
  private static final String CONFIG = "src/test/resources/reference/dumbbell-2to1-hpcc/config.txt";

  @TempDir
  private Path folder;
  private String file = "";
  private int runs;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("s.yaml"), YAML).toString();
  }

  /** The scenario as the run's folder states it. */
  private String resolved(String of, String... options) throws IOException {
    Path out = folder.resolve("out-" + runs++);
    var arguments = new ArrayList<>(List.of("run", of, "--quiet", "--out", out.toString()));
    arguments.addAll(List.of(options));
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(program.err()).doesNotContain("inflight: ");
    assertThat(program.exit()).isIn(Run.DONE, Run.STALLED);
    return Files.readString(out.resolve("scenario.yaml"));
  }

  private void refuses(String message, String... options) {
    var arguments = new ArrayList<>(List.of("run", file, "--out", folder.resolve("out").toString()));
    arguments.addAll(List.of(options));
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(program.err().replace(folder + "/", "")).isEqualTo("inflight: " + message + "\n");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void keysAreSetOrReplaced() throws IOException {
    assertThat(resolved(file, "--set", "buffer=16MiB", "--set", "flows=flow(size=5KB, to=2)", "--set", "name=it's mine", "--set",
        "topology=star(hosts=4)")).contains("buffer: 16MiB\n", "size=5KB", "name: 'it''s mine'\n", "star(hosts=4,")
        .doesNotContain("poisson");
  }

  @Test
  void entriesOfMapsAreSetOneByOne() throws IOException {
    assertThat(resolved(file, "--set", "acks.every=4")).contains("acks: {every: 4, delay: 3us, ignorePause: false}\n");
    assertThat(resolved(file, "--set", "acks={every: 4}")).contains("acks: {every: 4, delay: 10us, ignorePause: false}\n");
    assertThat(resolved(file, "--set", "series.every=1us", "--set", "series.flows=[0]"))
        .contains("series: {every: 1us, until: unlimited, flows: [0], ports: to-hosts, ranks: all}\n");
  }

  @Test
  void thresholdsAreSetByRate() throws IOException {
    assertThat(resolved(file, "--set", "ecn.100Gbps={kmin: 3KB, kmax: 4KB, pmax: 1}"))
        .contains("ecn:\n  - {rate: 100Gbps, kmin: 3KB, kmax: 4KB, pmax: 1}\n");
    assertThat(resolved(file, "--set", "ecn.100000Mbps.kmax=9KB"))
        .contains("ecn:\n  - {rate: 100Gbps, kmin: 1KB, kmax: 9KB, pmax: 0.5}\n");
    String slower = "topology=dumbbell(left=2, right=2, rate=100Gbps, bottleneckRate=25Gbps)";
    assertThat(resolved(file, "--set", slower, "--set", "ecn.25Gbps={kmin: 3KB, kmax: 4KB, pmax: 1}"))
        .contains("ecn:\n  - {rate: 25Gbps, kmin: 3KB, kmax: 4KB, pmax: 1}\n  - {rate: 100Gbps, kmin: 1KB");
  }

  @Test
  void entriesOfListsAreSetByNumber() throws IOException {
    assertThat(resolved(file, "--set", "flows.0=flow(size=5KB)")).contains("size=5KB", "poisson");
    refuses("--set flows.2: there is no entry 2 in flows: its entries are 0 to 1", "--set", "flows.2=flow");
    refuses("--set flows.one: flows is a list: its entries are 0 to 1, not 'one'", "--set", "flows.one=flow");
  }

  @Test
  void buffersOfPrioritiesAreSetByNumber() throws IOException {
    Files.writeString(Path.of(file), """
        topology: star(hosts=3)
        flows: [flow, flow(priority=1)]
        pfcPriorities: [3]
        bufferProfiles: [{priority: 3, pfcProfile: "static(xoff=9KB, xon=3KB)"}, {priority: 1, egressAlpha: 0.5}]
        """);
    assertThat(resolved(file, "--set", "bufferProfiles.0.pfcProfile.xoff=8KB", "--set", "bufferProfiles.1.egressAlpha=0.25"))
        .contains("(xoff=8KB, xon=3KB,", "  - {priority: 1, egressAlpha: 0.25}\n");
    refuses("--set bufferProfiles.1.egressAlpha: egressAlpha must be above 0, found -1", "--set",
        "bufferProfiles.1.egressAlpha=-1");
  }

  @Test
  void parametersAreSetOneByOne() throws IOException {
    assertThat(resolved(file, "--set", "topology.hosts=4", "--set", "flows.0.size=5KB", "--set", "flows.1.LOAD=0.25", "--set",
        "scheme.eta=0.9")).contains("star(hosts=4,", "flow(from=0, to=1, size=5KB,",
            "poisson(load=0.25, sizes=fb-hadoop, duration=50us,", "hpcc(eta=0.9, ");
    assertThat(resolved(file, "--set", "scheme.eta=0.9", "--set", "scheme=hpcc(maxStage=0)")).as("in any order")
        .contains("hpcc(eta=0.9, maxStage=0, ");
  }

  @Test
  void rejectsUnknownParameters() {
    refuses("--set topology.host: star has no parameter 'host'; did you mean 'hosts'? known: hosts, rate, delay", "--set",
        "topology.host=4");
    refuses("--set flows.load: flows is a list: its entries are 0 to 1, not 'load'; set flows.1.load", "--set", "flows.load=0.2");
    refuses("--set flows.2.load: there is no entry 2 in flows: its entries are 0 to 1", "--set", "flows.2.load=0.2");
    refuses("--set ecn.25Gbps.kmax: no thresholds are set for 25Gbps; set all three, as in ecn.25Gbps='{kmin: 100KB, kmax: 400KB,"
        + " pmax: 0.2}'", "--set", "ecn.25Gbps.kmax=1KB");
    refuses("--set flows.1.load.x: flows.1.load has no entries; set flows.1.load", "--set", "flows.1.load.x=1");
    refuses("--set flows.1.load: flows.1.load has no value", "--set", "flows.1.load=");
    refuses(
        "--set flows.1.load: flows.1.load must be a single value, found a list; to try a list of values, use inflight sweep",
        "--set", "flows.1.load=[0.2, 0.3]");
    refuses("--set events.0.at: events is not set, so there is nothing in it to change; set events", "--set", "events.0.at=1us");
  }

  /** The option is also named in errors that show only when the parts are combined. */
  @Test
  void reportsTheOptionOfAnIncompatibleValue() throws IOException {
    Files.writeString(Path.of(file), Files.readString(Path.of(file))
        + "series: {every: 1us, flows: [0], ports: [[0, 1]]}\nevents: [{at: 1us, link: [0, 3], state: down}]\n");
    refuses("--set series.ports: node 99 does not exist; nodes are 0 to 3", "--set", "series.ports=[[99, 1]]");
    refuses("--set series.ports: node 99 does not exist; nodes are 0 to 3", "--set", "series.ports=[99:1]", "--set",
        "series.every=2us");
    assertThat(Program.run("run", file, "--set", "series.flows=[70000]").err())
        .startsWith("inflight: --set series.flows: flow 70000 does not exist; flows are 0 to ");
    refuses("--set events.0.link: node 99 does not exist; nodes are 0 to 3", "--set", "events.0.link=[0, 99]");
  }

  @Test
  void otherParametersKeepTheirFiles() throws IOException {
    Path sub = Files.createDirectory(folder.resolve("sub"));
    Files.writeString(sub.resolve("sizes.txt"), "0 0\n2000 100\n");
    Files.writeString(sub.resolve("flows.txt"), "1\n0 1 3 100 5000 0\n");
    Path there = Files.writeString(sub.resolve("s.yaml"),
        "topology: star(hosts=3)\nflows: ['poisson(sizes=file(sizes.txt), duration=50us)', file(flows.txt)]\n");
    assertThat(resolved(there.toString(), "--set", "flows.0.load=0.25", "--set", "flows.1.startAs=double"))
        .contains("load=0.25, sizes=\"0 0, 2000 100\"", sub.resolve("flows.txt").toString(), "startAs=double");
  }

  @ParameterizedTest
  @CsvSource({"seed,99", "until,40us", "ties,port", "clock,authors", "scheme,dctcp", "scheme,hpcc(eta=0.9)", "telemetry,ioam",
      "recovery,irn"})
  void shortFormsDoTheSame(String key, String value) throws IOException {
    assertThat(resolved(file, "--set", key + "=" + value)).isEqualTo(resolved(file, "--" + key, value))
        .isNotEqualTo(key.equals("ties") ? "" : resolved(file));
  }

  @Test
  void rejectsShortAndLongFormTogether() {
    refuses("--set seed: 'seed' is set twice, before by --seed", "--seed", "3", "--set", "seed=4");
    refuses("--set seed: 'seed' is set twice, before by --set seed", "--set", "seed=3", "--set", "seed=4");
  }

  @Test
  void errorsNameTheOption() {
    refuses("--set sceme: unknown key 'sceme'; did you mean 'scheme'?", "--set", "sceme=hpcc");
    refuses("--set threads: 'threads' is not a key of a scenario: the option --threads N sets the number of threads", "--set",
        "threads=2");
    refuses("--set acks.evry: unknown key 'evry'; did you mean 'every'? known: every, delay, promptFrom, ignorePause", "--set",
        "acks.evry=3");
    refuses("--set buffer: size '1XB' has the unknown unit 'XB'; did you mean 'TB'? known: TB, GB, MB, KB, B, kB, TiB, GiB,"
        + " MiB, KiB", "--set", "buffer=1XB");
    refuses("--set topology: hosts 0 is outside 1 to 262144", "--set", "topology=star(hosts=0)");
    refuses("--set flows: to 9 does not exist; hosts are 0 to 2", "--set", "flows=flow(to=9)");
    refuses("--set seed.low: seed has no entries; set seed", "--set", "seed.low=0.9");
    refuses("--set ecn: this is not valid YAML: expected ',' or '}', but got <stream end>", "--set", "ecn={rate");
    refuses("--set name: name has no value", "--set", "name=");
    refuses("--set telemetry: the scheme none uses no telemetry", "--set", "scheme=none", "--set", "telemetry=int");
  }

  @ParameterizedTest
  @ValueSource(strings = {"buffer", "=3", ""})
  void rejectsTextWithoutKeyAndValue(String written) {
    refuses("--set: '" + written + "' is not of the form KEY=VALUE, as in buffer=16MiB", "--set", written);
  }

  @Test
  void readsResolvedScenariosBack() throws IOException {
    String yaml = resolved(file, "--set", "ecn.100Gbps.pmax=0.25", "--set", "acks.every=9", "--scheme", "dcqcn");
    Path again = Files.writeString(folder.resolve("again.yaml"), yaml);
    assertThat(resolved(again.toString())).isEqualTo(yaml);
  }

  @Test
  void setsKeysOfAConfiguration() throws IOException {
    assertThat(resolved(CONFIG, "--set", "BUFFER_SIZE=16", "--set", "KMIN_MAP=1 100000000000 200", "--set", "seed=3"))
        .contains("buffer: 16MiB\n", "kmin: 200KB", "seed: 3\n");
    assertThat(resolved(CONFIG, "--set", "acks.delay=5us", "--set", "sample.every=1us", "--until", "2001ms"))
        .contains("acks: {every: 1, delay: 5us, ignorePause: false}\n", "every: 1us}\n");
    assertThat(resolved(CONFIG, "--set", "scheme.eta=0.8")).contains("hpcc-authors(eta=0.8, miThresh=5,");
    file = CONFIG;
    refuses(
        "--set scheme.etta: hpcc-authors has no parameter 'etta'; did you mean 'eta'? known: eta, miThresh, rateAi, minRate, react, sampleFeedback, varWindow",
        "--set", "scheme.etta=1");
    refuses("--set BUFER_SIZE: unknown key 'BUFER_SIZE'; did you mean BUFFER_SIZE?", "--set", "BUFER_SIZE=16");
    refuses("--set BUFFER_SIZE: BUFFER_SIZE 0 is outside 1 to 2047", "--set", "BUFFER_SIZE=0");
    refuses("--set ecn: ecn is not a key of a config.txt; set KMIN_MAP, KMAX_MAP and PMAX_MAP", "--set", "ecn=[]");
  }

  @Test
  void namesOfFilesAreSeenFromTheWorkingFolder() throws IOException {
    Path flows = Files.writeString(folder.resolve("my-flows.txt"), "1\n0 1 3 100 5000 0\n");
    String relative = Path.of("").toAbsolutePath().relativize(flows.toAbsolutePath()).toString();
    assertThat(resolved(file, "--set", "flows=file(" + relative + ")")).contains(flows.toString());
  }
}
