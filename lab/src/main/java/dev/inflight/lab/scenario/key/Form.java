package dev.inflight.lab.scenario.key;

import dev.inflight.lab.spec.Shape;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Form of a value in a scenario.
 *
 * @param shape form in the JSON Schema, created on demand because few commands need it
 * @param read reads the value from YAML; errors have its place
 * @param write returns the text from which the same value can be read
 * @param <T> type of the value
 */
record Form<T>(Supplier<Shape> shape, Function<YamlNode, T> read, Function<T, String> write) {
  static final Form<Boolean> FLAG = new Form<>(() -> Shape.FLAG, ScenarioValues::flag, Object::toString);
  /** Time above 0 in ps. */
  static final Form<Long> TIME = new Form<>(() -> Shape.TIME, ScenarioValues::positiveTime, Units::formatTime);
  /** Time in ps, or {@code unlimited}, which is {@link Long#MAX_VALUE}. */
  static final Form<Long> TIME_OR_UNLIMITED = new Form<>(
      () -> Shape.anyOf(Shape.words(List.of(ScenarioValues.UNLIMITED)), Shape.TIME),
      value -> value.text(ScenarioValues::timeOrUnlimited),
      ps -> ps == Long.MAX_VALUE ? ScenarioValues.UNLIMITED : Units.formatTime(ps));
  /** Any integer. */
  static final Form<Long> WHOLE = new Form<>(() -> Shape.whole(Long.MIN_VALUE, Long.MAX_VALUE),
      value -> value.whole(Long.MIN_VALUE, Long.MAX_VALUE), Object::toString);

  /** Bytes, 1 to {@code most}. */
  static Form<Long> size(long most) {
    return new Form<>(() -> Shape.SIZE, value -> ScenarioValues.size(value, most), Units::formatSize);
  }

  /** A number from 0 to 1. */
  static Form<Double> fraction(String name) {
    return new Form<>(Shape::fraction, value -> value.text(word -> Units.fraction(name, word)), Units::formatReal);
  }

  /** Number above 0. */
  static Form<Double> aboveZero(String name) {
    return new Form<>(Shape::aboveZero, value -> value.text(word -> {
      double number = Units.real(name, word);
      if (number <= 0) {
        throw new IllegalArgumentException(name + " must be above 0, found " + word);
      }
      return number;
    }), Units::formatReal);
  }

  /** Word for one of these constants. */
  static <E extends Enum<E>> Form<E> word(E[] constants) {
    return new Form<>(() -> Shape.words(constants), value -> ScenarioValues.constant(value, constants), EnumNames::of);
  }

  /** Returns a form of the same values with another text. */
  Form<T> writtenAs(Function<T, String> other) {
    return new Form<>(shape, read, other);
  }
}
