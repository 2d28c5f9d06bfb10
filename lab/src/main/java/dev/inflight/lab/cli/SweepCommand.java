package dev.inflight.lab.cli;

import dev.inflight.lab.cli.author.ExtensionOptions;
import dev.inflight.lab.cli.author.Candidates;
import dev.inflight.lab.cli.author.FastOption;
import dev.inflight.lab.cli.author.StrictReading;
import dev.inflight.lab.cli.results.FigureOptions;
import dev.inflight.lab.figure.RunFigures;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.sweep.Share;
import dev.inflight.lab.sweep.SlurmScript;
import dev.inflight.lab.sweep.Sweep;
import dev.inflight.lab.sweep.SweepFile;
import dev.inflight.lab.targets.Targets;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight sweep}. */
@Command(name = "sweep", description = SweepCommand.SUMMARY, footer = {"",
    "A list instead of a single value makes that key vary: scheme: [hpcc, dcqcn] in the file, or --set 'seed=[1, 2, 3]'.",
    "Dots name keys within others: flows.0.load, topology.spines, scheme.eta, classes.0.scheme, events.0.at.",
    "A key sweep in the file lists them too: sweep: {flows.0.load: [0.3, 0.5], seed: [1, 2, 3]}.",
    "A sweep keeps finished points; the same command resumes an interrupted sweep.",
    "Further values at the end of its first list extend a sweep; a DIR with another sweep is an error.", "", "Examples:",
    "  ./inflight sweep s.yaml --set 'seed=[1,2,3]' --out runs/sweep",
    "  ./inflight sweep s.yaml --set 'flows.0.load=[0.3,0.5]' --out runs/loads",
    "  ./inflight sweep s.yaml --set 'seed=[1,2,3]' --out runs/sweep --fail-on 'p99 slowdown < 5'",
    "  ./inflight sweep s.yaml --set 'seed=[1,2,3]' --out runs/sweep --engine slurm",
    "  ./inflight query runs/sweep \"SELECT scheme, avg(slowdown_p99) FROM points GROUP BY scheme\"", "",
    "Exit codes: 0 done, 2 bad input, 3 flows of some point should have finished and did not, or --verify found an error above"
        + " its bound, 4 some point missed a target, 130 interrupted."})
