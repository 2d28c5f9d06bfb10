package dev.inflight.lab.cli.live;

import dev.inflight.lab.live.machine.LiveFabrics;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code inflight live down}. */
@Command(name = "down", description = "Removes what live runs have left on this machine that are no more.")
final class LiveDownCommand implements Callable<Integer> {
  private final PrintStream out;

  LiveDownCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    out.print(LiveFabrics.down());
    out.flush();
    return 0;
  }
}
