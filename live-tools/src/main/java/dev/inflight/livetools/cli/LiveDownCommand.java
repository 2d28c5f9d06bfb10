package dev.inflight.livetools.cli;

import dev.inflight.livetools.live.machine.LiveFabrics;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inflight live down}. */
@Command(name = "down", description = "Removes namespaces and interfaces that ended live runs have left on this machine, and"
    + " ends running ones.", footer = {"", "Examples:", "  ./inflight live down", "  ./inflight live down inflight-4711",
        "  ./inflight live down --all"})
final class LiveDownCommand implements Callable<Integer> {
  private final PrintStream out;

  @Parameters(paramLabel = "FABRIC", arity = "0..*", description = "the live run to end, by its name in live status; its program"
      + " ends as by ^C, and keeps its results so far")
  private List<String> fabrics = List.of();

  @Option(names = "--all", description = "end all running live runs")
  private boolean all;

  LiveDownCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    LiveFabrics.down(fabrics, all, out);
    return 0;
  }
}
