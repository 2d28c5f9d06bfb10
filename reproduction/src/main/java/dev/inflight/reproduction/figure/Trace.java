package dev.inflight.reproduction.figure;

import dev.inflight.plot.Line;
import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * A value over time.
 *
 * @param timesUs when, in us, rising
 * @param values what it was, or has been since the time before
 */
record Trace(double[] timesUs, double[] values) {
  /** The part behind one time up to another. */
  Trace between(double fromUs, double toUs) {
    int[] kept = IntStream.range(0, values.length).filter(at -> timesUs[at] > fromUs && timesUs[at] <= toUs).toArray();
    return new Trace(IntStream.of(kept).mapToDouble(at -> timesUs[at]).toArray(),
        IntStream.of(kept).mapToDouble(at -> values[at]).toArray());
  }

  /** The part behind a time. */
  Trace after(double fromUs) {
    return between(fromUs, Double.POSITIVE_INFINITY);
  }

  /** The same with times counted from another instant. */
  Trace since(double zeroUs) {
    return new Trace(Arrays.stream(timesUs).map(time -> time - zeroUs).toArray(), values);
  }

  /** Each value as the mean of the last so many. */
  Trace smoothed(int samples) {
    return new Trace(timesUs, IntStream.range(0, values.length).mapToDouble(at -> meanUntil(at, samples)).toArray());
  }

  /** One value in so many: their mean, at the last one's time. */
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

  /** When it is largest first. */
  double peakUs() {
    return firstUs(value -> value == largest());
  }

  /** The first time at which it is like this; NaN if it never is. */
  double firstUs(DoublePredicate like) {
    int first = IntStream.range(0, values.length).filter(at -> like.test(values[at])).findFirst().orElse(-1);
    return first < 0 ? Double.NaN : timesUs[first];
  }

  double endUs() {
    return timesUs[timesUs.length - 1];
  }

  /** The line through all points. */
  Line line(String name) {
    return new Line(name, timesUs, values);
  }
}
