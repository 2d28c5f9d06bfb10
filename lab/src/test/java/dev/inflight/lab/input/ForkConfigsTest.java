package dev.inflight.lab.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.net.switching.ecn.PortClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Configuration files of the authors' simulator and of its forks, in the forms that they have in public repositories. */
class ForkConfigsTest {
  private static final String PLAIN = """
      TOPOLOGY_FILE topology.txt
      FLOW_FILE flow.txt
      CC_MODE 3
      MULTI_RATE 0
      RATE_AI 50Mb/s
      RATE_HAI 50Mb/s
      L2_ACK_INTERVAL 1
      ENABLE_QCN 0
      SIMULATOR_STOP_TIME 2.01
      """;

  @TempDir
  private Path folder;
  private Path config;

  @BeforeEach
  void write() throws IOException {
    config = new ConfigFolder(folder).write().config();
  }

  private Scenario read(String text, String... sets) throws IOException {
    Files.writeString(config, text);
    return ScenarioReader.read(config, Overrides.of(List.of(sets)));
  }

  @Test
  void readsDocumentedKeysWithoutWarning() throws IOException {
    Scenario scenario = read(PLAIN);
    assertThat(scenario.warnings()).isEmpty();
    assertThat(scenario.setup().scheme()).isInstanceOf(HpccAuthors.class);
  }

  @Test
  void warnsThatNoPacketTraceIsWritten() throws IOException {
    assertThat(read(PLAIN + "ENABLE_TRACE 1\n").warnings()).singleElement().asString().startsWith(config + ":10: ENABLE_TRACE 1")
        .contains("--pcap");
  }

  /** Keys of forks that name output, or agree with the simulation anyway. */
  @ParameterizedTest
  @CsvSource({"SimAI, BW_MON_FILE mix/bw.txt", "SimAI, QP_MON_INTERVAL 100", "ConWeave, CNP_OUTPUT_FILE out_cnp.txt",
      "ConWeave, CONWEAVE_REPLY_TIMEOUT_EXTRA 4", "Hawkeye, EPOCH_TIME 1000", "Pyrrha, INCAST_MIX 5", "Pyrrha, TH_HOL 2",
      "IntCC, TimelyTHigh 50000", "SimAI, AS_NVLS_ENABLE 1"})
  void namesKeysWithoutEffect(String source, String line) throws IOException {
    assertThat(read(PLAIN + line + "\n").warnings()).as(source).singleElement().asString()
        .startsWith(config + ":10: " + line.split(" ")[0] + " has no effect");
  }

  @Test
  void groupsKeysThatHaveNoEffectForOneReason() throws IOException {
    assertThat(read(PLAIN + "BW_MON_FILE a\nRATE_MON_FILE b\nCNP_MON_FILE c\n").warnings()).singleElement().asString()
        .contains("BW_MON_FILE, RATE_MON_FILE, CNP_MON_FILE have no effect");
  }

  @ParameterizedTest
  @CsvSource({"LB_MODE 0, ''", "LB_MODE 9, LB_MODE 0", "ENABLE_PFC 1, ''", "ENABLE_PFC 0, ENABLE_PFC 1", "ENABLE_IRN 0, ''",
      "ENABLE_IRN 1, ENABLE_IRN 0", "ENABLE_PBT 0, ''", "ENABLE_PBT 1, ENABLE_PBT 0", "OCS_CTRL_ENABLE 1, OCS_CTRL_ENABLE 0",
      "FLOW_FROM_FILE 0, FLOW_FROM_FILE 1", "PACKET_LEVEL_ECMP 1, PACKET_LEVEL_ECMP 0"})
  void refusesValuesOfForksThatWouldChangeResults(String line, String advice) throws IOException {
    if (advice.isEmpty()) {
      assertThat(read(PLAIN + line + "\n").warnings()).isEmpty();
      return;
    }
    assertThatThrownBy(() -> read(PLAIN + line + "\n")).isInstanceOf(InputError.class)
        .hasMessageStartingWith(config + ":10: " + line.split(" ")[0]).hasMessageEndingWith("; set " + advice);
  }

