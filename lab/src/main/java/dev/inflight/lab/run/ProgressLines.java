package dev.inflight.lab.run;

import dev.inflight.lab.print.Humanize;
import java.io.PrintStream;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Progress as lines every few seconds, for logs. */
final class ProgressLines implements ProgressView {
  private static final long EVERY_NS = 5_000_000_000L;

  private final PrintStream err;
  private final LongSupplier clockNs;
  private long lastNs;

  /** Creates lines by a clock in ns. */
  ProgressLines(PrintStream err, LongSupplier clockNs) {
    this.err = err;
    this.clockNs = clockNs;
    lastNs = clockNs.getAsLong();
  }

  @Override
  public void show(Standing standing) {
    long nowNs = clockNs.getAsLong();
    if (nowNs - lastNs >= EVERY_NS) {
      lastNs = nowNs;
      OptionalDouble share = standing.share();
      String percent = share.isPresent() ? Humanize.percent(share.getAsDouble()) + ": " : "";
      err.println("inflight: " + percent + standing.within(Integer.MAX_VALUE));
    }
  }

  @Override
  public void close() {
    // Log lines are not erased.
  }
}
