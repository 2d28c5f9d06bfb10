package dev.inflight.lab.scenario.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.host.cnp.CnpRules.Per;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Congestion notification packets of NICs in scenarios. */
class CnpTextTest {
  private static final String START = "topology: star(hosts=4)\nflows: incast(senders=3, size=200KB)\nscheme: dcqcn\n";

  @TempDir
  private Path folder;

  private Path file(String cnp) throws IOException {
    return Files.writeString(folder.resolve("s.yaml"), START + cnp);
  }

  private CnpRules rules(String cnp) throws IOException {
    return ScenarioReader.read(file(cnp)).setup().cnp();
  }

  @Test
  void missingValuesHaveDefaults() throws IOException {
    assertThat(rules("")).isEqualTo(CnpRules.DEFAULT);
    assertThat(rules("cnp: {}\n")).isEqualTo(CnpRules.DEFAULT);
    assertThat(rules("cnp: {delay: 2us}\n")).isEqualTo(new CnpRules(CnpRules.OF_SCHEME, Per.FLOW, 2_000_000, 6));
    assertThat(rules("cnp: {interval: 0s, per: nic, priority: 3}\n")).isEqualTo(new CnpRules(0, Per.NIC, 0, 3));
  }

  @Test
  void readsWrittenValuesBack() throws IOException {
    for (String cnp : new String[] {"", "cnp: {interval: 4us, per: nic, delay: 2us, priority: 5}\n", "cnp: {per: nic}\n"}) {
      Scenario scenario = ScenarioReader.read(file(cnp));
      String text = ScenarioWriter.write(scenario);
      assertThat(text.contains("cnp:")).isEqualTo(!cnp.isEmpty());
      assertThat(ScenarioReader.read(Files.writeString(folder.resolve("written.yaml"), text)).setup().cnp())
          .isEqualTo(scenario.setup().cnp());
    }
  }

  private void refused(String cnp, String... parts) throws IOException {
    Program check = Program.run("check", file(cnp).toString());
    assertThat(check.exit()).isEqualTo(2);
    assertThat(check.err()).contains("s.yaml:4:").contains(parts);
  }

  @Test
  void rejectsErrorsWithTheirLine() throws IOException {
    refused("cnp: {interval: -1us}\n", "-1us");
    refused("cnp: {delay: 2000s}\n", "delay 2000s is above 1000s");
    refused("cnp: {per: qp}\n", "per", "flow", "nic");
    refused("cnp: {priority: 0}\n", "priority", "1 to 7");
    refused("cnp: {intervall: 1us}\n", "intervall", "interval");
  }

  @Test
  void schemesWithoutNotificationsAreWarned() throws IOException {
    Program check = Program.run("check", file("cnp: {delay: 2us}\n").toString(), "--set", "scheme=dctcp");
    assertThat(check.exit()).isZero();
    assertThat(check.out() + check.err()).contains("cnp changes nothing here: scheme dctcp");
    Program used = Program.run("check", file("cnp: {delay: 2us}\n").toString(), "--set", "cnp.priority=4");
    assertThat(used.exit()).as(used.err()).isZero();
    assertThat(used.out() + used.err()).doesNotContain("changes nothing");
  }
}
