package dev.inflight.sim.measure;

import java.util.Arrays;

/**
 * A number for each value of an object, such as each {@link PortValue} of a port at a time.
 *
 * @param <V> the values
 */
public final class MeasuredValues<V extends Enum<V>> {
  private final long[] numbers; // by ordinal

  /**
   * Makes the numbers.
   *
   * @param numbers numbers in the order of the constants; not copied
   */
  public MeasuredValues(long... numbers) {
    this.numbers = numbers;
  }

  /** The number of a value. */
  public long of(V value) {
    return numbers[value.ordinal()];
  }

  /** Returns these numbers with one changed. */
  public MeasuredValues<V> with(V value, long number) {
    long[] changed = numbers.clone();
    changed[value.ordinal()] = number;
    return new MeasuredValues<>(changed);
  }

  /** All numbers, in the order of the constants; not to be changed. */
  public long[] numbers() {
    return numbers;
  }

  /**
   * Returns the rate in bits per second of each value that has one; 0 for others.
   *
   * @param <W> the values
   * @param values all constants
   * @param before the numbers at the time before
   * @param elapsedPs time since then, in picoseconds; infinite when there was none
   */
  public static <W extends Enum<W> & Valued> MeasuredValues<W> rates(W[] values, MeasuredValues<W> now, MeasuredValues<W> before,
      double elapsedPs) {
    long[] rates = new long[values.length];
    for (W value : values) {
      rates[value.ordinal()] = value.columns().rate() == null
          ? 0
          : Math.round(Rate.bitsPerSec(now.of(value) - before.of(value), elapsedPs));
    }
    return new MeasuredValues<>(rates);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MeasuredValues<?> counts && Arrays.equals(numbers, counts.numbers);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(numbers);
  }

  @Override
  public String toString() {
    return Arrays.toString(numbers);
  }
}