final class SweepCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  static final String SUMMARY = "Runs a scenario once for each combination of the values that it lists, in parallel on"
      + " all cores.";

  private static final int MOST_JOBS = 1024;
  private static final int MOST_TASKS = 100_000;
  private static final int TASKS = 16;

  private static final String LOCAL = "local";
  private static final String SLURM = "slurm";

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(paramLabel = "FILE", description = "a scenario")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path file;

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "folder for the results of the points")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path folder;

  @Option(names = "--force", description = "replace the points of another sweep in DIR")
  private boolean overwrite;

  @Option(names = "--set", paramLabel = "KEY=VALUE", completionCandidates = Candidates.Keys.class, description = "another value for a key or an entry of it,"
      + " or a list of values, such as 'buffer=[16MiB, 32MiB]' or 'flows.0.load=[0.3, 0.5]'; may be repeated")
  private List<String> set = List.of();

  private final FastOption fast = new FastOption();

  @Mixin
  private final CommandSpec fastOptions = fast.spec();

  private final ExtensionOptions extensions = new ExtensionOptions();

  @Mixin
  private final CommandSpec extensionsOptions = extensions.spec();

  @Option(names = Targets.OPTION, paramLabel = "TARGET", description = "exit with code 4 when a point misses this target, such as"
      + " 'p99 slowdown < 5'; added to the scenario's targets; may be repeated")
  private List<String> failOn = List.of();

  @Option(names = {"-j",
      "--jobs"}, paramLabel = "N", description = "number of points that run at a time; by default one per processor")
  private @Nullable Integer jobs;

  @Option(names = "--engine", paramLabel = "ENGINE", defaultValue = LOCAL, description = "local: in this process; slurm: write a job array for Slurm"
      + " into DIR, and run nothing; by default ${DEFAULT-VALUE}")
  private String engine = LOCAL;

  @Option(names = "--tasks", paramLabel = "N", description = "with --engine slurm: number of tasks that share the points; by"
      + " default 16")
  private @Nullable Integer tasks;

  @Option(names = "--share", paramLabel = "K/N", description = "run only the K-th of N shares of the points, as the tasks of an engine do")
  private @Nullable String share;

  private final EnsembleOption ensemble = new EnsembleOption();

  @Mixin
  private final CommandSpec ensembleOptions = ensemble.spec();

  private final VerifyOption verify = new VerifyOption();

  @Mixin
  private final CommandSpec verifyOptions = verify.spec();

  @Mixin
  private final FigureOptions figureOptions = new FigureOptions();

  private final StrictReading strict = new StrictReading();

  @Mixin
  private final CommandSpec strictOptions = strict.spec();

  @Option(names = "--quiet", description = "print only warnings and the points with flows that did not finish")
  private boolean quiet;

  SweepCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    int threads = jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    if (threads < 1 || threads > MOST_JOBS) {
      throw SourceLocation.of("--jobs").error(threads + " is outside 1 to " + MOST_JOBS);
    }
    RunFigures figures = figureOptions.figures();
    if (figures != null && (share != null || engine.equals(SLURM))) {
      throw SourceLocation.of("--figures").error("a part of a sweep has no figures; ./inflight report " + folder
          + " --figures DIR draws them when all points are complete");
    }
    InputText text = ScenarioReader.text(file);
    Overrides single = verify.over(text, fast.over(Overrides.NONE).set(set));
    SweepFile sweep = SweepFile.of(text, ensemble.over(single)).withTargets(failOn);
    if (engine.equals(SLURM)) {
      return slurm(sweep, single);
    }
    if (!engine.equals(LOCAL)) {
      throw SourceLocation.of("--engine").error("unknown engine " + Quoted.of(engine)
          + "; known: local, slurm; on another kind of cluster, run a --share on each machine");
    }
    if (tasks != null) {
      throw SourceLocation.of("--tasks").error("this option needs --engine slurm");
    }
    Share mine = share == null ? Share.ALL : Share.parse(share, SourceLocation.of("--share"));
    int exit = new Sweep(sweep, folder, quiet, strict.isStrict(), overwrite, err).run(threads, mine);
    if (share == null && exit != Run.INTERRUPTED) {
      ensemble.end(folder, quiet || verify.isGiven(), out);
      exit = Run.worse(exit, verify.end(folder, quiet, out, err));
    }
    if (!quiet && exit != Run.INTERRUPTED) {
      out.println((share == null ? "" : "share " + share + " of ") + Humanize.count(sweep.count(), "point") + " in " + folder
          + "; ./inflight query " + folder + " \"FROM points\"");
      if (share != null) {
        verify.later("--share " + share, out);
      }
      out.flush();
    }
    if (figures != null && exit != Run.INTERRUPTED) {
      FigureOptions.print(quiet ? err : out, figures, figures.write(StoredRun.open(List.of(folder), false)));
    }
    return exit;
  }

  private int slurm(SweepFile sweep, Overrides single) {
    int number = tasks == null ? TASKS : tasks;
    if (number < 1 || number > MOST_TASKS) {
      throw SourceLocation.of("--tasks").error(number + " is outside 1 to " + MOST_TASKS);
    }
    new Sweep(sweep, folder, quiet, strict.isStrict(), overwrite, err).prepare();
    Path script = SlurmScript.write(sweep, file, options(single), folder, number, jobs == null ? 1 : jobs);
    if (!quiet) {
      out.println(sweep.count() + " points; sbatch " + script);
      verify.later("--engine slurm" + (tasks == null ? "" : " --tasks " + tasks), out);
      out.flush();
    }
    return 0;
  }

  /** Returns the options to pass to each task of a cluster. */
  private List<String> options(Overrides single) {
    var words = new ArrayList<String>();
    Stream.concat(single.list().stream().map(one -> one.key() + "=" + one.value()), Stream.ofNullable(ensemble.setting()))
        .forEach(setting -> words.addAll(List.of("--set", setting)));
    if (overwrite) {
      words.add("--force");
    }
    words.addAll(extensions.words());
    return words;
  }
}
