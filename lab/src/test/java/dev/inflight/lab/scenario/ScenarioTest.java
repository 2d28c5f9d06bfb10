package dev.inflight.lab.scenario;

import dev.inflight.lab.scenario.key.Overrides;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.input.SetupText;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Units;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.Irn;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.setup.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scenario under the options of the command line. */
class ScenarioTest {
  private static final String YAML = """
      topology: star
      flows: [poisson(duration=20us), poisson(duration=20us)]
      scheme: none
      """;

  @TempDir
  private Path folder;
  private Scenario scenario;

  @BeforeEach
  void read() throws IOException {
    scenario = ScenarioReader.read(Files.writeString(folder.resolve("s.yml"), YAML));
  }

  private Scenario with(String scheme) {
    return with("scheme", scheme);
  }

  private Scenario with(String key, String value) {
    return ScenarioReader.read(folder.resolve("s.yml"), Overrides.NONE.with(key, value));
  }

  private static Overrides replacing(@Nullable String scheme, @Nullable String telemetry, @Nullable String recovery) {
    return Overrides.NONE.with("scheme", scheme).with("telemetry", telemetry).with("recovery", recovery);
  }

  @Test
  void changedSchemeLeavesTheScenarioUnchanged() {
    String before = SetupText.of(scenario.setup());
    Scenario changed = with("hpcc(eta=0.9)");
    assertThat(Catalog.SCHEMES.describe(changed.setup().scheme())).startsWith("hpcc(eta=0.9, ");
    assertThat(SetupText.of(scenario.setup())).isEqualTo(before);
    assertThat(SetupText.of(with("none").setup())).isEqualTo(before);
    assertThat(with("none").setup().scheme()).isEqualTo(NoControl.DEFAULT);
  }

  @Test
  void seedChangesTheFlows() throws IOException {
    String before = SetupText.of(scenario.setup());
    String changed = SetupText.of(with("seed", "2").setup());
    assertThat(changed).isNotEqualTo(before);
    assertThat(SetupText.of(with("seed", "1").setup())).isEqualTo(before);
    Path file = Files.writeString(folder.resolve("seeded.yml"), YAML + "seed: 2");
    assertThat(SetupText.of(ScenarioReader.read(file).setup())).isEqualTo(changed);
  }

