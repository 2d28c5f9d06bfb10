package dev.inflight.lab.cli.results;

import dev.inflight.lab.compare.ComparedRun;
import dev.inflight.lab.compare.Comparison;
import dev.inflight.lab.compare.ComparisonJson;
import dev.inflight.lab.compare.ComparisonText;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inflight compare}. */
@Command(name = "compare", description = "Compares runs of the same flows: completion times, slowdowns, queues, pauses, losses.", footer = {
    "",
    "Ratios and differences are to A, the first run. Flows are the same when source, destination, ports, size and start are.", "",
    "Example:", "  ./inflight compare runs/incast runs/incast-2", "",
    "Exit codes: 0 all have the same flows, 2 bad input, 3 one has flows that another has not."})
public final class CompareCommand implements Callable<Integer> {
  private static final int DIFFERENT_FLOWS = 3;

  private final PrintStream out;

  @Parameters(arity = "2..*", paramLabel = "RUN", description = "two or more runs: their folders, or fct.txt or flows.csv files; the others"
      + " are compared with the first")
  private List<Path> runs = List.of();

  @Option(names = "--partial", description = "take what there is of runs that were interrupted, failed, or have not ended")
  private boolean partialToo;

  @Option(names = "--json", description = "print the same as JSON; keys: inflight list \"compare --json\"")
  private boolean json;

  /** The command, which prints there. */
  public CompareCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    Comparison result = Comparison.of(runs.stream().map(run -> ComparedRun.read(run, partialToo)).toList());
    out.print(json ? ComparisonJson.write(result) : ComparisonText.write(result));
    out.flush();
    return result.sameFlows() ? 0 : DIFFERENT_FLOWS;
  }
}
