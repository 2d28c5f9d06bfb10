package dev.inflight.lab.figure;

import dev.inflight.lab.read.Units;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.TickText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * Values of a key that are all numbers, or all sizes, times or rates, for the scale of an axis.
 *
 * @param numbers number of each run, in the unit of the axis
 * @param axis axis around the numbers; logarithmic where they span more than two decades
 */
record KeyNumbers(double[] numbers, PlotAxis axis) {
  private static final double LOG_FROM = 100;
  private static final double MARGIN = 0.05;
  private static final double PS_PER_NS = 1000;

  /** Returns the numbers of a key; empty where the values differ in kind, or are all the same. */
  static Optional<KeyNumbers> of(String key, List<String> texts) {
    return read(texts, text -> Units.real(key, text)).map(values -> of(key, values, _ -> new ScaledUnit("", 1), TickText.NUMBER))
        .or(() -> read(texts, Units::size).map(values -> of(key, values, ScaledUnit::ofSize, TickText.BYTES)))
        .or(() -> read(texts, text -> Units.time(text) / PS_PER_NS)
            .map(values -> of(key, values, ScaledUnit::ofTime, TickText.TIME)))
        .or(() -> read(texts, Units::rate).map(values -> of(key, values, ScaledUnit::ofRate, TickText.NUMBER)));
  }

  private static Optional<double[]> read(List<String> texts, ToDoubleFunction<String> reading) {
    try {
      double[] values = texts.stream().mapToDouble(reading).toArray();
      return Arrays.stream(values).distinct().count() > 1 ? Optional.of(values) : Optional.empty();
    } catch (IllegalArgumentException another) { // a name, or a number of another kind
      return Optional.empty();
    }
  }

  private static KeyNumbers of(String key, double[] values, DoubleFunction<ScaledUnit> unitOf, TickText text) {
    double least = Arrays.stream(values).min().orElse(0);
    double most = Arrays.stream(values).max().orElse(1);
    boolean isLog = least > 0 && most > LOG_FROM * least;
    ScaledUnit unit = isLog && text != TickText.NUMBER ? new ScaledUnit("", 1) : unitOf.apply(most);
    double[] scaled = Arrays.stream(values).map(value -> value / unit.factor()).toArray();
    String title = unit.name().isEmpty() ? key : key + " (" + unit.name() + ")";
    if (isLog) {
      return new KeyNumbers(scaled, PlotAxis.log(title, least / unit.factor(), most / unit.factor(), text));
    }
    double margin = MARGIN * (most - least);
    double from = least >= 0 ? Math.max(0, least - margin) : least - margin;
    return new KeyNumbers(scaled, new PlotAxis(title, from / unit.factor(), (most + margin) / unit.factor()));
  }
}
