package dev.inflight.lab.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.setup.Setup;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceConfigTest {
  private static final Path INCAST = Path.of("src/test/resources/reference/incast16-hpcc/config.txt");
  private static final Path DUMBBELL = Path.of("src/test/resources/reference/dumbbell-2to1-hpcc/config.txt");

  @TempDir
  private Path folder;

  private Setup withEdits(String... fromAndTo) throws IOException {
    for (String file : new String[] {"config.txt", "topology.txt", "flow.txt"}) {
      String text = Files.readString(DUMBBELL.resolveSibling(file));
      for (int at = 0; at < fromAndTo.length; at += 2) {
        text = text.replace(fromAndTo[at], fromAndTo[at + 1]);
      }
      Files.writeString(folder.resolve(file), text);
    }
    return ScenarioReader.read(folder.resolve("config.txt")).setup();
  }

  @Test
  void readsAnExperimentOfTheAuthors() {
    Scenario scenario = ScenarioReader.read(INCAST);
    Setup setup = scenario.setup();
    assertThat(scenario.name()).isEqualTo("incast16-hpcc");
    assertThat(scenario.source()).isEqualTo(INCAST);
    assertThat(setup.topology().hostCount()).isEqualTo(17);
    assertThat(setup.topology().isSwitch(0)).isTrue();
    assertThat(setup.topology().links()).hasSize(17).contains(new Link(0, 17, 100_000_000_000L, 1_000_000));
    assertThat(setup.flows().count()).isEqualTo(16);
    assertThat(setup.flows().sizeBytes(15)).isEqualTo(500_000);
    assertThat(setup.flows().startPs(15)).isEqualTo(2_000_000_000_000L);
    assertThat(setup.scheme()).isEqualTo(new HpccAuthors(0.95, 0, 40_000_000, 1_000_000_000, ReactionMode.BOTH, false, true));
    assertThat(setup.framing()).isEqualTo(Framing.REFERENCE);
    assertThat(setup.clock()).isEqualTo(SerializationTime.AUTHORS);
    assertThat(setup.ties()).isEqualTo(TieOrder.SCHEDULING);
    assertThat(setup.untilPs()).isEqualTo(2_109_999_999_000L); // 2.11 is a little less as a double
    assertThat(setup.payloadBytes()).isEqualTo(1000);
    assertThat(setup.bufferBytes()).isEqualTo(32 * 1024 * 1024);
    assertThat(setup.pfc()).isTrue();
    assertThat(setup.ecn()).isEqualTo(Map.of(PortClass.ofRate(100_000_000_000L), new EcnThresholds(400_000, 1_600_000, 0.2)));
    assertThat(setup.acksIgnorePause()).isFalse();
    assertThat(setup.ackEveryPackets()).isEqualTo(1);
    assertThat(setup.paced()).isTrue();
    assertThat(setup.globalBaseRtt()).isTrue();
    assertThat(setup.telemetry()).isEqualTo(new AuthorsFormat(4));
    assertThat(setup.lossRate()).isZero();
    assertThat(setup.events()).isEmpty();
    assertThat(setup.sampleFromPs()).isEqualTo(2_000_000_000_000L);
    assertThat(setup.sampleUntilPs()).isEqualTo(2_100_000_000_000L);
    assertThat(setup.samplePeriodPs()).isEqualTo(100_000);
  }

  @Test
  void everyUsedKeyReachesTheSetup() throws IOException {
    Setup setup = withEdits("ENABLE_QCN 1", "ENABLE_QCN 0", "PACKET_PAYLOAD_SIZE 1000", "PACKET_PAYLOAD_SIZE 1500",
        "BUFFER_SIZE 32", "BUFFER_SIZE 16", "ACK_HIGH_PRIO 0", "ACK_HIGH_PRIO 1", "RATE_BOUND 1", "RATE_BOUND 0", "GLOBAL_T 1",
        "GLOBAL_T 0", "INT_MULTI 4", "INT_MULTI 2", "SIMULATOR_STOP_TIME 2.1100", "SIMULATOR_STOP_TIME 2.5",
        "ERROR_RATE_PER_LINK 0.000000", "ERROR_RATE_PER_LINK 0.001", "LINK_DOWN 0 0 0", "LINK_DOWN 15 9 8", "QLEN_MON_START 2",
        "QLEN_MON_START 3", "RATE_AI 40Mb/s", "RATE_AI 0.3Gbps", "MIN_RATE 1000Mb/s", "MIN_RATE 5Mb/s", "U_TARGET 0.95",
        "U_TARGET 0.9", "MI_THRESH 5", "MI_THRESH 3", "FAST_REACT 1", "FAST_REACT 0", "SAMPLE_FEEDBACK 0", "SAMPLE_FEEDBACK 1",
        "VAR_WIN 1", "VAR_WIN 0", "L2_ACK_INTERVAL 1", "L2_ACK_INTERVAL 1500", "8 9 100Gbps 1000ns 0.000000",
        "8 9 100Gbps 0.5us 0.25");
    assertThat(setup.scheme()).isEqualTo(new HpccAuthors(0.9, 3, 300_000_000, 5_000_000, ReactionMode.PER_RTT, true, false));
    assertThat(setup.ecn()).isEmpty();
    assertThat(setup.payloadBytes()).isEqualTo(1500);
    assertThat(setup.bufferBytes()).isEqualTo(16 * 1024 * 1024);
    assertThat(setup.acksIgnorePause()).isTrue();
    assertThat(setup.paced()).isFalse();
    assertThat(setup.globalBaseRtt()).isFalse();
    assertThat(setup.telemetry()).isEqualTo(new AuthorsFormat(2));
    assertThat(setup.untilPs()).isEqualTo(2_500_000_000_000L);
    assertThat(setup.lossRate()).isEqualTo(0.001);
    assertThat(setup.events()).containsExactly(new LinkDown(2_000_015_000_000L, 9, 8));
    assertThat(setup.sampleFromPs()).isEqualTo(3_000_000_000_000L);
    assertThat(setup.topology().links()).contains(new Link(8, 9, 100_000_000_000L, 500_000, 0.25));
  }

  @Test
  void startsAreDoublesTruncatedToNanoseconds() throws IOException {
    Setup setup = withEdits("1 4 3 100 5000000 2.000000000", "1 4 3 100 5000000 2.0004");
    assertThat(setup.flows().startPs(1)).isEqualTo(2_000_399_999_000L);
  }

  @Test
  void flowsInAnyOrderAreSorted() throws IOException {
    Setup setup = withEdits("0 4 3 100 5000000 2.000000000", "0 4 3 100 5000000 2.1");
    assertThat(setup.flows().source(0)).isEqualTo(1);
    assertThat(setup.flows().source(1)).isEqualTo(0);
  }

  @Test
  void lineEndsBlanksAndCommentsDoNotMatter() throws IOException {
    assertThat(SetupText.of(withEdits("\n", " \r\n\r\n", "HAS_WIN 1", "#HAS_WIN\nHAS_WIN\t1")))
        .isEqualTo(SetupText.of(ScenarioReader.read(DUMBBELL).setup()));
  }

  @Test
  void listOfSwitchesMayTakeSeveralLines() throws IOException {
    assertThat(SetupText.of(withEdits("8 9\n", "8\n9\n"))).isEqualTo(SetupText.of(ScenarioReader.read(DUMBBELL).setup()));
  }

  @Test
  void missingKeysHaveTheAuthorsDefaults() throws IOException {
    Files.copy(DUMBBELL.resolveSibling("topology.txt"), folder.resolve("topology.txt"));
    Files.copy(DUMBBELL.resolveSibling("flow.txt"), folder.resolve("flow.txt"));
    Files.writeString(folder.resolve("config.txt"), """
        TOPOLOGY_FILE topology.txt
        FLOW_FILE flow.txt
        CC_MODE 3
        RATE_AI 50Mb/s
        MULTI_RATE 0
        L2_ACK_INTERVAL 1
        """);
    Setup setup = ScenarioReader.read(folder.resolve("config.txt")).setup();
    assertThat(setup.scheme()).isEqualTo(new HpccAuthors(0.95, 5, 50_000_000, 100_000_000, ReactionMode.BOTH, false, false));
    assertThat(setup.bufferBytes()).isEqualTo(16 * 1024 * 1024);
    assertThat(setup.ecn()).isEmpty();
    assertThat(setup.untilPs()).isEqualTo(3_009_999_999_000L);
  }
}
