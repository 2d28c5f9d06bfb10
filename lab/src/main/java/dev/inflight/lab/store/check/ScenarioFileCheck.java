package dev.inflight.lab.store.check;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.store.ResolvedScenario;
import dev.inflight.lab.store.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the scenario in a run's folder with the run's summary. */
final class ScenarioFileCheck {
  private ScenarioFileCheck() {
  }

  /** Returns the contradictions; none for a folder without a scenario. */
  static List<Finding> of(StoredRun run) {
    Path file = run.folder().resolve(RunFolder.SCENARIO);
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      return seed(ResolvedScenario.read(file), run.summary());
    } catch (InputError unreadable) {
      return List.of(new Finding(Finding.Kind.CHANGED, SourceLocation.of(run.folder()),
          "the scenario of this run is not known: " + unreadable.getMessage()));
    }
  }

  private static List<Finding> seed(ResolvedScenario scenario, @Nullable SummaryFile summary) {
    String wanted = summary == null ? null : summary.text(ResolvedScenario.SEED);
    String written = scenario.value(ResolvedScenario.SEED);
    if (wanted == null || wanted.equals(written)) {
      return List.of();
    }
    return List.of(new Finding(Finding.Kind.CONTRADICTION, scenario.at(ResolvedScenario.SEED),
        "seed is " + Quoted.of(String.valueOf(written)) + ", but by " + RunFolder.SUMMARY + " the run had the seed " + wanted));
  }
}
