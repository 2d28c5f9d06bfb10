package dev.inflight.reproduction.load;

import dev.inflight.reproduction.figure.Statistics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finished flows of the random workload, without those of incasts, by size.
 *
 * @param sizeBytes application bytes of each flow, in ascending order
 * @param slowdowns slowdown of each flow
 * @param completionUs FCT of each flow, in us
 * @param aloneUs ideal FCT of each flow, in us
 */
record Flows(double[] sizeBytes, double[] slowdowns, double[] completionUs, double[] aloneUs) {
  /** {@code poisson}'s destination port; {@code incast-load} has another. */
  private static final String RANDOM_PORT = "100";
  private static final double NS_PER_US = 1e3;

  /** No flows. */
  static Flows none() {
    return new Flows(new double[0], new double[0], new double[0], new double[0]);
  }

  /** The flows of a run's folder. */
  static Flows read(Path run) {
    try (BufferedReader lines = Files.newBufferedReader(run.resolve("flows.csv"))) {
      List<String> names = List.of(lines.readLine().split(","));
      int port = names.indexOf("destination_port");
      int size = names.indexOf("size_bytes");
      int slowdown = names.indexOf("slowdown");
      int time = names.indexOf("fct_ns");
      int alone = names.indexOf("ideal_fct_ns");
      double[][] rows = lines.lines().map(line -> line.split(",", -1)).filter(cells -> cells[port].equals(RANDOM_PORT)).map(
          cells -> Stream.of(cells[size], cells[slowdown], cells[time], cells[alone]).mapToDouble(Double::parseDouble).toArray())
          .sorted(Comparator.comparingDouble(row -> row[0])).toArray(double[][]::new);
      return new Flows(column(rows, 0), column(rows, 1), us(rows, 2), us(rows, 3));
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private static double[] us(double[][] rows, int at) {
    return Arrays.stream(column(rows, at)).map(ns -> ns / NS_PER_US).toArray();
  }

  private static double[] column(double[][] rows, int at) {
    return Arrays.stream(rows).mapToDouble(row -> row[at]).toArray();
  }

  int count() {
    return sizeBytes.length;
  }

  /** Returns the flows with sizes that meet the condition. */
  Flows sized(DoublePredicate wanted) {
    int[] kept = IntStream.range(0, count()).filter(at -> wanted.test(sizeBytes[at])).toArray();
    return new Flows(pick(sizeBytes, kept), pick(slowdowns, kept), pick(completionUs, kept), pick(aloneUs, kept));
  }

  private static double[] pick(double[] values, int[] kept) {
    return IntStream.of(kept).mapToDouble(at -> values[at]).toArray();
  }

  /** Returns the flows between two shares of all flows by size. */
  Flows ranked(double from, double to) {
    int first = (int) Math.round(from * count());
    int end = (int) Math.round(to * count());
    return new Flows(Arrays.copyOfRange(sizeBytes, first, end), Arrays.copyOfRange(slowdowns, first, end),
        Arrays.copyOfRange(completionUs, first, end), Arrays.copyOfRange(aloneUs, first, end));
  }

  /** Returns a percentile of slowdowns; NaN without flows. */
  double slowdown(double share) {
    return Statistics.percentile(slowdowns, share);
  }

  /**
   * Returns a percentile of FCTs divided by the mean of these flows' ideal FCTs; NaN without flows. The paper's slowdowns of
   * short flows are computed in this way: 2.38 is 16.9 us / 7.1 us, and 2.70 is 19.2 us / 7.1 us (HPCC §5.2).
   */
  double slowdownOfMean(double share) {
    return completionUs(share) / Arrays.stream(aloneUs).average().orElse(Double.NaN);
  }

  /** Returns a percentile of FCTs, in us; NaN without flows. */
  double completionUs(double share) {
    return Statistics.percentile(completionUs, share);
  }
}
