package dev.inflight.lab.scenario.switches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.ecn.PortClass.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thresholds of classes of ports in scenarios. */
class EcnTextTest {
  private static final long RATE = 100_000_000_000L;
  private static final String START = "topology: leaf-spine(hostRate=100Gbps, fabricRate=100Gbps)\nflows: permutation(size=50KB)\n"
      + "scheme: hpcc\necn:\n";

  @TempDir
  private Path folder;

  private Path file(String entries) throws IOException {
    return Files.writeString(folder.resolve("s.yaml"), START + entries);
  }

  private Map<PortClass, EcnThresholds> ecn(String entries) throws IOException {
    return ScenarioReader.read(file(entries)).setup().ecn();
  }

  private void refused(String entries, int line, String... parts) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> ecn(entries))
        .satisfies(wrong -> assertThat(wrong.getMessage()).contains("s.yaml:" + line + ": ").contains(parts));
  }

  private static final String CLASSES = """
        - {rate: 100Gbps, kmin: 100KB, kmax: 400KB, pmax: 0.2}
        - {rate: 100Gbps, ports: hosts, kmin: 50KB, kmax: 100KB, pmax: 1}
        - {rate: 100Gbps, ports: up, tier: 1, kmin: 200KB, kmax: 400KB, pmax: 0.1, weight: 9}
        - {rate: 100Gbps, ports: hosts, priority: 4, kmin: 10KB, kmax: 20KB, pmax: 1}
      """;

  @Test
  void entriesAreOfClassesOfPorts() throws IOException {
    Map<PortClass, EcnThresholds> read = ecn(CLASSES);
    assertThat(read).containsExactlyInAnyOrderEntriesOf(Map.of( //
        PortClass.ofRate(RATE), new EcnThresholds(100_000, 400_000, 0.2), //
        new PortClass(RATE, Side.HOSTS, 0, 0), new EcnThresholds(50_000, 100_000, 1), //
        new PortClass(RATE, Side.UP, 1, 0), new EcnThresholds(200_000, 400_000, 0.1, 9), //
        new PortClass(RATE, Side.HOSTS, 0, 4), new EcnThresholds(10_000, 20_000, 1)));
  }

  @Test
  void readsWrittenValuesBack() throws IOException {
    Scenario scenario = ScenarioReader.read(file(CLASSES));
    Path written = Files.writeString(folder.resolve("written.yaml"), ScenarioWriter.write(scenario));
    assertThat(ScenarioReader.read(written).setup().ecn()).isEqualTo(scenario.setup().ecn());
  }

  @Test
  void rejectsAmbiguousEntriesWithTheirLine() {
    refused("""
          - {rate: 100Gbps, kmin: 1KB, kmax: 2KB, pmax: 1}
          - {rate: 100Gbps, ports: hosts, kmin: 1KB, kmax: 2KB, pmax: 1}
          - {rate: 100Gbps, priority: 3, kmin: 1KB, kmax: 2KB, pmax: 1}
        """, 7, "{rate: 100Gbps, priority: 3} and {rate: 100Gbps, ports: hosts}", "s.yaml:6",
        "both hold for {rate: 100Gbps, ports: hosts, priority: 3}", "add an entry for that");
  }

  @Test
  void acceptsThirdEntryForTheIntersection() throws IOException {
    assertThat(ecn("""
          - {rate: 100Gbps, ports: hosts, kmin: 1KB, kmax: 2KB, pmax: 1}
          - {rate: 100Gbps, priority: 3, kmin: 1KB, kmax: 2KB, pmax: 1}
          - {rate: 100Gbps, ports: hosts, priority: 3, kmin: 1KB, kmax: 2KB, pmax: 1}
        """)).hasSize(3);
  }

  @Test
  void rejectsErrorsWithTheirLine() {
    refused("  - {rate: 100Gbps, ports: leaves, kmin: 1KB, kmax: 2KB, pmax: 1}\n", 5, "ports", "hosts", "fabric", "up", "down");
    refused("  - {rate: 100Gbps, tier: 0, kmin: 1KB, kmax: 2KB, pmax: 1}\n", 5, "tier", "1 to 16");
    refused("  - {rate: 100Gbps, priority: 8, kmin: 1KB, kmax: 2KB, pmax: 1}\n", 5, "priority", "1 to 7");
    refused("  - {rate: 100Gbps, kmin: 1KB, kmax: 2KB, pmax: 1, weight: 16}\n", 5, "weight", "0 to 15");
    refused("  - {ports: hosts, kmin: 1KB, kmax: 2KB}\n", 5, "'rate', 'pmax' are missing");
    refused(
        "  - {rate: 100Gbps, ports: up, kmin: 1KB, kmax: 2KB, pmax: 1}\n"
            + "  - {rate: 100Gbps, ports: up, kmin: 1KB, kmax: 3KB, pmax: 1}\n",
        6, "ecn has two entries for {rate: 100Gbps, ports: up}");
  }

  @Test
  void schemesThatNeedMarksBringTheirsForTheOtherPorts() throws IOException {
    String dctcp = START.replace("hpcc", "dctcp") + "  - {rate: 100Gbps, ports: hosts, kmin: 50KB, kmax: 100KB, pmax: 1}\n";
    Map<PortClass, EcnThresholds> ecn = ScenarioReader.read(Files.writeString(folder.resolve("d.yaml"), dctcp)).setup().ecn();
    assertThat(ecn).containsExactlyInAnyOrderEntriesOf(Map.of(PortClass.ofRate(RATE), new EcnThresholds(300_000, 300_000, 1),
        new PortClass(RATE, Side.HOSTS, 0, 0), new EcnThresholds(50_000, 100_000, 1)));
  }

  @Test
  void placesOfNarrowEntriesAreTheirNumbers() throws IOException {
    Program set = Program.run("check", file(CLASSES).toString(), "--set", "ecn.1.kmax=90KB", "--set", "ecn.100Gbps.kmin=90KB");
    assertThat(set.exit()).as(set.err()).isZero();
    Program none = Program.run("check", file(CLASSES).toString(), "--set", "ecn.4.kmax=90KB");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("there is no entry 4 in ecn: its entries are 0 to 3");
    Program swept = Program.run("check", file(CLASSES.replace("kmax: 100KB", "kmax: [80KB, 100KB]")).toString());
    assertThat(swept.out() + swept.err()).contains("ecn.1.kmax");
  }
}
