package dev.inflight.lab.cli.results;

import dev.inflight.lab.cli.author.ExtensionOptions;
import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.explain.ExplanationText;
import dev.inflight.lab.explain.job.JobExplanation;
import dev.inflight.lab.explain.job.JobText;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.spread.MemberText;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.check.FlowTimeCheck;
import dev.inflight.lab.store.check.FolderCheck;
import dev.inflight.sim.graph.Job;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight explain}. */
@Command(name = "explain", description = ExplainCommand.SUMMARY, customSynopsis = {"inflight explain [OPTIONS] RUN FLOW",
    "       inflight explain [OPTIONS] RUN job NAME"}, footer = {"",
        "It simulates the scenario of the run again until the flow has finished, and traces each of its packets; the results of"
            + " the run do not change.",
        "For a job (a collective or a trace) it prints the critical path: which rank waited for which message, where and why"
            + " that message was delayed, and the computations between. Its parts add up to the job's time.",
        "For a member of an ensemble it also prints how long the flow takes in the other members.", "", "Examples:",
        "  ./inflight explain runs/incast 3", "  ./inflight explain runs/incast 3 --perfetto flow3.pftrace",
        "  ./inflight explain runs/training job experts"})
public final class ExplainCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Breaks down the completion time of a flow or a job by cause, hop, time and competing"
      + " flows.";

  /** Sentence about the parameters of the command. */
  public static final String FLOW_OR_JOB = "explain RUN FLOW takes the number of a flow, explain RUN job NAME a job; the slowest"
      + " flows: ./inflight query RUN 'SELECT flow, slowdown FROM flows ORDER BY slowdown DESC LIMIT 5'";

  private static final String SCENARIO = "scenario.yaml";
  private static final String JOB = "job";

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(index = "0", paramLabel = "RUN", description = "the folder of a run, or a scenario")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path run;

  @Parameters(index = "1", paramLabel = "FLOW", description = "the flow's number in flows.csv, from 0 in order of start; or the"
      + " word job, followed by the job's NAME in ranks.csv")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private String flow;

  @Parameters(index = "2", arity = "0..1", paramLabel = "NAME", description = "the name of a job")
  private @Nullable String job;

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  @Option(names = "--perfetto", paramLabel = "FILE", description = "also write a trace for ui.perfetto.dev: causes of the flow's"
      + " time, its window, queues and pauses of its path, other flows there, and arrows from causes to effects; for a job, its"
      + " critical path")
  private @Nullable Path trace;

  @Mixin
  private final StrictOption strict = new StrictOption();

  /** Creates the command, which prints its result to {@code out} and its warnings to {@code err}. */
  public ExplainCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    Path file = Files.isDirectory(run) ? run.resolve(SCENARIO) : run;
    if (!Files.exists(file)) {
      throw Files.isDirectory(run)
          ? SourceLocation.of(run).error("this folder has no " + SCENARIO + ", so it is not that of a run")
          : StoredRun.missing(run);
    }
    List<StoredRun> stored = Files.isDirectory(run) ? StoredRun.open(List.of(run), true) : List.of();
    if (!stored.isEmpty()) {
      strict.lenient(err).give(FolderCheck.opening(stored, FolderCheck.ALL));
    }
    if (trace != null) {
      OutputFile.check(trace, file);
    }
    boolean ofJob = flow.equals(JOB);
    int number = ofJob ? -1 : number();
    if (ofJob && job == null) {
      throw new InputError("explain RUN job needs the NAME of a job behind it" + jobs(ScenarioReader.read(file)));
    }
    if (!ofJob && job != null) {
      throw new InputError("explain needs RUN FLOW or RUN job NAME; unexpected " + Quoted.of(job) + " after flow " + flow);
    }
    Scenario scenario = ScenarioReader.read(file);
    if (Files.exists(run.resolve(RunFolder.LIVE))) {
      out.println("This run was live. What follows is its scenario simulated: what the flow took live stands in its flows.csv.");
    }
    List<String> lines = job != null ? ofJob(scenario, job) : ExplanationText.lines(explanation(scenario, stored, number));
    lines.forEach(line -> out.println(Quoted.printable(line)));
    if (!stored.isEmpty() && !ofJob) {
      MemberText.of(run, number).forEach(line -> out.println(Quoted.printable(line)));
    }
    out.flush();
    return 0;
  }

  private List<String> ofJob(Scenario scenario, String name) {
    JobExplanation explanation = JobExplanation.of(scenario, name);
    if (trace != null) {
      explanation.trace(trace);
    }
    return JobText.lines(explanation);
  }

  private int number() {
    try {
      return Integer.parseInt(flow);
    } catch (NumberFormatException none) {
      throw new InputError(Quoted.of(flow) + " is not the number of a flow; explain needs RUN FLOW, or RUN job NAME");
    }
  }

  private static String jobs(Scenario scenario) {
    List<String> names = scenario.setup().flows().jobs().stream().map(Job::name).toList();
    return names.isEmpty() ? "; the scenario has no jobs" : "; jobs: " + String.join(", ", names);
  }

  private Explanation explanation(Scenario scenario, List<StoredRun> stored, int number) {
    if (trace != null) {
      return Explanation.traced(scenario, number, trace, explanation -> compare(stored, explanation));
    }
    Explanation explanation = Explanation.of(scenario, number);
    compare(stored, explanation);
    return explanation;
  }

  private void compare(List<StoredRun> stored, Explanation explanation) {
    stored.forEach(one -> strict.lenient(err).give(FlowTimeCheck.opening(one, explanation.flow(), explanation.fctPs())));
  }
}
