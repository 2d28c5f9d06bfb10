package dev.inflight.reproduction;

import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.figure.Figure;
import dev.inflight.reproduction.figure.PaperScenarios;
import dev.inflight.reproduction.figure.Results;
import dev.inflight.reproduction.figure.Variant;
import dev.inflight.reproduction.index.Figures;
import dev.inflight.lab.figure.RunFigures;
import dev.inflight.lab.page.Page;
import dev.inflight.plot.Chart;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.TooLittleMemory;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Interruption;
import dev.inflight.lab.run.Follower;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.run.RunInput;
import dev.inflight.lab.run.SideBySide;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioFile;
import dev.inflight.lab.store.check.Finding;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs the scenarios of figures, as many in parallel as there are processors, each into its own folder below one folder, and
 * writes from their results the claims and a page with the figures. The folder is complete when it has a {@code summary.json}.
 *
 * @param figures figures to run
 * @param share returns the share of each figure's time at full scale in which flows start, above 0 to 1
 * @param path folder of the runs
 * @param earlier treatment of earlier results in it
 * @param opener opens the folder's files
 * @param quiet true to print nothing
 * @param markdown file for the claims as a table of a document; null: none
 * @param drawings output of the pictures as figures for papers; null: none
 * @param out standard output
 * @param err stream of the progress
 */
