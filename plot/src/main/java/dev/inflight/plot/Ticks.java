package dev.inflight.plot;

import java.util.ArrayList;
import java.util.List;

/** Ticks of an axis, with and without labels. */
final class Ticks {
  private static final int MOST_DECADES_LABELED = 6;
  private static final double ROUNDING = 1e-9;

  private Ticks() {
  }

  static List<Tick> of(PlotAxis axis) {
    return axis.scale() == Scale.LINEAR ? linear(axis) : logarithmic(axis);
  }

  private static List<Tick> linear(PlotAxis axis) {
    double step = axis.step();
    var ticks = new ArrayList<Tick>();
    for (double at = StrictMath.ceil(axis.from() / step - ROUNDING); at * step <= axis.to() + step * ROUNDING; at++) {
      ticks.add(new Tick(at * step, axis.text().of(at * step)));
    }
    return ticks;
  }

  /**
   * Ticks of a logarithmic axis. Labels are at powers of ten, or, if these are fewer than three, also at 2 and 5 times them; if
   * there are still fewer, ticks are at equal distances.
   */
  private static List<Tick> logarithmic(PlotAxis axis) {
    int first = (int) StrictMath.floor(StrictMath.log10(axis.from()) + ROUNDING);
    int last = (int) StrictMath.ceil(StrictMath.log10(axis.to()) - ROUNDING);
    int decades = last - first;
    int each = Math.ceilDiv(decades, MOST_DECADES_LABELED);
    var ticks = new ArrayList<Tick>();
    long labeled = 0;
    for (int decade = first; decade <= last; decade++) {
      double power = StrictMath.pow(10, decade);
      for (int digit = 1; digit <= 9; digit++) {
        double value = digit * power;
        if (value < axis.from() * (1 - ROUNDING) || value > axis.to() * (1 + ROUNDING)) {
          continue;
        }
        boolean label = digit == 1 ? (decade - first) % each == 0 : decades <= 2 && (digit == 2 || digit == 5);
        labeled += label ? 1 : 0;
        ticks.add(new Tick(value, label ? axis.text().of(value) : ""));
      }
    }
    return labeled >= 2 ? ticks : linear(axis);
  }
}
