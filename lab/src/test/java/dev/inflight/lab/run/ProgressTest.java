package dev.inflight.lab.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Display for a user who waits. */
class ProgressTest {
  private static final String NUMBERS = "659 us, 10,528 of 16,687 flows, 9.84 M hops/s, 1.50 s left";

  private static Progress.State state(double share) {
    return new Progress.State(share, 659_100_000, 10_528, 16_687, 9.84e6, OptionalDouble.of(1.5));
  }

  private static String render(double share, int columns) {
    return ProgressOnTerminal.render(state(share), columns, true);
  }

  @Test
  void barFillsTheRestOfTheLine() {
    assertThat(render(0.5, 100)).isEqualTo(" 50 % |████████████████▌                | " + NUMBERS);
    assertThat(render(1, 200)).isEqualTo("100 % |" + "█".repeat(40) + "| " + NUMBERS);
  }

  @Test
  void omitsNumbersThatDoNotFit() {
    String widest = "  0 % |      | " + NUMBERS;
    assertThat(render(0, widest.length())).isEqualTo(widest);
    assertThat(render(0, widest.length() - 1)).endsWith("   | 659 us, 10,528 of 16,687 flows, 1.50 s left");
    assertThat(render(0, 55)).endsWith("   | 10,528 of 16,687 flows, 1.50 s left");
    assertThat(render(0, 48)).endsWith("   | 1.50 s left");
    assertThat(render(0, 24)).isEqualTo("  0 % |               |");
    assertThat(render(0.999, 13)).isEqualTo(" 99 %");
    assertThat(render(0, 4)).isEmpty();
    for (int columns = 0; columns < 120; columns++) {
      assertThat(render(0.3, columns).length()).isLessThanOrEqualTo(columns);
    }
  }

  @Test
  void omitsUnknownValues() {
    assertThat(new Progress.State(0, 0, 0, 3, 0, OptionalDouble.empty())).hasToString("0 ps, 0 of 3 flows");
  }

  @Test
  void terminalsWithoutBlocksGetAscii() {
    assertThat(shown(US_ASCII, 40)).contains("#####").matches("\\p{ASCII}+");
    assertThat(shown(UTF_8, 40)).contains("█████");
  }

  private static String shown(Charset charset, int columns) {
    var bytes = new ByteArrayOutputStream();
    new ProgressOnTerminal(new PrintStream(bytes, false, charset), () -> columns).show(state(0.5));
    return bytes.toString(charset);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void narrowerTerminalErasesTheOldLine(boolean breaksAnew) {
    var bytes = new ByteArrayOutputStream();
    int[] columns = {100};
    var screen = new ScreenModel(columns[0], breaksAnew);
    screen.send("something else\n");
    try (var view = new ProgressOnTerminal(new PrintStream(bytes, false, UTF_8), () -> columns[0])) {
      for (int width : new int[] {100, 99, 60, 20, 12, 70}) {
        columns[0] = width;
        screen.resize(width);
        view.show(state(0.5));
        screen.send(bytes.toString(UTF_8));
        bytes.reset();
        assertThat(screen.rows()).last().isEqualTo(render(0.5, width - 1).stripTrailing());
        assertThat(screen.rows().stream().filter(row -> row.contains("%"))).hasSize(1);
      }
    }
    screen.send(bytes.toString(UTF_8));
    assertThat(screen.rows()).last().asString().startsWith("something");
  }
}