  @Test
  void optionSetsTheEnd() {
    assertThat(with("until", "15us").setup().untilPs()).isEqualTo(15_000_000);
    assertThat(with("until", "unlimited").setup().untilPs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void optionsSetTiesAndClock() {
    Setup authors = ScenarioReader
        .read(folder.resolve("s.yml"), Overrides.NONE.with("ties", "scheduling").with("clock", "authors")).setup();
    assertThat(authors.ties()).isEqualTo(TieOrder.SCHEDULING);
    assertThat(authors.clock()).isEqualTo(SerializationTime.AUTHORS);
    refuses(() -> with("ties", "scheduling"),
        folder.resolve("s.yml") + ": ties: scheduling needs whole nanoseconds; use clock: authors, or ties: port");
  }

  @Test
  void errorsNameTheOption() {
    refuses(() -> with("ties", "random"), "--ties: unknown ties 'random'; known: port, scheduling");
    refuses(() -> with("clock", "author"), "--clock: unknown clock 'author'; did you mean 'authors'? known: exact, authors");
    refuses(() -> with("hpc"),
        "--scheme: unknown scheme 'hpc'; did you mean 'hpcc'? known: hpcc, hpcc-authors, hpcc-alpha, dcqcn, dcqcn-authors, timely, timely-authors, dctcp, dctcp-authors, swift, powertcp, nscc, rccc, fixed-window, none");
    refuses(() -> with("until", "5"), "--until: time '5' has no unit; write it as in 5us");
    refuses(() -> with("until", "0s"), "--until: the end of the simulation, 0ps, must be after the start of its first flow, "
        + Units.formatTime(scenario.setup().flows().startPs(0)));
  }

  @Test
  void reportsKeysThatAnotherSchemeRequires() throws IOException {
    Path slow = Files.writeString(folder.resolve("slow.yaml"), """
        topology: star(rate=2Gbps)
        flows: incast
        scheme: none
        """);
    refuses(() -> ScenarioReader.read(slow, replacing("hpcc", null, null)),
        slow + ":1: the link between host 0 and center (switch 17) runs at 2Gbps, but scheme hpcc"
            + " needs telemetry, and the native format has no code for that rate, only for 1, 10, 25, 40, 50, 100, 200, 400,"
            + " 800, 1600 Gbps; use telemetry: int, or one of ioam, ioam-incremental, csig, csig-wide, pint, busiest");
  }

  @Test
  void replacedValuesMayBeIncompatible() throws IOException {
    Path odd = Files.writeString(folder.resolve("odd.yaml"), """
        topology: star(rate=33Gbps)
        flows: incast
        scheme: hpcc-authors
        telemetry: csig
        """);
    assertThat(ScenarioReader.read(odd, replacing("hpcc", null, null)).setup().telemetry().name()).isEqualTo("csig");
    assertThat(ScenarioReader.read(odd, replacing(null, "int", null)).setup().telemetry().name()).isEqualTo("int");
    assertThat(ScenarioReader.read(odd, replacing(null, "ioam", null)).setup().framing()).isEqualTo(Framing.ROCEV2_IPV6);
    assertThat(ScenarioReader.read(odd, replacing("none", null, null)).setup().scheme()).isEqualTo(NoControl.DEFAULT);
    refuses(() -> ScenarioReader.read(odd, replacing("none", "int", null)), "--telemetry: the scheme none uses no telemetry");
    assertThat(ScenarioReader.read(odd, replacing("none", null, "irn(reach=1)")).setup().recovery())
        .isEqualTo(new Irn(Irn.DEFAULT.rtoLowPs(), Irn.DEFAULT.rtoHighPs(), Irn.DEFAULT.fewPackets(), 1));
    refuses(() -> ScenarioReader.read(odd, replacing("none", null, "irm")),
        "--recovery: unknown recovery 'irm'; did you mean 'irn'? known: go-back-n, irn, selective, unreliable, tcp");
    refuses(() -> ScenarioReader.read(odd, replacing("hpcc-authors", null, null)),
        odd + ":4: scheme hpcc-authors needs a record of each hop, and the csig format returns one value for the whole path;"
            + " use telemetry: native; the file is read with --scheme");
  }

  /** An incompatible key is named at its own line, and at that of the choice where the key has its default. */
  @Test
  void reportsKeysIncompatibleWithTcpWithTheirLine() throws IOException {
    Path file = folder.resolve("tcp.yaml");
    String text = """
        topology: star
        flows: incast
        recovery: tcp
        """;
    String cannot = ": offload of recovery tcp writes no telemetry into segments, and scheme hpcc needs it; use telemetryPackets:"
        + " probes, or tcp(burst=1B); the file is read with --scheme";
    Files.writeString(file, text);
    refuses(() -> ScenarioReader.read(file, replacing("hpcc", null, null)), file + ":3" + cannot);
    Files.writeString(file, text + "telemetryPackets: every\n");
    refuses(() -> ScenarioReader.read(file, replacing("hpcc", null, null)), file + ":4" + cannot);
    Files.writeString(file, text + "switchFeedback: direct(above=20KB)\ntelemetryPackets: probes\n");
    refuses(() -> ScenarioReader.read(file, replacing("hpcc", null, null)),
        file + ":4: recovery tcp has no packet for switch feedback; use switchFeedback: none; the file is read with --scheme");
  }

  @Test
  void scenarioIsNamedAfterItsFile() {
    assertThat(Scenario.nameOf(Path.of("a/b/config.txt"))).isEqualTo("b");
    assertThat(Scenario.nameOf(Path.of("a/b/my.config.txt"))).isEqualTo("my.config");
    assertThat(Scenario.nameOf(Path.of("a/b/fig13.yaml"))).isEqualTo("fig13");
    assertThat(Scenario.nameOf(Path.of("/config.txt"))).isEqualTo("config");
  }

  private static void refuses(Runnable change, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(change::run).withMessage(message);
  }
}
