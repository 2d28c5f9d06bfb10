package dev.inflight.lab.scenario.key;

import dev.inflight.lab.scenario.Scenario;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.input.SetupText;
import dev.inflight.lab.read.InputError;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioFileTest {
  @TempDir
  private Path folder;

  private Scenario read(String yaml) throws IOException {
    return ScenarioReader.read(Files.writeString(folder.resolve("some incast.yaml"), yaml));
  }

  @Test
  void topologyAndFlowsAreEnough() throws IOException {
    Scenario scenario = read("topology: star\nflows: incast");
    assertThat(scenario.name()).isEqualTo("some incast");
    assertThat(scenario.topology()).isEqualTo(Star.DEFAULT);
    assertThat(scenario.setup().flows().count()).isEqualTo(16);
    var defaults = new SetupBuilder();
    defaults.topology = scenario.setup().topology();
    defaults.flows = scenario.setup().flows();
    assertThat(SetupText.of(scenario.setup())).isEqualTo(SetupText.of(defaults.build()));
  }

  @Test
  void everythingCanBeSet() throws IOException {
    Setup setup = read("""
        name: everything
        topology: star(hosts=4, rate=100Gbps)
        flows:
          - incast(senders=3, size=5KB, start=2us)
          - flow(from=0, to=1, size=1KB, start=1us)
        scheme: hpcc(eta=0.9, react=per-rtt)
        seed: -7
        until: 5ms
        payload: 1500
        buffer: 16MiB
        framing: reference
        clock: authors
        ties: scheduling
        pfc: false
        ecn:
          - {rate: 100Gbps, kmin: 400KB, kmax: 1600KB, pmax: 0.2}
          - {rate: 25Gbps, kmin: 100KB, kmax: 400KB, pmax: 1}
        acks: {every: 2, delay: 3us, promptFrom: 1.25, ignorePause: true}
        retransmitTimeout: 1ms
        paced: false
        globalBaseRtt: false
        telemetry: authors(multiplier=4)
        authenticateFeedback: true
        lossRate: 0.01
        sample: {from: 1us, until: 2us, every: 10ns}
        events:
          - {at: 10us, link: [0, 4], state: down}
          - {at: 20us, link: [4, 0], state: up}
        """).setup();
    assertThat(setup.topology().nodeCount()).isEqualTo(5);
    assertThat(setup.flows().count()).isEqualTo(4);
    assertThat(setup.flows().startPs(0)).isEqualTo(1_000_000);
    assertThat(setup.scheme()).isEqualTo(new Hpcc(0.9, 5, 0, 100, 0, ReactionMode.PER_RTT, 0));
    assertThat(setup.seed()).isEqualTo(-7);
    assertThat(setup.untilPs()).isEqualTo(5_000_000_000L);
    assertThat(setup.payloadBytes()).isEqualTo(1500);
    assertThat(setup.bufferBytes()).isEqualTo(16 << 20);
    assertThat(setup.framing()).isEqualTo(Framing.REFERENCE);
    assertThat(setup.clock()).isEqualTo(SerializationTime.AUTHORS);
    assertThat(setup.ties()).isEqualTo(TieOrder.SCHEDULING);
    assertThat(setup.pfc()).isFalse();
    assertThat(setup.ecn()).isEqualTo(Map.of(PortClass.ofRate(100_000_000_000L), new EcnThresholds(400_000, 1_600_000, 0.2),
        PortClass.ofRate(25_000_000_000L), new EcnThresholds(100_000, 400_000, 1)));
    assertThat(setup.ackEveryPackets()).isEqualTo(2);
    assertThat(setup.ackDelayPs()).isEqualTo(3_000_000);
    assertThat(setup.acksIgnorePause()).isTrue();
    assertThat(setup.promptAcksFrom()).isEqualTo(1.25);
    assertThat(setup.retransmitTimeoutPs()).isEqualTo(1_000_000_000);
    assertThat(setup.paced()).isFalse();
    assertThat(setup.globalBaseRtt()).isFalse();
    assertThat(setup.telemetry()).isEqualTo(new AuthorsFormat(4));
    assertThat(setup.authenticateFeedback()).isTrue();
    assertThat(setup.lossRate()).isEqualTo(0.01);
    assertThat(setup.sampleFromPs()).isEqualTo(1_000_000);
    assertThat(setup.sampleUntilPs()).isEqualTo(2_000_000);
    assertThat(setup.samplePeriodPs()).isEqualTo(10_000);
    assertThat(setup.events()).containsExactly(new LinkDown(10_000_000, 0, 4), new LinkUp(20_000_000, 4, 0));
  }

  @Test
  void filesAreRelativeToTheScenario() throws IOException {
    Files.createDirectory(folder.resolve("in"));
    Files.writeString(folder.resolve("in/my topology.txt"), "3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n");
    Files.writeString(folder.resolve("in/flow.txt"), "1\n0 1 3 100 1000 2.0004\n");
    Setup decimal = read("topology: file(\"in/my topology.txt\")\nflows: file(path=in/flow.txt)").setup();
    assertThat(decimal.topology().hostCount()).isEqualTo(2);
    assertThat(decimal.flows().startPs(0)).isEqualTo(2_000_400_000_000L);
    Setup binary = read("topology: file(\"in/my topology.txt\")\nflows: file(path=in/flow.txt, startAs=double)").setup();
    assertThat(binary.flows().startPs(0)).isEqualTo(2_000_399_999_000L);
  }

  @Test
  void includedFilesAreNamedAsTheUserSeesThem() throws IOException {
    Files.createDirectory(folder.resolve("in"));
    Files.writeString(folder.resolve("in/t.txt"), "3 1 2\n2\n0 2 100Gbps 1us 0\n1 3 100Gbps 1us 0\n");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read("topology: file(in/t.txt)\nflows: incast"))
        .withMessage(folder.resolve("in/t.txt") + ":4: node 3 does not exist; nodes are 0 to 2");
  }

  @Test
  void fileOfSizesBecomesPartOfTheScenario() throws IOException {
    Files.writeString(folder.resolve("my sizes.txt"), "# bytes percent\n0 0\n\n1000 60 # small\r\n50000 100\n");
    Scenario scenario = read("topology: star\nflows: poisson(sizes=file(\"my sizes.txt\"), duration=50us)");
    assertThat(scenario.workloads()).containsExactly(new Poisson(0.5, "0 0, 1000 60, 50000 100", 50_000_000, 0, 3, 100));
  }

  @Test
  void nestingDoesNotExhaustTheStack() throws IOException {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read("topology: " + "[".repeat(100_000)))
        .withMessage(folder.resolve("some incast.yaml") + ": this is not valid YAML: it is nested too deeply");
  }

  @Test
  void charactersThatYamlDoesNotAllowAreLocated() throws IOException {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read("topology: star\nflows: \u0007"))
        .withMessage(folder.resolve("some incast.yaml") + ":2: this is not valid YAML: the character U+0007 is not allowed");
  }
}
