package dev.inflight.reproduction.cli;

import dev.inflight.lab.cli.author.Candidates;
import dev.inflight.lab.cli.results.FigureOptions;
import dev.inflight.lab.figure.RunFigures;
import dev.inflight.reproduction.PaperRun;
import dev.inflight.reproduction.figure.Figure;
import dev.inflight.reproduction.index.Figures;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.store.OutputFile;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inflight paper}. */
@Command(name = "paper", description = PaperCommand.SUMMARY, footer = {"", "Example:",
    "  ./inflight paper fig13 --out runs/fig13", "",
    "Exit codes: 0 claims agree or differ within the range on record, 2 bad input, 3 a claim differs by more."})
final class PaperCommand implements Callable<Integer> {
  /** What the command does, as the help of the program prints it. */
  static final String SUMMARY = "Reproduces figures of the HPCC paper, and compares the results with the paper's claims; without a name it lists the figures.";

  private final PrintStream out;
  private final PrintStream err;
  private final RunFolder.Opener opener;

  @Parameters(paramLabel = "FIGURE", arity = "0..*", completionCandidates = FigureNames.class, description = "figures, such as fig13, fig9c, fig09 (all its parts), small (runs of seconds) or all")
  private List<String> names = List.of();

  @Option(names = "--out", paramLabel = "DIR", description = "where results go; by default a new folder runs/paper-FIGURE")
  private @Nullable Path folder;

  @Option(names = "--force", description = "overwrite earlier results in DIR")
  private boolean overwrite;

  @Option(names = "--resume", description = "keep complete runs of an earlier call with the same share in DIR, and run the others")
  private boolean resume;

  @Option(names = "--quiet", description = "print nothing")
  private boolean quiet;

  @Option(names = "--quick", description = "run figures under random load for a part of their full-scale time, which the output states")
  private boolean quick;

  @Option(names = "--share", paramLabel = "X", description = "run figures under random load for this share of their full-scale time, above 0 to 1")
  private @Nullable Double share;

  @Option(names = "--markdown", paramLabel = "FILE", description = "also write the claims as a page of documentation")
  private @Nullable Path markdown;

  @Mixin
  private final FigureOptions figureOptions = new FigureOptions();

  /** Figures of the paper, as a shell completes them. */
  static final class FigureNames extends Candidates {
    FigureNames() {
      super(Figures::names);
    }
  }

  PaperCommand(PrintStream out, PrintStream err, RunFolder.Opener opener) {
    this.out = out;
    this.err = err;
    this.opener = opener;
  }

  @Override
  public Integer call() {
    RunFigures drawings = figureOptions.figures();
    Run.checkForce(overwrite, folder);
    if (resume && folder == null) {
      throw new InputError("--resume needs --out: a new folder has no earlier runs to keep");
    }
    if (resume && overwrite) {
      throw new InputError("--resume keeps the runs that --force overwrites; give only one of them");
    }
    if (names.isEmpty()) {
      if (resume || overwrite || quick || share != null || markdown != null || folder != null || drawings != null) {
        throw new InputError("name a figure, such as fig13, or all; without options and a name figures are listed");
      }
      list();
      return 0;
    }
    List<Figure> figures = figures();
    Double part = share;
    if (part != null && quick) {
      throw new InputError("--quick and --share both set the length of runs; give only one of them");
    }
    if (part != null && !(part > 0 && part <= 1)) {
      throw new InputError("--share " + part + " must be above 0, and at most 1");
    }
    if ((part != null || quick) && figures.stream().allMatch(figure -> figure.fullMs() == 0)) {
      throw new InputError((quick ? "--quick" : "--share") + ": " + figures.getFirst().name()
          + " has no flows that start at random, and thus no shorter runs; remove the option");
    }
    checkMarkdown();
    if (folder != null) {
      RunFolder.check(folder, overwrite || resume);
      if (resume && Files.exists(folder.resolve(RunFolder.SCENARIO))) {
        throw new InputError(folder + ": these are the results of a run that belongs to no figure; --resume would remove them");
      }
    }
    Path path = folder != null
        ? folder
        : RunFolder.createNew(Run.RUNS, "paper-" + String.join("-", names.stream().map(Figures::canonical).toList()));
    return new PaperRun(figures, figure -> figure.fullMs() == 0 ? 1 : part != null ? part : quick ? figure.quickShare() : 1, path,
        resume ? PaperRun.Earlier.CONTINUED : overwrite ? PaperRun.Earlier.OVERWRITTEN : PaperRun.Earlier.REFUSED, opener, quiet,
        markdown, drawings, out, err).run();
  }

  private void checkMarkdown() {
    if (markdown != null) {
      OutputFile.check(markdown);
    }
    Path parent = markdown == null ? null : markdown.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      throw new InputError("--markdown " + markdown + ": there is no folder " + parent);
    }
  }

  private void list() {
    for (Figure figure : Figures.ALL) {
      var parts = new ArrayList<>(List.of(figure.name()));
      parts.addAll(figure.otherParts());
      out.println(Humanize.left(String.join(", ", parts), 16) + figure.title());
    }
    out.flush();
  }

  private List<Figure> figures() {
    var figures = new LinkedHashSet<Figure>();
    for (String name : names) {
      List<Figure> meant = Figures.named(name);
      if (meant.isEmpty()) {
        String hint = Suggestion.shortHint(Figures.canonical(name), Figures.names());
        throw new InputError(
            "unknown figure '" + name + "'" + hint + (hint.endsWith("?") ? "" : ";") + " 'inflight paper' lists all");
      }
      figures.addAll(meant);
    }
    return List.copyOf(figures);
  }
}
