package dev.inflight.lab.run;

import dev.inflight.lab.print.Humanize;
import java.io.PrintStream;

/** Progress as a line every few seconds, for logs. */
final class ProgressLines implements Progress.View {
  private static final long EVERY_NS = 5_000_000_000L;

  private final PrintStream err;
  private long lastNs = System.nanoTime();

  ProgressLines(PrintStream err) {
    this.err = err;
  }

  @Override
  public void show(Progress.State state) {
    long nowNs = System.nanoTime();
    if (nowNs - lastNs >= EVERY_NS) {
      lastNs = nowNs;
      err.println("inflight: " + Humanize.percent(state.share()) + ": " + state);
    }
  }

  @Override
  public void close() {
    // The summary follows.
  }
}
