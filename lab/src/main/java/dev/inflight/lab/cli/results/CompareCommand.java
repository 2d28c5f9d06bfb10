package dev.inflight.lab.cli.results;

import dev.inflight.lab.compare.ComparedRun;
import dev.inflight.lab.compare.Comparison;
import dev.inflight.lab.compare.ComparisonJson;
import dev.inflight.lab.compare.ComparisonText;
import dev.inflight.lab.compare.SeedComparison;
import dev.inflight.lab.compare.SeedComparisonJson;
import dev.inflight.lab.compare.SeedComparisonPage;
import dev.inflight.lab.compare.SeedComparisonText;
import dev.inflight.lab.figure.RunFigures;
import dev.inflight.lab.page.Explanations;
import dev.inflight.lab.page.ReportPage;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spread.EnsembleSpread;
import dev.inflight.lab.spread.SpreadPage;
import dev.inflight.lab.spread.SpreadText;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.check.FolderCheck;
import dev.inflight.lab.store.Sweeps;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight compare}. */
@Command(name = "compare", description = CompareCommand.SUMMARY, footer = {"",
    "Ratios and differences are relative to A, the first run. Flows are the same if source, destination, ports, size and start are equal.",
    "",
    "Runs with scenarios that differ only in the seed or the member of an ensemble are one experiment. For several experiments with two or more common seeds or members, the differences have 95 %% confidence intervals.",
    "For each ensemble it prints the spread of its members.", "", "Examples:", "  ./inflight compare runs/incast runs/incast-2",
    "  ./inflight compare runs/sweep --report both.html --figures figures", "",
    "Exit codes: 0 all have the same flows, 2 bad input, 3 the sets of flows differ."})
public final class CompareCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Compares runs of the same flows: completion times, slowdowns, queues, pauses, losses.";

  private static final int DIFFERENT_FLOWS = 3;

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(arity = "1..*", paramLabel = "RUN", description = "runs: their folders, or fct.txt or flows.csv files, or folders of sweeps;"
      + " the others are compared with the first")
  private List<Path> runs = List.of();

  @Option(names = "--partial", description = "also read runs that were interrupted, failed or have not ended")
  private boolean partialToo;

  @Option(names = "--report", paramLabel = "FILE", description = "also write an HTML report of these runs to FILE")
  private @Nullable Path report;

  @Option(names = "--json", description = "print the comparison as JSON; keys: inflight list \"compare --json\"")
  private boolean json;

  @Mixin
  private final FigureOptions figureOptions = new FigureOptions();

  @Mixin
  private final StrictOption strict = new StrictOption();

  /** Creates the command, which prints its result to {@code out} and its warnings to {@code err}. */
  public CompareCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    RunFigures figures = figureOptions.figures();
    if (report != null) {
      OutputFile.check(report);
    }
    List<ComparedRun> read = folders().stream().map(run -> ComparedRun.read(run, partialToo)).toList();
    SeedComparison seeds = SeedComparison.of(read);
    List<EnsembleSpread> ensembles = EnsembleSpread.of(stored(read));
    String spread = SpreadText.behind(ensembles);
    if (report != null) {
      ReportPage.write(StoredRun.open(runs, partialToo), Explanations.NONE,
          Stream.concat(seeds == null ? Stream.empty() : SeedComparisonPage.of(seeds).stream(), SpreadPage.of(ensembles).stream())
              .toList(),
          report, strict.warnings(err));
      if (!json) {
        out.println(Quoted.printable(report.toString()));
      }
    } else {
      check(read);
    }
    if (figures != null) {
      FigureOptions.print(json ? err : out, figures, figures.write(StoredRun.open(runs, partialToo)));
    }
    if (seeds != null) {
      out.print(json ? SeedComparisonJson.write(seeds) : SeedComparisonText.write(seeds) + spread);
      return end(seeds.sameFlows());
    }
    Comparison result = Comparison.of(read);
    out.print(json ? ComparisonJson.write(result) : ComparisonText.write(result) + spread);
    return end(result.sameFlows());
  }

  /** Verifies that the other tables agree with the summaries; the comparison uses only flows and summaries. */
  private void check(List<ComparedRun> read) {
    List<StoredRun> stored = stored(read);
    if (!stored.isEmpty()) {
      strict.warnings(err).give(FolderCheck.opening(stored, file -> !file.endsWith("-series.csv")));
    }
  }

  private static List<StoredRun> stored(List<ComparedRun> read) {
    List<Path> folders = read.stream().flatMap(run -> run.folder().stream()).distinct().toList();
    return folders.isEmpty() ? List.of() : StoredRun.open(folders, true);
  }

  private int end(boolean sameFlows) {
    out.flush();
    if (sameFlows) {
      return 0;
    }
    err.println("inflight: exit code " + DIFFERENT_FLOWS + ": some runs have flows that others lack");
    return DIFFERENT_FLOWS;
  }

  /** Returns the folders that the user named, with the points of a sweep instead of its folder. */
  private List<Path> folders() {
    List<Path> all = runs.stream().flatMap(run -> Sweeps.isOne(run) ? Sweeps.runsOf(run, partialToo).stream() : Stream.of(run))
        .toList();
    if (all.size() < 2) {
      throw SourceLocation.of(runs.getFirst()).error("this is one run, and there is nothing to compare it with; name another");
    }
    return all;
  }
}