  /** The replacement that the error about a fork's switch names does run. */
  @ParameterizedTest
  @CsvSource({"ENABLE_PFC 0, pfc=false", "ENABLE_IRN 1, recovery=irn", "USE_IRN 1, recovery=irn"})
  void namesWhatRunsInsteadOfASwitchOfAFork(String line, String named) throws IOException {
    String key = line.split(" ")[0];
    Files.writeString(config, PLAIN + line + "\n");
    Program refused = Program.run("run", config.toString(), "--check");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).startsWith("inflight: " + config + ":10: " + key).contains("--set " + named);
    var command = new ArrayList<>(List.of("run", config.toString(), "--check", "--set",
        refused.err().strip().replaceFirst(".*; set (\\S+) (\\S+)$", "$1=$2")));
    Matcher set = Pattern.compile("--set [a-z]\\S*=[^\\s,;]+").matcher(refused.err());
    while (set.find()) {
      command.addAll(List.of(set.group().split(" ")));
    }
    Program check = Program.run(command.toArray(String[]::new));
    assertThat(check.err()).as("%s", command).isEmpty();
    assertThat(check.exit()).isZero();
    Path scenario = Files.writeString(folder.resolve("as.yaml"), check.out());
    assertThat(Program.run("run", scenario.toString(), "--check").exit()).isZero();
  }

  @Test
  void warnsAboutUnknownKeysAndNamesTheNearest() throws IOException {
    assertThat(read(PLAIN + "RATE_BUOND 1\n").warnings()).singleElement().asString().contains("unknown key", "RATE_BOUND");
    assertThat(read(PLAIN + "SOMETHING_ELSE 4 5\n").warnings()).singleElement().asString().contains("SOMETHING_ELSE");
  }

  @Test
  void rejectsWarningsIfStrict() throws IOException {
    Files.writeString(config, PLAIN + "SOMETHING_ELSE 4\nENABLE_TRACE 1\n");
    for (String command : new String[] {"run", "check"}) {
      String out = folder.resolve("out").toString();
      Program program = command.equals("run")
          ? Program.run(command, config.toString(), "--strict", "--out", out)
          : Program.run(command, config.toString(), "--strict");
      assertThat(program.exit()).as(command).isEqualTo(2);
      assertThat(program.err()).as(command).contains(config + ":10: ", config + ":11: ").doesNotContain("warning");
      assertThat(folder.resolve("out")).doesNotExist();
    }
  }

  /** The file of SimAI and astra-sim states 40,000,000,000,000 s for a run without end. */
  @Test
  void takesStopTimesBeyondTheRangeAsUnlimited() throws IOException {
    assertThat(read(PLAIN.replace("STOP_TIME 2.01", "STOP_TIME 40000000000000.00")).setup().untilPs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void takesWholeNumbersWithADecimalPoint() throws IOException {
    assertThat(read(PLAIN + "BUFFER_SIZE 32.0\n").setup().bufferBytes()).isEqualTo(32 << 20);
  }

  @Test
  void keepsTheLastRepeatedThreshold() throws IOException {
    String marks = "KMIN_MAP 2 100000000000 400 100000000000 500\nKMAX_MAP 1 100000000000 1600\nPMAX_MAP 1 100000000000 0.2\n";
    Scenario scenario = read(PLAIN.replace("ENABLE_QCN 0", "ENABLE_QCN 1") + marks);
    assertThat(scenario.setup().ecn().get(PortClass.ofRate(100_000_000_000L)).kMinBytes()).isEqualTo(500_000);
  }

  @Test
  void findsFilesInTheFolderThatTheAuthorsSimulatorRunsIn() throws IOException {
    Path mix = Files.createDirectory(folder.resolve("mix"));
    for (String file : new String[] {"topology.txt", "flow.txt"}) {
      Files.move(folder.resolve(file), mix.resolve(file));
    }
    config = mix.resolve("config.txt");
    Scenario scenario = read(PLAIN.replace("_FILE ", "_FILE mix/"));
    assertThat(scenario.notes()).hasSize(2);
    Path out = folder.resolve("out");
    assertThat(Program.run("run", config.toString(), "--quiet", "--out", out.toString()).exit()).isZero();
    Program again = Program.run("run", out.resolve("scenario.yaml").toString(), "--quiet", "--out",
        folder.resolve("again").toString());
    assertThat(again.exit()).as(again.err()).isZero();
    assertThat(folder.resolve("again/flows.csv")).hasSameTextualContentAs(out.resolve("flows.csv"));
  }

  @ParameterizedTest
  @CsvSource({"topologie.txt, '; did you mean topology.txt?'", "mix/none.txt, ''"})
  void namesTheSearchedPlacesOfAMissingFile(String name, String near) {
    assertThatThrownBy(() -> read(PLAIN.replace("topology.txt", name))).isInstanceOf(InputError.class)
        .hasMessageStartingWith(config + ":1: TOPOLOGY_FILE names " + name + ", and there is no such file" + near
            + "; looked for " + folder.resolve(name) + ", ")
        .hasMessageEndingWith("; another is named with --set TOPOLOGY_FILE=FILE");
  }

  @Test
  void namesCablesThatCarryNothing() throws IOException {
    Files.writeString(folder.resolve("topology.txt"),
        "4 2 5\n2 3\n0 2 100Gbps 1us 0\n1 3 100Gbps 1us 0\n2 3 100Gbps 1us 0\n2 3 100Gbps 1us 0\n2 3 100Gbps 1us 0\n");
    assertThat(read(PLAIN).warnings()).singleElement().asString().contains("3 between switch 2 and switch 3");
  }

  @Test
  void namesTheOptionOfAKeyThatIsSetOnTheCommandLine() {
    assertThatThrownBy(() -> read(PLAIN, "CC_MODE=4")).isInstanceOf(InputError.class).hasMessageContaining("--set CC_MODE: ")
        .hasMessageNotContaining("missing");
    assertThatThrownBy(() -> read(PLAIN, "TOPOLOGY_FILE=" + folder.resolve("none.txt"))).isInstanceOf(InputError.class)
        .hasMessageContaining("none.txt").hasMessageNotContaining("is missing");
  }
}
