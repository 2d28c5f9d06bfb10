package dev.inflight.lab.scenario.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import dev.inflight.net.switching.Trimming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trimming of packets by switches, in scenarios. */
class TrimTextTest {
  private static final String START = "topology: star(hosts=4)\nflows: incast(senders=3, size=200KB)\nscheme: nscc\npfc: false\n"
      + "recovery: selective\nqueues: strict-dwrr\n";

  @TempDir
  private Path folder;

  private Path file(String trim) throws IOException {
    return Files.writeString(folder.resolve("s.yaml"), START + trim);
  }

  @Test
  void trueIsTheHeaderAlone() throws IOException {
    assertThat(ScenarioReader.read(file("trim: true\n")).setup().trim()).isEqualTo(Trimming.DEFAULT);
    assertThat(ScenarioReader.read(file("trim: false\n")).setup().trim()).isNull();
    assertThat(ScenarioReader.read(file("")).setup().trim()).isNull();
    assertThat(ScenarioReader.read(file("trim: {size: 256}\n")).setup().trim()).isEqualTo(new Trimming(256, 48));
    assertThat(ScenarioReader.read(file("trim: {dscp: 10}\n")).setup().trim()).isEqualTo(new Trimming(64, 10));
    assertThat(ScenarioReader.read(file("trim: {to: receiver}\n")).setup().trim()).isEqualTo(Trimming.DEFAULT);
    assertThat(ScenarioReader.read(file("trim: {to: sender}\n")).setup().trim())
        .isEqualTo(new Trimming(64, 48, Trimming.To.SENDER));
  }

  @Test
  void readsWrittenValuesBack() throws IOException {
    for (String trim : new String[] {"trim: true\n", "trim: false\n", "trim: {size: 256, dscp: 10}\n", "trim: {to: sender}\n"}) {
      Scenario scenario = ScenarioReader.read(file(trim));
      Path written = Files.writeString(folder.resolve("written.yaml"), ScenarioWriter.write(scenario));
      assertThat(ScenarioReader.read(written).setup().trim()).isEqualTo(scenario.setup().trim());
    }
  }

  private void refused(String trim, String... parts) throws IOException {
    Program check = Program.run("check", file(trim).toString());
    assertThat(check.exit()).isEqualTo(2);
    assertThat(check.err()).contains("s.yaml:7:").contains(parts);
  }

  @Test
  void rejectsErrorsWithTheirLine() throws IOException {
    refused("trim: maybe\n", "trim must be true, false, or keys and values");
    refused("trim: {size: 32}\n", "size 32 is outside 64 to");
    refused("trim: {size: 1MB}\n", "size 1000000 is outside 64 to");
    refused("trim: {dscp: 64}\n", "dscp", "0 to 63");
    refused("trim: {dscp: 51}\n", "dscp 51 is the DSCP of trimmed headers with a credit request; use another, such as 48");
    refused("trim: {sizes: 64}\n", "sizes", "size");
    refused("trim: {to: senders}\n", "unknown to 'senders'; did you mean 'sender'? known: receiver, sender");
    refused("trim: {to: sender}\nclasses: [{name: credit, scheme: rccc, flows: flow}]\n",
        "trim to: sender returns requests for credit");
    refused("trim: {to: sender}\nauthenticateFeedback: true\n",
        "trim to: sender returns headers without authentication by a receiver");
  }
}
