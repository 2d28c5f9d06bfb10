package dev.inflight.lab.graph.matrix;

import dev.inflight.lab.read.Units;
import dev.inflight.sim.workload.FlowTable;
import java.util.Optional;
import java.util.stream.IntStream;

/** Unit of the starts in a connection matrix, which the file does not state. */
public enum StartUnit {
  /** Picoseconds, as htsim's generators of matrices write them. */
  PS(1),
  /** Microseconds, as the current {@code htsim_uec} reads them. */
  US(1_000_000);

  /** Time, in picoseconds, below which nothing happens in a network. */
  private static final long LEAST_PS = 1_000;
  /** Time, in picoseconds, that no packet simulation reaches. */
  private static final long MOST_PS = 1_000_000_000_000_000L;

  private final long ps;

  StartUnit(long ps) {
    this.ps = ps;
  }

  /**
   * Returns a start time in picoseconds.
   *
   * @throws ArithmeticException when it exceeds 64 bits
   */
  long picoseconds(long start) {
    return Math.multiplyExact(start, ps);
  }

  /**
   * Returns a hint for flows with start times that suggest the other unit.
   *
   * @param flows all flows; those of the matrix have the numbers from {@code first} on
   * @param beginPs start time of the matrix, in picoseconds
   */
  public Optional<String> doubt(FlowTable flows, int first, long beginPs) {
    long[] later = IntStream.range(first, flows.count()).mapToLong(flow -> flows.startPs(flow) - beginPs)
        .filter(startPs -> startPs > 0).sorted().toArray();
    if (later.length == 0) {
      return Optional.empty();
    }
    long leastPs = later[0];
    long mostPs = later[later.length - 1];
    return switch (this) {
      case PS -> mostPs >= LEAST_PS
          ? Optional.empty()
          : Optional.of("the last connection starts at " + Units.formatTime(mostPs)
              + "; if the file has microseconds, which the current htsim_uec reads, write startUnit=us");
      case US -> leastPs < MOST_PS
          ? Optional.empty()
          : Optional.of("the first connection that does not start at 0 starts at " + Units.formatTime(leastPs)
              + "; if the file has picoseconds, which htsim's generators write, write startUnit=ps");
    };
  }
}
