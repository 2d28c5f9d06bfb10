package dev.inflight.livetools.cli;

import dev.inflight.livetools.live.machine.LiveFabrics;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inflight live down}. */
@Command(name = "down", description = "Removes what live runs have left on this machine that are no more, and ends others.", footer = {
    "", "Examples:", "  ./inflight live down", "  ./inflight live down inflight-4711", "  ./inflight live down --all"})
final class LiveDownCommand implements Callable<Integer> {
  private final PrintStream out;

  @Parameters(paramLabel = "FABRIC", arity = "0..*", description = "one to end, as live status names it; its program ends as by ^C, a run with what it has so far")
  private List<String> fabrics = List.of();

  @Option(names = "--all", description = "end all that are in use")
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
