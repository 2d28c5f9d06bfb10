package dev.inflight.lab.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.DctcpAuthors;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemes, marks and recoveries of configuration files that the programs of others run. */
class ForkSchemesTest {
  private static final long RATE = 40_000_000_000L;
  private static final String PLAIN = """
      TOPOLOGY_FILE topology.txt
      FLOW_FILE flow.txt
      CC_MODE 8
      MULTI_RATE 0
      RATE_AI 50Mb/s
      RATE_HAI 50Mb/s
      EWMA_GAIN 0.0625
      RP_TIMER 300
      L2_ACK_INTERVAL 1
      SIMULATOR_STOP_TIME 2.01
      """;
  private static final String MAPS = "KMIN_MAP 1 40000000000 30\nKMAX_MAP 1 40000000000 90\nPMAX_MAP 1 40000000000 0.5\n";

  @TempDir
  private Path folder;
  private Path config;

  @BeforeEach
  void write() throws IOException {
    config = folder.resolve("config.txt");
    Files.writeString(folder.resolve("topology.txt"), "4 1 3\n3\n0 3 40Gbps 1us 0\n1 3 40Gbps 1us 0\n2 3 40Gbps 1us 0\n");
    Files.writeString(folder.resolve("flow.txt"), "2\n0 2 3 100 300000 2.0\n1 2 3 100 300000 2.0\n");
  }

  private Scenario read(String text, String... sets) throws IOException {
    return new ConfigFolder(folder).with(text).read(sets);
  }

  /** ENABLE_QCN 0 is legitimate there: DCTCP and DCQCN then keep the line rate. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "8"})
  void runsSchemesOfMarksWithoutMarks(String mode) throws IOException {
    Scenario scenario = read(PLAIN + "ENABLE_QCN 0\n", "CC_MODE=" + mode);
    assertThat(scenario.warnings()).singleElement().asString().startsWith(config + ":11: ENABLE_QCN 0: switches mark no packets");
    Path out = folder.resolve("out");
    assertThat(Program.run("run", config.toString(), "--set", "CC_MODE=" + mode, "--out", out.toString(), "--quiet").exit())
        .isZero();
    assertThat(Files.readString(out.resolve("summary.json"))).contains("\"ecnMarks\" : 0");
    Path again = folder.resolve("again");
    Program second = Program.run("run", out.resolve("scenario.yaml").toString(), "--out", again.toString(), "--quiet");
    assertThat(second.exit()).as(second.err()).isZero();
    assertThat(again.resolve("flows.csv")).hasSameTextualContentAs(out.resolve("flows.csv"));
  }

  @Test
  void rejectsSchemesOfTheCommandLineWithoutMarks() {
    assertThatThrownBy(() -> read(PLAIN + "ENABLE_QCN 0\n", "scheme=dctcp")).isInstanceOf(InputError.class)
        .hasMessageContaining("scheme dctcp needs ECN marks");
  }

  @Test
  void ignoresIncompleteThresholdsOfUnusedRates() throws IOException {
    Scenario scenario = read(PLAIN + MAPS + "KMIN_MAP 1 400000000000 300\nKMAX_MAP 1 400000000000 900\n");
    assertThat(scenario.setup().ecn()).containsOnlyKeys(PortClass.ofRate(RATE));
    assertThat(scenario.warnings()).singleElement().asString().startsWith(
        config + ":13: PMAX_MAP has no value for the rate" + " 400000000000, for which KMAX_MAP and KMIN_MAP have one");
  }

  @Test
  void rejectsIncompleteThresholdsOfRatesInUseAtTheMapThatLacksThem() {
    assertThatThrownBy(() -> read(
        PLAIN + "KMAX_MAP 2 40000000000 90 50000000000 90\nKMIN_MAP 1 50000000000 30\nPMAX_MAP 2 40000000000 1 50000000000 1\n"))
        .isInstanceOf(InputError.class).hasMessageContaining("there are no thresholds for 40Gbps")
        .hasMessageStartingWith(config + ":12: ");
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "0, 0", "12, 1", "12, 0"})
  void runsModesWithoutControl(int mode, int window) throws IOException {
    Scenario scenario = read(PLAIN + MAPS + "HAS_WIN " + window + "\nVAR_WIN 1\n", "CC_MODE=" + mode);
    Scheme expected = window == 1 ? FixedWindow.DEFAULT : NoControl.DEFAULT;
    assertThat(scenario.setup().scheme()).isEqualTo(expected);
    assertThat(scenario.warnings()).singleElement().asString()
        .contains("CC_MODE " + mode + " has no congestion control: flows send at the line rate");
  }

  @ParameterizedTest
  @CsvSource({"10, HPCC-PINT", "14, IntCC", "15, SRNIC", "6, is unknown"})
  void refusesModesOfOtherSchemes(int mode, String why) {
    assertThatThrownBy(() -> read(PLAIN + MAPS, "CC_MODE=" + mode)).isInstanceOf(InputError.class)
        .hasMessageStartingWith("--set CC_MODE: CC_MODE " + mode).hasMessageContaining(why)
        .hasMessageContaining("available: 0 (no control), 1 (DCQCN)");
  }

  /** 1/16 is 0 in whole numbers. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "8"})
  void missingGainMeansZero(String mode) throws IOException {
    Scenario scenario = read(PLAIN.replace("EWMA_GAIN 0.0625\n", "") + MAPS, "CC_MODE=" + mode);
    assertThat(scenario.setup().scheme().toString()).contains("gain=0.0,");
    assertThat(scenario.warnings()).singleElement().asString().contains("EWMA_GAIN is missing, which means 0");
  }

  /** A number that is no scheme of the authors may be one of a fork, which its keys show. */
  @Test
  void rejectsModesThatKeysOfAForkShowToBeASchemeOfIts() throws IOException {
    assertThat(read(PLAIN + MAPS + "RDI_T 50000\n").warnings()).singleElement().asString().contains("RDI_T has no effect");
    assertThatThrownBy(() -> read(PLAIN + MAPS + "RDI_T 50000\n", "CC_MODE=12")).isInstanceOf(InputError.class)
        .hasMessageContaining("CC_MODE 12 is a scheme of ns3-hpcc RDI");
  }

