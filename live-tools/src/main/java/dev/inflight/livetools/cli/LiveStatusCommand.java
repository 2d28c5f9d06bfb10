package dev.inflight.livetools.cli;

import dev.inflight.livetools.live.machine.LiveFabrics;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code inflight live status}. */
@Command(name = "status", description = "Says what live runs have made on this machine, and whether they are still there.")
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
