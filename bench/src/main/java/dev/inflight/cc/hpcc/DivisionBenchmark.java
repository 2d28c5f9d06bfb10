package dev.inflight.cc.hpcc;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Division as in the paper's FPGA (HPCC §4.3), by a table of reciprocals, compared with the machine's own division: each divides the
 * window of 100 Gb/s and 13 us by numbers of the table's whole range. {@code java -jar bench/target/benchmarks.jar DivisionBenchmark}. In
 * the package of the table, which other code does not need.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
public class DivisionBenchmark {
  private static final int DIVISORS = 1024;

  private final Reciprocals table = new Reciprocals(WindowDivision.EPSILON);
  private final int[] divisors = new int[DIVISORS];
  private long dividend = 162_500L << 16; // bytes, in the units of the divisors

  /** Draws the divisors: the same number of each order of magnitude, so that a search has no branch that is easy to predict. */
  @Setup
  public void draw() {
    var random = new SplittableRandom(1);
    for (int at = 0; at < DIVISORS; at++) {
      divisors[at] = 1 + random.nextInt(1 << 1 + random.nextInt(22));
    }
  }

  /** Divides whole numbers. */
  @Benchmark
  @OperationsPerInvocation(DIVISORS)
  public long wholeNumbers() {
    long sum = 0;
    for (int divisor : divisors) {
      sum += dividend / divisor;
    }
    return sum;
  }

  /** Divides in double precision, like {@code hpcc}. */
  @Benchmark
  @OperationsPerInvocation(DIVISORS)
  public double doublePrecision() {
    double sum = 0;
    for (int divisor : divisors) {
      sum += (double) dividend / divisor;
    }
    return sum;
  }

  /** Searches the table and multiplies, like {@code hpcc(division=table)}. */
  @Benchmark
  @OperationsPerInvocation(DIVISORS)
  public double reciprocalTable() {
    double sum = 0;
    for (int divisor : divisors) {
      sum += (double) dividend * table.of(divisor);
    }
    return sum;
  }
}
