package dev.inflight.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Ranges found by trying. */
class ParameterRangeTest {
  private static String range(Parameter parameter, Number value, Predicate<Number> accepts) {
    ParameterRange range = ParameterRange.of(parameter, value, accepts);
    return range == null ? "none" : range.format(parameter);
  }

  private static String whole(long value, Predicate<Number> accepts) {
    return range(new Parameter("n", Parameter.Unit.NONE, long.class), value, accepts);
  }

  private static String real(double value, Predicate<Number> accepts) {
    return range(new Parameter("x", Parameter.Unit.NONE, double.class), value, accepts);
  }

  @Test
  void findsRangesOfWholeNumbers() {
    assertThat(whole(3, n -> n.longValue() >= 1 && n.longValue() <= 7)).isEqualTo("1 to 7");
    assertThat(whole(0, n -> n.longValue() >= 0)).isEqualTo("0 or more");
    assertThat(whole(-5, n -> n.longValue() >= -7 && n.longValue() <= -1)).isEqualTo("-7 to -1");
    assertThat(whole(0, n -> true)).isEmpty();
  }

  @Test
  void findsRangesOfInts() {
    var parameter = new Parameter("n", Parameter.Unit.NONE, int.class);
    assertThat(range(parameter, 5, n -> n.intValue() >= 5)).isEqualTo("5 or more");
    assertThat(range(parameter, 5, n -> n.intValue() <= 5 && n.intValue() >= 0)).isEqualTo("0 to 5");
  }

  @Test
  void findsRangesOfRealNumbers() {
    assertThat(real(0.5, x -> x.doubleValue() > 0 && x.doubleValue() <= 1)).isEqualTo("above 0 to 1");
    assertThat(real(0.5, x -> x.doubleValue() >= 0 && x.doubleValue() < 0.9)).isEqualTo("0 to below 0.9");
    assertThat(real(1, x -> x.doubleValue() >= 1)).isEqualTo("1 to infinity");
    assertThat(real(1, x -> x.doubleValue() >= 1 && Double.isFinite(x.doubleValue()))).isEqualTo("1 or more");
    assertThat(real(-1, x -> x.doubleValue() >= -2 && x.doubleValue() <= -0.5)).isEqualTo("-2 to -0.5");
  }

  @Test
  void printsRangesWithUnits() {
    var time = new Parameter("t", Parameter.Unit.TIME, long.class);
    assertThat(range(time, 5, n -> n.longValue() >= 1)).isEqualTo("above 0");
    assertThat(range(time, 5, n -> n.longValue() >= 0 && n.longValue() <= 1_000_000)).isEqualTo("0ps to 1us");
    assertThat(range(time, 600_000_000L, n -> n.longValue() > 500_000_000)).isEqualTo("above 500us");
    assertThat(range(time, 5, n -> n.longValue() >= 0 && n.longValue() < 1_000_000_000)).isEqualTo("0ps to below 1ms");
    var size = new Parameter("s", Parameter.Unit.SIZE, double.class);
    assertThat(range(size, 0.0, n -> n.doubleValue() >= 0 && n.doubleValue() < 1e15)).isEqualTo("0B to below 1000TB");
  }

  @Test
  void rejectsInvalidRanges() {
    assertThat(whole(8, n -> Long.bitCount(n.longValue()) == 1)).isEqualTo("none");
    assertThat(whole(0, n -> n.longValue() == 0 || Long.bitCount(n.longValue()) == 1)).isEqualTo("none");
    assertThat(whole(4, n -> n.longValue() % 4 == 0)).isEqualTo("none");
  }
}
