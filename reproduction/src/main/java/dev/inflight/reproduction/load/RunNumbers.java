package dev.inflight.reproduction.load;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Measurements of a run under random load, in a row: slowdowns of its flows without those of incasts, pauses, drops. */
final class RunNumbers {
  static final List<String> COLUMNS = List.of("run", "flows", "slowdown p50", "slowdown p95", "slowdown p99", "slowdown p99.9",
      "slowdown p50 (flows up to 10 KB)", "slowdown p95 (flows up to 10 KB)", "slowdown p99 (flows up to 10 KB)",
      "slowdown p99.9 (flows up to 10 KB)", "queues p95 (KB)", "queues p99 (KB)", "PFC pauses", "port time paused (%)", "drops",
      "retransmitted (KB)");
  private static final List<Double> SHARES = List.of(0.5, 0.95, 0.99, 0.999);
  private static final double SHORT_BYTES = 10_000;
  private static final double BYTES_PER_KB = 1e3;
  private static final int DIGITS = 3;

  private RunNumbers() {
  }

  /** The row of a run. */
  static List<String> row(String scenario, Flows flows, FabricLoad fabric) {
    var cells = new ArrayList<>(List.of(scenario, Integer.toString(flows.count())));
    percentiles(flows, cells);
    percentiles(flows.sized(bytes -> bytes <= SHORT_BYTES), cells);
    DoubleStream
        .of(fabric.queueKb("p95"), fabric.queueKb("p99"), fabric.number("pfcPauses"), fabric.pausedPercent(),
            fabric.number("drops"), fabric.number("retransmittedBytes") / BYTES_PER_KB)
        .forEach(value -> cells.add(digits(value)));
    return cells;
  }

  private static void percentiles(Flows flows, List<String> cells) {
    for (double share : SHARES) {
      cells.add(flows.count() < LoadFigure.needed(share) ? "-" : digits(flows.slowdown(share)));
    }
  }

  /** Returns whole numbers unchanged, and others with three significant digits. */
  private static String digits(double value) {
    BigDecimal exact = new BigDecimal(value);
    return value == Math.rint(value)
        ? exact.toPlainString()
        : exact.round(new MathContext(DIGITS)).stripTrailingZeros().toPlainString();
  }
}
