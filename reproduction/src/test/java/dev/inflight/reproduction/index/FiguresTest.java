package dev.inflight.reproduction.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.reproduction.figure.Figure;
import dev.inflight.reproduction.figure.PaperScenarios;
import dev.inflight.reproduction.figure.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
  private static final Path SCENARIOS = Path.of("../scenarios/paper");

  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {"fig13, fig13", "FIG13, fig13", "fig6, fig06", "fig06, fig06", "fig9c, fig09c",
      "fig09d, fig09c", "fig9, fig09a fig09c fig09e fig09g", "a4, a4", "A4, a4", "fig1, fig01", "fig, -", "fig090, -"})
  void namesSelectFigures(String written, String names) {
    List<String> meant = Figures.named(written).stream().map(Figure::name).toList();
    assertThat(meant).isEqualTo(names == null ? List.of() : List.of(names.split(" ")));
  }

  @Test
  void nameAllSelectsEachFigure() {
    assertThat(Figures.named("all")).isEqualTo(Figures.ALL);
  }

  @Test
  void eachListedNameIsAFigure() {
    assertThat(Figures.names()).doesNotHaveDuplicates().allSatisfy(name -> assertThat(Figures.named(name)).isNotEmpty());
  }

  private static List<String> files() {
    return Figures.ALL.stream().flatMap(figure -> figure.variants(1).stream()).map(Variant::file).distinct().toList();
  }

  @Test
  void eachScenarioBelongsToAFigure() throws IOException {
    try (var files = Files.list(SCENARIOS)) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(
          files().stream().map(PaperScenarios::file).toList());
    }
  }

  @Test
  void eachRunBelongsToOneFigure() {
    assertThat(Figures.ALL.stream().flatMap(figure -> figure.variants(1).stream()).map(Variant::name)).doesNotHaveDuplicates();
    assertThat(Figures.ALL).allSatisfy(
        figure -> assertThat(figure.variants(0.5)).extracting(Variant::name).isEqualTo(figure.scenarios()));
  }

  @Test
  void smallFiguresHaveNoRandomLoad() {
    assertThat(Figures.named("small")).extracting(Figure::name).containsExactly("fig06", "fig09a", "fig09c", "fig09e", "fig09g",
        "fig13", "fig14", "a4");
  }

  @Test
  void programIncludesTheScenarios() throws IOException {
    for (String scenario : files()) {
      assertThat(new String(PaperScenarios.read(scenario), UTF_8)).as(scenario)
          .isEqualTo(Files.readString(SCENARIOS.resolve(PaperScenarios.file(scenario))));
    }
    assertThatThrownBy(() -> PaperScenarios.read("fig99")).isInstanceOf(IllegalStateException.class);
  }
}
