package dev.inflight.reproduction.figure;

import dev.inflight.plot.Line;
import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * Value over time.
 *
 * @param timesUs times, in us, in ascending order
 * @param values value at each time, or since the previous time
 */
record Trace(double[] timesUs, double[] values) {
  /** Returns the part after one time, up to another. */
  Trace between(double fromUs, double toUs) {
    int[] kept = IntStream.range(0, values.length).filter(at -> timesUs[at] > fromUs && timesUs[at] <= toUs).toArray();
    return new Trace(IntStream.of(kept).mapToDouble(at -> timesUs[at]).toArray(),
        IntStream.of(kept).mapToDouble(at -> values[at]).toArray());
  }

  /** Returns the part after a time. */
  Trace after(double fromUs) {
    return between(fromUs, Double.POSITIVE_INFINITY);
  }

  /** Returns the trace with times counted from another instant. */
  Trace since(double zeroUs) {
    return new Trace(Arrays.stream(timesUs).map(time -> time - zeroUs).toArray(), values);
  }

  /** Returns a trace in which each value is the mean of the last {@code samples} values. */
  Trace smoothed(int samples) {
    return new Trace(timesUs, IntStream.range(0, values.length).mapToDouble(at -> meanUntil(at, samples)).toArray());
  }

  /** Returns a trace with one value for each {@code samples} values: their mean, at the last one's time. */
  Trace binned(int samples) {
    int[] kept = IntStream.range(0, values.length).filter(at -> (at + 1) % samples == 0).toArray();
    return new Trace(IntStream.of(kept).mapToDouble(at -> timesUs[at]).toArray(),
        IntStream.of(kept).mapToDouble(at -> meanUntil(at, samples)).toArray());
  }

  private double meanUntil(int last, int samples) {
    int first = Math.max(0, last - samples + 1);
    double sum = 0;
    for (int at = first; at <= last; at++) {
      sum += values[at];
    }
    return sum / (last - first + 1);
  }

  double mean() {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  double largest() {
    return Arrays.stream(values).max().orElse(Double.NaN);
  }

  double smallest() {
    return Arrays.stream(values).min().orElse(Double.NaN);
  }

  /** First time of the largest value, in us. */
  double peakUs() {
    return firstUs(value -> value == largest());
  }

  /** Returns the first time, in us, at which a value meets the condition; NaN if none does. */
  double firstUs(DoublePredicate like) {
    int first = IntStream.range(0, values.length).filter(at -> like.test(values[at])).findFirst().orElse(-1);
    return first < 0 ? Double.NaN : timesUs[first];
  }

  double endUs() {
    return timesUs[timesUs.length - 1];
  }

  /** Returns the line through all points. */
  Line line(String name) {
    return new Line(name, timesUs, values);
  }
}
