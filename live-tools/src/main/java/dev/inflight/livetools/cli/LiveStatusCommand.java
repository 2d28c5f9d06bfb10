package dev.inflight.livetools.cli;

import dev.inflight.livetools.live.machine.LiveFabrics;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code inflight live status}. */
@Command(name = "status", description = "Lists the live fabrics on this machine, and whether their programs still run.")
final class LiveStatusCommand implements Callable<Integer> {
  private final PrintStream out;

  LiveStatusCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    out.print(LiveFabrics.status());
    out.flush();
    return 0;
  }
}
