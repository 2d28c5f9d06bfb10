package dev.inflight.lab.cli.results;

import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.explain.ExplanationText;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.check.FlowTimeCheck;
import dev.inflight.lab.store.check.FolderCheck;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inflight explain}. */
@Command(name = "explain", description = "Says why a flow took as long as it did: what its time went to, at which hop, when, and because of whom.", footer = {
    "",
    "The scenario of the run is simulated again until the flow has finished, with an eye on each of its packets;"
        + " the results of the run stay as they are.",
    "", "Examples:", "  ./inflight explain runs/incast 3", "  ./inflight explain runs/incast 3 --perfetto flow3.pftrace"})
public final class ExplainCommand implements Callable<Integer> {
  private static final String SCENARIO = "scenario.yaml";

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(index = "0", paramLabel = "RUN", description = "the folder of a run, or a scenario")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path run;

  @Parameters(index = "1", paramLabel = "FLOW", description = "its number in flows.csv; flows are numbered from 0 in order of start")
  private int flow;

  @Option(names = "--perfetto", paramLabel = "FILE", description = "also write a trace there, which ui.perfetto.dev opens: what the flow's time went to, its"
      + " window, queues and pauses of its path, other flows there, and arrows from causes to what they did")
  private @Nullable Path trace;

  @Mixin
  private final StrictOption strict = new StrictOption();

  /** The command, which prints its answer and its warnings there. */
  public ExplainCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    Path file = Files.isDirectory(run) ? run.resolve(SCENARIO) : run;
    if (!Files.exists(file)) {
      throw SourceLocation.of(run).error(
          Files.isDirectory(run) ? "this folder has no " + SCENARIO + ", so it is not that of a run" : "there is no such run");
    }
    List<StoredRun> stored = Files.isDirectory(run) ? StoredRun.open(List.of(run), true) : List.of();
    if (!stored.isEmpty()) {
      strict.lenient(err).give(FolderCheck.opening(stored, FolderCheck.ALL));
    }
    if (trace != null) {
      OutputFile.check(trace, file);
    }
    Scenario scenario = ScenarioReader.read(file);
    if (Files.exists(run.resolve(RunFolder.LIVE))) {
      out.println("This run was live. What follows is its scenario simulated: what the flow took live stands in its flows.csv.");
    }
    ExplanationText.lines(explanation(scenario, stored)).forEach(line -> out.println(Quoted.printable(line)));
    out.flush();
    return 0;
  }

  private Explanation explanation(Scenario scenario, List<StoredRun> stored) {
    if (trace != null) {
      return Explanation.traced(scenario, flow, trace, explanation -> compare(stored, explanation));
    }
    Explanation explanation = Explanation.of(scenario, flow);
    compare(stored, explanation);
    return explanation;
  }

  private void compare(List<StoredRun> stored, Explanation explanation) {
    stored.forEach(one -> strict.lenient(err).give(FlowTimeCheck.opening(one, flow, explanation.fctPs())));
  }
}
