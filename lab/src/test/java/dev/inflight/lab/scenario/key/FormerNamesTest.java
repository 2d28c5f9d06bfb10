package dev.inflight.lab.scenario.key;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A key, value or parameter under a former name is an error that gives the present one. */
class FormerNamesTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"carrier: probes | telemetryPackets", "reports: notifications | feedback",
      "feedback: windows | receiver-windows", "answers: direct | switchFeedback", "trust: checked | feedbackValidation",
      "feedbackValidation: guarded | checked", "feedbackValidation: unguarded | none",
      "feedbackValidation: checked(liarShare=0.1) | penaltyShare", "sealTelemetry: true | authenticateFeedback",
      "scope: port(queueing=sojourn) | delay", "classes: [{name: a, group: 4, flows: incast}] | priority",
      "classes: [{name: a, flows: incast(group=4)}] | priority", "scheme: hpcc-rxrate | hpcc(rate=received)"})
  void formerNamesSuggestPresentOnes(String line, String present) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), "topology: star\nflows: incast\n" + line + "\n");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> ScenarioReader.read(file)).withMessageStartingWith(file + ":3: ")
        .withMessageContaining("; it is called '" + present + "' now");
  }
}
