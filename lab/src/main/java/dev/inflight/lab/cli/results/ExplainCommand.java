package dev.inflight.lab.cli.results;

import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.explain.ExplanationText;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Scenario;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code inflight explain}. */
@Command(name = "explain", description = "Says why a flow took as long as it did: what its time went to, at which hop, when, and because of whom.", footer = {
    "", "The scenario of the run is simulated again until the flow has finished, with an eye on each of its packets;"
        + " the results of the run stay as they are.",
    "",
    "Example:", "  ./inflight explain runs/incast 3"})
public final class ExplainCommand implements Callable<Integer> {
  private static final String SCENARIO = "scenario.yaml";

  private final PrintStream out;

  @Parameters(index = "0", paramLabel = "RUN", description = "the folder of a run, or a scenario")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path run;

  @Parameters(index = "1", paramLabel = "FLOW", description = "its number in flows.csv; flows are numbered from 0 in order of start")
  private int flow;

  /** The command, which prints there. */
  public ExplainCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    Path file = Files.isDirectory(run) ? run.resolve(SCENARIO) : run;
    if (!Files.exists(file)) {
      throw SourceLocation.of(run).error(Files.isDirectory(run)
          ? "this folder has no " + SCENARIO + ", so it is not that of a run"
          : "there is no such run");
    }
    Scenario scenario = ScenarioReader.read(file);
    ExplanationText.lines(Explanation.of(scenario, flow)).forEach(line -> out.println(Quoted.printable(line)));
    out.flush();
    return 0;
  }
}
