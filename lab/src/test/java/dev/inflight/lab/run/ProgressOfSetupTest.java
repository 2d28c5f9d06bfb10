package dev.inflight.lab.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.Stages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Progress of a set-up, by a clock that the test moves. */
class ProgressOfSetupTest {
  private static final long MILLISECOND_NS = 1_000_000;

  private final List<String> shown = new ArrayList<>();
  private long nowNs = 12_345;
  private int views;

  private final class Recording implements ProgressView {
    Recording() {
      views++;
    }

    @Override
    public void show(Standing standing) {
      shown.add(standing.within(80));
    }

    @Override
    public void close() {
      shown.add("closed");
    }
  }

  private ProgressOfSetup progress(boolean isSilent) {
    return new ProgressOfSetup(Recording::new, isSilent, () -> nowNs);
  }

  @Test
  void shortSetUpsMakeNoView() {
    ProgressOfSetup progress = progress(false);
    nowNs += 999 * MILLISECOND_NS;
    progress.look();
    progress.hide();
    assertThat(views).isZero();
    assertThat(shown).isEmpty();
  }

  @Test
  void longSetUpsShowTheStageThatGoesOn() {
    ProgressOfSetup progress = progress(false);
    nowNs += 1000 * MILLISECOND_NS;
    progress.look();
    progress.watch(() -> {
      Stages.enter("building the topology");
      nowNs += 500 * MILLISECOND_NS;
      progress.look();
      Stages.enter("searching paths");
      progress.look();
      return 0;
    });
    assertThat(views).isOne();
    assertThat(shown).containsExactly("setting up: reading files, 1.00 s", "setting up: building the topology, 1.50 s",
        "setting up: searching paths, 1.50 s");
  }

  @Test
  void secondsCountFromTheBeginningOfTheFirstPart() {
    ProgressOfSetup progress = progress(false);
    assertThat(progress.during(() -> nowNs += 600 * MILLISECOND_NS)).isEqualTo(nowNs);
    progress.during(() -> nowNs += 600 * MILLISECOND_NS);
    progress.look();
    assertThat(shown.getLast()).isEqualTo("setting up: reading files, 1.20 s");
  }

  @Test
  void hidesProgressWhenAPartFails() {
    ProgressOfSetup progress = progress(false);
    nowNs += 2000 * MILLISECOND_NS;
    assertThatThrownBy(() -> progress.during(() -> {
      progress.look();
      throw new IllegalArgumentException("wrong");
    })).hasMessage("wrong");
    assertThat(shown).endsWith("closed");
  }

  @Test
  void showsNothingWhenTheProgramEnds() {
    ProgressOfSetup progress = progress(false);
    nowNs += 2000 * MILLISECOND_NS;
    progress.look();
    progress.end();
    progress.look();
    assertThat(shown).containsExactly("setting up: reading files, 2.00 s", "closed");
  }

  @Test
  void silentSetUpsShowNothing() {
    ProgressOfSetup progress = progress(true);
    nowNs += 2000 * MILLISECOND_NS;
    assertThat(progress.during(() -> 7)).isEqualTo(7);
    assertThat(views).isZero();
  }

  @Test
  void narrowTerminalsShowLess() {
    var standing = new ProgressOfSetup.Standing("searching paths", 2);
    assertThat(ProgressOnTerminal.render(standing, 80, true)).isEqualTo("setting up: searching paths, 2.00 s");
    assertThat(ProgressOnTerminal.render(standing, 34, true)).isEqualTo("searching paths, 2.00 s");
    assertThat(ProgressOnTerminal.render(standing, 22, true)).isEqualTo("2.00 s");
    assertThat(ProgressOnTerminal.render(standing, 5, true)).isEmpty();
  }

  @Test
  void logsHaveALineEachFiveSeconds() {
    var bytes = new ByteArrayOutputStream();
    try (var lines = new ProgressLines(new PrintStream(bytes, true, UTF_8), () -> nowNs)) {
      var standing = new ProgressOfSetup.Standing("searching paths", 2);
      nowNs += 4999 * MILLISECOND_NS;
      lines.show(standing);
      assertThat(bytes.toString(UTF_8)).isEmpty();
      nowNs += MILLISECOND_NS;
      lines.show(standing);
      lines.show(standing);
    }
    assertThat(bytes.toString(UTF_8).lines()).containsExactly("inflight: setting up: searching paths, 2.00 s");
  }

  @Test
  void readersReportTheirStages(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=2)\nflows: flow\n");
    var stages = new ArrayList<String>();
    Stages.watched(stages::add, () -> ScenarioReader.read(file));
    assertThat(stages).containsExactly("building the topology", "reading the workload", "searching paths");
  }
}