  /** The simulator of DCQCN has one set of thresholds, in packets, and parameters that only its own DCQCN has. */
  @Test
  void takesFilesOfTheDcqcnSimulatorWithAScheme() throws IOException {
    Files.writeString(folder.resolve("tcp.txt"), "0\n");
    String text = PLAIN.replace("CC_MODE 8\n", "").replace("EWMA_GAIN 0.0625\n", "") + """
        KMAX 200
        KMIN 40
        PMAX 1.0
        CNP_INTERVAL 50
        BYTE_COUNTER 300000000
        DCTCP_GAIN 0.00390625
        TCP_FLOW_FILE tcp.txt
        """;
    Scenario scenario = read(text, "scheme=dcqcn(byteCounter=300MB)");
    assertThat(scenario.setup().ecn()).containsExactly(Map.entry(PortClass.ofRate(RATE), new EcnThresholds(41_200, 206_000, 1)));
    assertThat(scenario.warnings()).hasSize(2).anySatisfy(one -> assertThat(one).contains("announces no flows"))
        .anySatisfy(one -> assertThat(one).contains("CNP_INTERVAL, BYTE_COUNTER, DCTCP_GAIN have no effect: the command line"));
    assertThatThrownBy(() -> read(text)).isInstanceOf(InputError.class)
        .hasMessageContaining("--scheme \"dcqcn(byteCounter=...)\"").hasMessageContaining("CNP_INTERVAL is of ns3-rdma");
    Files.writeString(folder.resolve("tcp.txt"), "1\n0 2 3 100 300000 2.0\n");
    assertThatThrownBy(() -> read(text, "scheme=dcqcn")).isInstanceOf(InputError.class)
        .hasMessageStartingWith(config + ":15: TCP_FLOW_FILE names tcp.txt, which has flows of TCP");
  }

  @Test
  void prefersThresholdsOfRates() throws IOException {
    Scenario scenario = read(PLAIN + MAPS + "KMAX 200\nKMIN 40\nPMAX 1.0\n");
    assertThat(scenario.setup().ecn()).containsExactly(Map.entry(PortClass.ofRate(RATE), new EcnThresholds(30_000, 90_000, 0.5)));
    assertThat(scenario.warnings()).singleElement().asString().contains("KMIN, KMAX, PMAX have no effect beside KMIN_MAP");
  }

  /** The refusals of ENABLE_PFC 0 and ENABLE_IRN 1 name options; a run accepts them. */
  @ParameterizedTest
  @CsvSource({"1, ''", "7, ''", "8, ''", "3, scheme=hpcc telemetry=native"})
  void acceptsTheOptionsThatRefusalsName(int mode, String more) throws IOException {
    String text = PLAIN + MAPS + "ENABLE_PFC 0\nENABLE_IRN 1\n";
    String options = "recovery=irn framing=rocev2 pfc=false " + more;
    assertThatThrownBy(() -> read(text)).isInstanceOf(InputError.class).hasMessageContaining("--set pfc=false")
        .hasMessageContaining("--set recovery=irn --set framing=rocev2")
        .hasMessageContaining("--set scheme=hpcc --set telemetry=native");
    Scenario scenario = read(text, (options + " ENABLE_PFC=1 ENABLE_IRN=0 CC_MODE=" + mode).strip().split("\\s+"));
    assertThat(scenario.setup().pfc()).isFalse();
    assertThat(scenario.setup().recovery().name()).isEqualTo("irn");
    assertThat(scenario.setup().scheme() instanceof DctcpAuthors).isEqualTo(mode == 8);
  }

  /** SimAI takes the topology from an option, and makes its traffic from a workload. */
  @Test
  void explainsHowSimAiNamesItsFiles() throws IOException {
    String text = PLAIN.replace("TOPOLOGY_FILE topology.txt\n", "").replace(" flow.txt", " /etc/astra-sim/flow1.txt") + MAPS
        + "BW_MON_FILE bw.txt\n";
    assertThatThrownBy(() -> read(text)).isInstanceOf(InputError.class)
        .hasMessageContaining("TOPOLOGY_FILE is missing, as SimAI names it with its option -n")
        .hasMessageContaining("--set FLOW_FILE=FILE").hasMessageContaining("--set \"flows=trace(path=FILE)\"");
    Scenario scenario = read(text, "TOPOLOGY_FILE=" + folder.resolve("topology.txt"), "FLOW_FILE=" + folder.resolve("flow.txt"));
    assertThat(scenario.setup().topology().links()).hasSize(3);
    assertThat(scenario.setup().flows().count()).isEqualTo(2);
  }

  @Test
  void namesTheSizeOfBuffersInKibibytes() {
    assertThatThrownBy(() -> read(PLAIN + MAPS + "BUFFER_SIZE 9216\n")).isInstanceOf(InputError.class)
        .hasMessageContaining("BUFFER_SIZE 9216 is outside 1 to 2047 MiB").hasMessageEndingWith("set BUFFER_SIZE 9");
  }
}
