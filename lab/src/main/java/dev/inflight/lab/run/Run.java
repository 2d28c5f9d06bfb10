package dev.inflight.lab.run;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.TooLittleMemory;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Stages;
import dev.inflight.lab.report.SpeedText;
import dev.inflight.lab.report.StallText;
import dev.inflight.lab.report.SummaryText;
import dev.inflight.lab.report.TargetText;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.ResultTables;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.RunRecorder;
import dev.inflight.lab.result.RunSummary;
import dev.inflight.lab.result.SummaryJson;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import dev.inflight.lab.store.ParquetTables;
import dev.inflight.lab.targets.Targets;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.loop.World;
import dev.inflight.sim.mpi.MpiError;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.workload.FlowTable;
import java.io.PrintStream;
import dev.inflight.lab.usercode.UserFault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Run of a scenario into a folder of results. */
public record Run(Scenario scenario, Options options, PrintStream out, PrintStream err) {
  /** Exit code: the run reached its end without missed targets. Flows may be unfinished at the end of simulated time. */
  public static final int DONE = 0;
  /** Exit code: flows did not finish that should have, or the error of skipped periods may be too large. */
  public static final int STALLED = 3;
  /** Exit code: a target was missed. */
  public static final int MISSED = 4;
  /** Exit code: the user ended the run. */
  public static final int INTERRUPTED = 130;

  /** Default folder of results. */
  public static final Path RUNS = Path.of("runs");

  /**
   * Options of a run.
   *
   * @param folder folder of results; null: a new folder below {@code runs}
   * @param overwrite true if the folder may hold an earlier run
   * @param quiet true to print only the reasons why flows did not finish
   * @param opener opens the files of results
   * @param captures captures of frames
   * @param threads threads of the run
   * @param whenReady called after the scenario's checks, right before the simulation
   * @param follower follows the simulation
   * @param world time and cables, if they are not virtual
   */
  public record Options(@Nullable Path folder, boolean overwrite, boolean quiet, RunFolder.Opener opener, CaptureFiles captures,
      Threads threads, Runnable whenReady, Follower follower, @Nullable World world) {
    /** Creates options of a run in virtual time. */
    public Options(@Nullable Path folder, boolean overwrite, boolean quiet, RunFolder.Opener opener, CaptureFiles captures,
        Threads threads, Runnable whenReady, Follower follower) {
      this(folder, overwrite, quiet, opener, captures, threads, whenReady, follower, null);
    }

    private String time() {
      return world == null ? "simulated time" : "real time";
    }
  }

  /** Runs and returns the program's exit code. */
  public int run() {
    return run(new ProgressOfSetup(err, true));
  }

  /** Runs, and displays a slow set-up. */
  public int run(ProgressOfSetup setup) {
    try (var interruption = new Interruption()) {
      return run(interruption, setup);
    }
  }

  /** Executes the run as one of several that an interruption ends together. */
  public int run(Interruption interruption) {
    return run(interruption, new ProgressOfSetup(err, true));
  }

  private int run(Interruption interruption, ProgressOfSetup setup) {
    Simulation simulation = setup.during(this::check);
    Path path = options.folder != null ? options.folder : RunFolder.createNew(RUNS, scenario.name());
    interruption.ends(simulation); // keeps the program alive until the folder has the run's state
    try (RunFolder folder = RunFolder.create(path, options.overwrite, options.opener)) {
      try {
        folder.write(RunFolder.SCENARIO, ScenarioWriter.write(scenario));
        options.whenReady.run();
        return record(simulation, folder);
      } catch (OutputError failed) {
        folder.fail(String.valueOf(failed.getMessage()));
        throw failed;
      } catch (MpiError lost) {
        folder.fail("Another process has ended before its time: " + lost.getMessage());
        throw lost;
      } catch (OutOfMemoryError | LinkageError full) {
        folder.freeReserve();
        if (!TooLittleMemory.isCause(full)) {
          InputError fault = faultOfExtension(full, folder);
          if (fault != null) {
            throw fault;
          }
          throw full;
        }
        TooLittleMemory.OfRun need = tooLittleMemory();
        folder.fail(String.valueOf(need.getMessage()));
        throw need;
      } catch (RuntimeException | StackOverflowError | AssertionError thrown) {
        InputError fault = faultOfExtension(thrown, folder);
        if (fault != null) {
          throw fault;
        }
        throw thrown;
      }
    } finally {
      interruption.forgets(simulation);
    }
  }

  /** Sentence about the extension code that caused this exception; null if no extension did. */
  private @Nullable InputError faultOfExtension(Throwable thrown, RunFolder folder) {
    return UserFault.find(thrown).map(sentence -> {
      folder.fail(sentence);
      return SourceLocation.of(scenario.source()).error(sentence);
    }).orElse(null);
  }

  private TooLittleMemory.OfRun tooLittleMemory() {
    FlowTable flows = scenario.setup().flows();
    long keptFlows = flows.rowsInColumns().count();
    long operations = 0;
    for (Job job : flows.jobs()) {
      if (job.program() instanceof OperationGraph graph) { // a script keeps no operations
        operations += graph.kept();
        keptFlows += flows.firstRowOf(job) < 0 ? 0 : graph.kept() / 2; // in blocks
      }
    }
    return TooLittleMemory.ofRun(flows.count(), keptFlows, operations);
  }