public record PaperRun(List<Figure> figures, ToDoubleFunction<Figure> share, Path path, Earlier earlier, RunFolder.Opener opener,
    boolean quiet, @Nullable Path markdown, @Nullable RunFigures drawings, PrintStream out, PrintStream err) {
  private static final String RUNS = "-runs.csv";
  private static final String REPORT = "report.html";
  private static final int SURPRISED = 3;

  /** Treatments of earlier results in the folder. */
  public enum Earlier {
    /** Earlier results are an error. */
    REFUSED,
    /** Earlier results are overwritten. */
    OVERWRITTEN,
    /** Complete runs of the same input are kept; other runs are overwritten. */
    CONTINUED
  }

  /** The claims of one figure, and what its runs measured. */
  record Checked(Figure figure, List<Claim> claims, List<List<String>> runs) {
  }

  /** Returns the program's exit code. */
  public int run() {
    if (earlier == Earlier.CONTINUED) {
      checkWhatIsThere();
    }
    try (var interruption = new Interruption(); RunFolder folder = RunFolder.create(path, earlier != Earlier.REFUSED, opener)) {
      try {
        return run(folder, interruption);
      } catch (OutputError failed) {
        folder.fail(String.valueOf(failed.getMessage()));
        throw failed;
      } catch (OutOfMemoryError full) {
        folder.freeReserve();
        folder.fail(TooLittleMemory.sentence());
        throw full;
      }
    }
  }

  private int run(RunFolder folder, Interruption interruption) {
    clear();
    if (!simulateAll(interruption)) {
      folder.fail("The user ended it.");
      err.println(
          "interrupted: " + path + " is incomplete: it has no claims and no figures; the same command with --resume --out " + path
              + " continues it");
      return Run.INTERRUPTED;
    }
    var checked = new ArrayList<Checked>();
    var charts = new ArrayList<Chart>();
    for (Figure figure : figures) {
      var results = new Results(path);
      checked.add(
          new Checked(figure, figure.claims(results).stream().map(claim -> ofTime(figure, claim)).toList(),
              figure.runs(results)));
      charts.add(figure.chart(results));
    }
    folder.write(RunFolder.CLAIMS, PaperText.csv(checked));
    for (Checked one : checked) {
      if (!one.runs().isEmpty()) {
        folder.write(one.figure().name() + RUNS, PaperText.csvOf(one.runs()));
      }
    }
    folder.write(REPORT, Page.PAPER.html(PaperData.json(checked, charts)));
    folder.finish(PaperText.json(checked));
    if (markdown != null) {
      writeMarkdown(markdown, checked);
    }
    if (drawings != null) {
      drawings.save(PaperDrawings.of(figures, charts));
    }
    if (!quiet) {
      figures.forEach(this::saySpan);
      out.print(PaperText.table(checked));
      out.println("results  " + path);
      out.flush();
    }
    return checked.stream().flatMap(of -> of.claims().stream()).anyMatch(Claim::surprises) ? SURPRISED : Run.DONE;
  }

  /**
   * Returns the claim, or an open one if the run is too short: results under random load gain accuracy with simulated time,
   * and are meaningless below the time of a quick look.
   */
  private Claim ofTime(Figure figure, Claim claim) {
    double part = share.applyAsDouble(figure);
    return claim.isOpen() || figure.fullMs() == 0 || part >= figure.quickShare()
        ? claim
        : claim.shortOf(PaperMarkdown.span(figure, part) + "; a verdict needs "
            + PaperMarkdown.number(figure.quickShare() * figure.fullMs()) + " ms");
  }

  private void saySpan(Figure figure) {
    if (figure.fullMs() > 0) {
      out.println(figure.name() + ": " + PaperMarkdown.span(figure, share.applyAsDouble(figure)));
    }
  }

  private void writeMarkdown(Path file, List<Checked> checked) {
    OutputFile.write(file, "write the claims", part -> Files.writeString(part, PaperMarkdown.of(checked, share)));
  }

  /** Runs all variants, each in one thread; returns false if the user interrupted them. */
  private boolean simulateAll(Interruption interruption) {
    List<Variant> variants = variants();
    variants.forEach(this::scenario); // reports errors before any run starts
    return Run.INTERRUPTED != SideBySide.run(Runtime.getRuntime().availableProcessors(), interruption, variants,
        variant -> simulate(variant, interruption));
  }

  private List<Variant> variants() {
    return figures.stream().flatMap(figure -> figure.variants(share.applyAsDouble(figure)).stream()).toList();
  }

  /** Throws an error for complete runs that would not be kept, before any file changes. */
  private void checkWhatIsThere() {
    for (Figure other : Figures.ALL) {
      if (!figures.contains(other) && other.scenarios().stream().anyMatch(run -> Files.exists(path.resolve(run)))) {
        throw new InputError(
            path + ": this folder also holds runs of " + other.name() + "; add that figure, or give another --out");
      }
    }
    for (Variant variant : variants()) {
      Path at = path.resolve(variant.name());
      if (new RunInput(at, scenario(variant)).isOfAnotherScenario()) {
        throw new InputError(at + ": this is a complete run with another --share, which --resume would overwrite;"
            + " give that share, another --out, or --force");
      }
    }
  }

  private Scenario scenario(Variant variant) {
    Path file = Path.of(PaperScenarios.file(variant.file()));
    return ScenarioFile.read(InputText.of(file, PaperScenarios.read(variant.file())), Overrides.of(variant.sets()));
  }

  /** Deletes the files of an earlier call with other figures, which would look like results of this one. */
  private void clear() {
    try {
      Files.deleteIfExists(path.resolve(RunFolder.CLAIMS));
      Files.deleteIfExists(path.resolve(REPORT));
      for (Figure figure : Figures.ALL) {
        Files.deleteIfExists(path.resolve(figure.name() + RUNS));
      }
    } catch (IOException failed) {
      throw new OutputError(path, "remove earlier results", failed);
    }
  }

  private int simulate(Variant variant, Interruption interruption) {
    Scenario scenario = scenario(variant);
    Path at = path.resolve(variant.name());
    var input = new RunInput(at, scenario);
    boolean isThere = earlier == Earlier.CONTINUED && input.isThere();
    List<Finding> changes = isThere ? input.changes() : List.of();
    changes.forEach(change -> err.println("inflight: warning: " + change.text() + "; this run is repeated"));
    boolean isKept = isThere && changes.isEmpty();
    if (!quiet) {
      err.println((isKept ? "keeping " : "running ") + variant.name());
    }
    if (isKept) {
      return Run.DONE;
    }
    CaptureFiles none = CaptureFiles.of(List.of(), null, scenario.setup());
    var silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Threads one = Threads.choose(scenario.setup(), "1");
    int code = new Run(scenario, new Run.Options(at, true, true, opener, none, one, () -> {
    }, Follower.NONE), silent, silent).run(interruption);
    if (code == Run.STALLED && scenario.setup().untilPs() == Long.MAX_VALUE) { // an end of the scenario may cut flows off
      throw new IllegalStateException("flows of " + variant.name() + " did not finish");
    }
    if (code != Run.INTERRUPTED) {
      input.note();
    }
    return code;
  }
}
