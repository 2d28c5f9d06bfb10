package dev.inflight.lab;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code inflight compare}. */
@Command(name = "compare", description = "Compares the flow completion times of two runs of the same flows.", footer = {"",
    "Differences are those of SECOND from FIRST. Flows are the same when source, destination, ports, size and start are.",
    "", "Example:", "  ./inflight compare runs/incast runs/incast-2", "",
    "Exit codes: 0 both have the same flows, 2 bad input, 3 one has flows that the other has not."})
final class CompareCommand implements Callable<Integer> {
  private static final int DIFFERENT_FLOWS = 3;

  private final PrintStream out;

  @Parameters(index = "0", paramLabel = "FIRST", description = "the yardstick: a run's folder, or its fct.txt or flows.csv")
  private Path first;

  @Parameters(index = "1", paramLabel = "SECOND", description = "what is measured by it: another one")
  private Path second;

  @SuppressWarnings("NullAway") // picocli sets the paths
  CompareCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    FctComparison result = FctComparison.of(FctFile.read(first), FctFile.read(second));
    out.println("flows       " + Show.count(result.matched()) + " of " + Show.count(result.flows()) + " in both, "
        + Show.count(result.extra()) + " only in the second; " + Show.count(result.equal()) + " equal to the nanosecond");
    if (result.matched() > 0 && result.equal() < result.matched()) {
      out.println("per flow    median error " + Show.decimal(100 * result.medianError(), 2) + " %, p99 "
          + Show.decimal(100 * result.p99Error(), 1) + " %, mean signed " + Show.decimal(100 * result.bias(), 2) + " %");
      out.println(
          "worst size  p50 " + Show.decimal(100 * result.worst(0), 1) + " %, p95 " + Show.decimal(100 * result.worst(1), 1)
              + " %, p99 " + Show.decimal(100 * result.worst(2), 1) + " %");
      table(result);
    }
    out.flush();
    return result.matched() == result.flows() && result.extra() == 0 ? 0 : DIFFERENT_FLOWS;
  }

  private void table(FctComparison result) {
    out.println(
        "slowdown    up to size       p50 first   second     diff   p95 first   second     diff   p99 first   second     diff");
    for (FctComparison.Bucket bucket : result.bySize()) {
      var line = new StringBuilder("            ").append(Show.left(Show.bytes(bucket.largestBytes()), 14));
      for (int percentile = 0; percentile < 3; percentile++) {
        line.append(Show.right(Show.decimal(bucket.first()[percentile], 2), 12))
            .append(' ').append(Show.right(Show.decimal(bucket.second()[percentile], 2), 8))
            .append(' ').append(Show.right(Show.decimal(100 * bucket.difference(percentile), 1), 7)).append('%');
      }
      out.println(line);
    }
  }
}
