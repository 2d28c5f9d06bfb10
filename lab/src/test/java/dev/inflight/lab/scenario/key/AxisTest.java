package dev.inflight.lab.scenario.key;

import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Axis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A line in the table of axes is all that reading and writing need. */
class AxisTest {
  private static final String TRAFFIC = "topology: star(hosts=2)\nflows: permutation\n";

  private static Scenario read(String yaml) {
    return ScenarioFile.read(InputText.of(Path.of("s.yaml"), yaml.getBytes(StandardCharsets.UTF_8)), Overrides.NONE,
        MadeUpAxis.AXES);
  }

  private static Axis<?> madeUp() {
    return MadeUpAxis.AXES.getLast();
  }

  @Test
  void newAxisIsRead() {
    assertThat(read(TRAFFIC + "discipline: fair(quantum=9)").setup().seed()).isEqualTo(9);
  }

  @Test
  void reportsErrorsOfANewAxisWithLocation() {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(TRAFFIC + "discipline: fairr"))
        .withMessage("s.yaml:3: unknown queue discipline 'fairr'; did you mean 'fair'? known: fair");
  }

  @Test
  void writesNewAxisAfterTheKeyThatItNames() {
    String yaml = ScenarioWriter.writeWith(read(TRAFFIC + "discipline: fair(quantum=9)"), MadeUpAxis.AXES);
    assertThat(yaml).contains("\nnic: 'unlimited'\ndiscipline: 'fair(quantum=9)'\npaced: true\n");
    assertThat(read(yaml).setup().seed()).isEqualTo(9);
  }

  @Test
  void screenNamesNewAxisUnlessItHasTheDefault() {
    assertThat(madeUp().onScreen(read(TRAFFIC + "discipline: fair(quantum=9)"))).isEqualTo(", queues fair(quantum=9)");
    assertThat(madeUp().onScreen(read(TRAFFIC))).isEmpty();
  }

  @Test
  void rejectsAxisAfterAnUnknownKey() {
    Axis<?> lost = new Axis<>(new Axis.Key("nic", "card", "a card"), Catalog.NICS,
        Axis.Place.inSetup(setup -> setup.nic(), (setup, nic) -> setup.nic = nic),
        new Axis.Listing<>("nics", "NICs", spec -> spec), Axis.Report.NONE);
    assertThatIllegalArgumentException().isThrownBy(() -> ScenarioKeys.with(List.of(lost)))
        .withMessage("no key is called card, after which nic would follow");
  }
}
