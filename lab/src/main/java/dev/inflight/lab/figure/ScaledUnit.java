package dev.inflight.lab.figure;

import java.util.List;

/**
 * Unit in which the largest value of an axis has few digits.
 *
 * @param name name of the unit
 * @param factor size of the unit in the base unit
 */
record ScaledUnit(String name, double factor) {
  private static final List<ScaledUnit> TIMES = List.of(new ScaledUnit("ns", 1), new ScaledUnit("\u00b5s", 1e3),
      new ScaledUnit("ms", 1e6), new ScaledUnit("s", 1e9));
  private static final List<ScaledUnit> SIZES = List.of(new ScaledUnit("B", 1), new ScaledUnit("KB", 1e3),
      new ScaledUnit("MB", 1e6), new ScaledUnit("GB", 1e9));
  private static final List<ScaledUnit> RATES = List.of(new ScaledUnit("b/s", 1), new ScaledUnit("Kb/s", 1e3),
      new ScaledUnit("Mb/s", 1e6), new ScaledUnit("Gb/s", 1e9), new ScaledUnit("Tb/s", 1e12));
  /** Smallest number of units for the largest value. */
  private static final double LEAST = 2;

  static ScaledUnit ofTime(double largestNs) {
    return of(TIMES, largestNs);
  }

  static ScaledUnit ofSize(double largestBytes) {
    return of(SIZES, largestBytes);
  }

  static ScaledUnit ofRate(double largestBitsPerSec) {
    return of(RATES, largestBitsPerSec);
  }

  private static ScaledUnit of(List<ScaledUnit> units, double largest) {
    return units.reversed().stream().filter(unit -> largest >= LEAST * unit.factor).findFirst().orElse(units.getFirst());
  }
}
