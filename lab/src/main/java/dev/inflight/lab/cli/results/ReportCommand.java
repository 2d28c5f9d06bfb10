package dev.inflight.lab.cli.results;

import dev.inflight.lab.cli.author.ExtensionOptions;
import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.explain.job.JobExplanation;
import dev.inflight.lab.figure.RunFigures;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.page.Explanations;
import dev.inflight.lab.page.ReportPage;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.spread.EnsembleSpread;
import dev.inflight.lab.spread.SpreadPage;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.verify.VerificationPage;
import dev.inflight.lab.store.Sweeps;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight report}. */
@Command(name = "report", description = ReportCommand.SUMMARY, footer = {"",
    "Without --out the file is report.html in the folder of the run or sweep, or in the current folder for several runs.",
    "For a sweep the report has a chart for each metric over the sweep's keys, with seeds and members of ensembles pooled.", "",
    "Examples:", "  ./inflight report runs/incast", "  ./inflight report runs/incast --explain 3",
    "  ./inflight report runs/training --explain-job experts", "  ./inflight report runs/incast runs/incast-2 --out both.html",
    "  ./inflight report runs/incast runs/incast-2 --figures figures --bins 10KB,1MB", "  ./inflight report runs/sweep"})
public final class ReportCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Writes a report of one run, or of several side by side: one HTML file that opens"
      + " offline in any browser.";

  private static final String NAME = "report.html";

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(arity = "1..*", paramLabel = "RUN", description = "folders of runs or sweeps; they are shown in this order")
  private List<Path> folders = List.of();

  @Option(names = "--out", paramLabel = "FILE", description = "file of the report")
  private @Nullable Path file;

  @Option(names = "--partial", description = "also read runs that were interrupted, failed or have not ended")
  private boolean partialToo;

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  @Option(names = "--explain", paramLabel = "FLOW", description = "add a section that explains the completion time of this flow of the first run; may be repeated")
  private List<Integer> explained = List.of();

  @Option(names = "--explain-job", paramLabel = "NAME", description = "add a section on the critical path of this job of the first run; may be repeated")
  private List<String> explainedJobs = List.of();

  @Mixin
  private final FigureOptions figureOptions = new FigureOptions();

  @Mixin
  private final StrictOption strict = new StrictOption();

  /** Creates the command, which prints its result to {@code out} and its warnings to {@code err}. */
  public ReportCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    RunFigures figures = figureOptions.figures();
    List<StoredRun> runs = StoredRun.open(folders, partialToo);
    Path to = file != null ? file : folders.size() == 1 ? folders.getFirst().resolve(NAME) : Path.of(NAME);
    OutputFile.check(to);
    if (file == null && Files.exists(to) && folders.size() == 1 && !Sweeps.isOne(folders.getFirst())
        && !Files.exists(folders.getFirst().resolve(RunFolder.SCENARIO))) {
      throw SourceLocation.of(to.toString())
          .error("this is the page of all that the folder holds; name a run in it, or give --out");
    }
    ReportPage.write(runs, explanations(runs.getFirst()),
        Stream.concat(VerificationPage.of(folders).stream(), SpreadPage.of(EnsembleSpread.of(runs)).stream()).toList(), to,
        strict.warnings(err));
    out.println(Quoted.printable(to.toString()));
    out.flush();
    if (figures != null) {
      FigureOptions.print(out, figures, figures.write(runs));
    }
    return 0;
  }

  private Explanations explanations(StoredRun run) {
    if (explained.isEmpty() && explainedJobs.isEmpty()) {
      return Explanations.NONE;
    }
    Scenario scenario = ScenarioReader.read(run.folder().resolve(RunFolder.SCENARIO));
    return new Explanations(explained.stream().distinct().map(flow -> Explanation.of(scenario, flow)).toList(),
        explainedJobs.stream().distinct().map(name -> JobExplanation.of(scenario, name)).toList());
  }
}