  /** Rejects an invalid run before anything is written and before an older run's results change. */
  public Simulation check() {
    if (options.folder != null) {
      checkFolder(options.folder, options.overwrite);
      options.captures.checkFolder(options.folder);
    }
    if (scenario.tables() == Scenario.Tables.PARQUET) {
      ParquetTables.checkAvailable();
    }
    Stages.enter("building the fabric");
    try {
      return build();
    } catch (OutOfMemoryError full) {
      throw tooLittleMemory();
    }
  }

  private Simulation build() {
    return SourceLocation.of(scenario.source())
        .check(() -> options.world != null
            ? new Simulation(scenario.setup(), Recorder.NONE, options.captures::wrap, options.world)
            : new Simulation(scenario.setup(), Recorder.NONE, options.captures::wrap, options.threads.division(),
                options.threads.others()));
  }

  /** Rejects a request to overwrite without a folder. */
  public static void checkForce(boolean overwrite, @Nullable Path folder) {
    if (overwrite && folder == null) {
      throw SourceLocation.of("--force").error("there is nothing to overwrite: results go to a new folder; it goes with --out");
    }
  }

  /** Rejects a folder that must not hold results. */
  public static void checkFolder(Path folder, boolean overwrite) {
    RunFolder.check(folder, overwrite);
    if (Files.exists(folder.resolve(RunFolder.CLAIMS))) {
      throw SourceLocation.of(folder).error(RunFolder.OF_THE_PAPER);
    }
  }

  /** Runs, and records everything meanwhile. */
  private int record(Simulation simulation, RunFolder folder) {
    var recorder = new RunRecorder(scenario.setup(), folder);
    simulation.recordWith(options.follower.follow(simulation, recorder));
    try (CaptureFiles captures = options.captures) {
      captures.follow(simulation);
      captures.open(folder);
      RunSummary simulated = simulate(simulation, recorder, folder);
      RunResult totals = simulated.totals();
      var stalls = new StallText(scenario.setup(), simulation, totals.partial());
      stalls.gather();
      // Acknowledgements and pauses are still in progress when the last flow has finished.
      RunSummary outcome = write(folder, simulated, stalls, Math.max(totals.endPs(), simulation.nowPs()));
      show(SummaryText.show(outcome, options.time(), options.threads.onScreen(), folder.path().toString()) + stalls.show());
      if (options.quiet && outcome.exitCode() != DONE) {
        err.print(stalls.show() + SpeedText.tooInaccurate(outcome) + TargetText.missed(outcome.targets()));
        err.flush();
      }
      return outcome.exitCode();
    }
  }

  /** Reason of the run's end first, then targets: values of flows that should have finished are missing. */
  private static int exitCode(RunSummary outcome, StallText stalls) {
    if (outcome.totals().partial()) {
      return INTERRUPTED;
    }
    if (!outcome.complete() && !isCut(outcome.scenario(), stalls) || outcome.isTooInaccurate()) {
      return STALLED;
    }
    return outcome.targetsMissed() > 0 ? MISSED : DONE;
  }

  /**
   * Reports whether the run ended at its scenario's end, as requested, with unfinished flows that were expected to be unfinished.
   */
  private static boolean isCut(Scenario scenario, StallText stalls) {
    long untilPs = scenario.setup().untilPs();
    if (untilPs == Long.MAX_VALUE || stalls.areStuck()) {
      return false;
    }
    return switch (scenario.expected().unfinished()) {
      case ALLOWED -> true;
      case FAILURE -> false;
      case BY_LOAD -> stalls.mayAllBeLeft();
    };
  }

  /** Returns the worse of two exit codes: an interruption's, then unfinished flows', then missed targets'. */
  public static int worse(int one, int other) {
    List<Integer> order = List.of(DONE, MISSED, STALLED, INTERRUPTED);
    return order.indexOf(one) > order.indexOf(other) ? one : other;
  }

  private RunSummary simulate(Simulation simulation, RunRecorder recorder, RunFolder folder) {
    simulation.measureBy(System::nanoTime);
    simulation.runOn(options.threads.number(), options.threads.leastEvents());
    long beganNs = System.nanoTime();
    boolean isSilent = options.quiet || options.threads.others().size() > 1; // ranks do not exchange progress
    try (var _ = Flushing.of(folder)) {
      RunResult totals = isSilent ? simulation.run() : simulateWithProgress(simulation);
      return Targets.judged(RunSummary.of(scenario, simulation, recorder, totals, (System.nanoTime() - beganNs) / 1e9),
          recorder.finished());
    }
  }

  private RunResult simulateWithProgress(Simulation simulation) {
    try (var _ = Progress.start(simulation, scenario, err)) {
      return simulation.run();
    }
  }

  /** Writes the results that are known only at the end. */
  private RunSummary write(RunFolder folder, RunSummary simulated, StallText stalls, long endPs) {
    try {
      options.captures.finish(endPs);
      new ResultTables(folder, simulated).write();
      stalls.write(folder, simulated.slowdowns().largest());
      RunSummary outcome = simulated.withExitCode(exitCode(simulated, stalls));
      if (scenario.tables() == Scenario.Tables.PARQUET) {
        folder.endTables();
        ParquetTables.replaceText(folder.path()).forEach(table -> folder.replaced(table.name(), table.named(ResultFile.PARQUET)));
      }
      folder.finish(SummaryJson.write(outcome, folder.digests()));
      return outcome;
    } catch (OutputError failed) {
      show(SummaryText.show(simulated, options.time(), options.threads.onScreen(), folder.path() + ", incomplete"));
      throw failed;
    }
  }

  private void show(String screen) {
    if (!options.quiet) {
      out.print(screen);
      out.flush();
    }
  }
}
