package dev.inflight.sim.measure;

import dev.inflight.net.measure.MeasureUnit;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a value in tables of results.
 *
 * @param unit unit of the value
 * @param atEnd column of the table of counts up to the end of the simulated time; null if that table does not have it
 * @param overTime column of the series; null if it does not have it
 * @param rate column of the series after {@code overTime}: the increase since the row before, per time; null without one
 */
public record Columns(MeasureUnit unit, @Nullable Column atEnd, @Nullable Column overTime, @Nullable Column rate) {
  static Columns of(MeasureUnit unit) {
    return new Columns(unit, null, null, null);
  }

  Columns atEnd(String name, String meaning) {
    return new Columns(unit, new Column(name, unit, meaning), overTime, rate);
  }

  Columns overTime(String name, String meaning) {
    return new Columns(unit, atEnd, new Column(name, unit, meaning), rate);
  }

  Columns rate(String name, String meaning) {
    return new Columns(unit, atEnd, overTime, new Column(name, MeasureUnit.BITS_PER_SEC, meaning));
  }
}
