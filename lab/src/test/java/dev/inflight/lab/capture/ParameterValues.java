package dev.inflight.lab.capture;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.Parameter;
import dev.inflight.lab.spec.ParameterRange;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Values of each parameter of a record, found by its components: both ends of the range, and one or more between them. */
final class ParameterValues {
  /** Most values tried of a parameter whose values are no range, such as a bitmap. */
  private static final int MOST_TRIED = 12;

  private ParameterValues() {
  }

  /**
   * Specs of a prototype: the defaults, and then each parameter in turn with each of its values. All others have their defaults; where one of a
   * few values does not go with these, one other parameter has a value that it goes with.
   */
  static <T> List<String> specs(SpecBinder<T> binder, T prototype) {
    String name = binder.name(prototype);
    RecordComponent[] components = SpecBinder.components(prototype);
    var alone = new LinkedHashSet<String>();
    var lacking = new ArrayList<String>();
    for (int index = 0; index < components.length; index++) {
      Parameter parameter = Parameter.of(components[index]);
      int component = index;
      Predicate<Object> accepts = value -> binder.accepts(prototype, component, value);
      values(parameter, SpecBinder.values(prototype)[index], accepts).forEach(value -> alone.add(argument(parameter, value)));
      few(parameter).filter(accepts.negate()).forEach(value -> lacking.add(argument(parameter, value)));
    }
    var specs = new LinkedHashSet<String>(List.of(name));
    alone.forEach(argument -> specs.add(name + "(" + argument + ")"));
    for (String argument : lacking) {
      alone.stream().map(other -> name + "(" + argument + ", " + other + ")").filter(spec -> binds(binder, spec)).limit(2)
          .forEach(specs::add);
    }
    return List.copyOf(specs);
  }

  private static boolean binds(SpecBinder<?> binder, String spec) {
    try {
      SourceLocation place = SourceLocation.of("test");
      binder.bind(Spec.parse(spec, place), place);
      return true;
    } catch (InputError refused) {
      return false;
    }
  }

  private static String argument(Parameter parameter, Object value) {
    String text = parameter.format(value);
    return parameter.key() + "=" + (text.contains(",") ? '"' + text + '"' : text);
  }

  /** All values of a parameter that has few. */
  private static Stream<Object> few(Parameter parameter) {
    return parameter.type() == boolean.class
        ? Stream.of(false, true)
        : parameter.type().isEnum() ? Stream.of(parameter.type().getEnumConstants()) : Stream.empty();
  }

  private static List<Object> values(Parameter parameter, Object given, Predicate<Object> accepts) {
    if (given instanceof Boolean || given instanceof Enum<?>) {
      return few(parameter).filter(accepts).toList();
    }
    if (given instanceof String text) {
      return texts(text).map(value -> (Object) value).filter(accepts).toList();
    }
    Number number = (Number) given;
    @Nullable
    ParameterRange range = ParameterRange.of(parameter, number, accepts::test);
    var candidates = new ArrayList<Number>(List.of(number));
    if (range != null) {
      candidates.addAll(List.of(range.least(), between(range.least(), range.most()), range.most()));
    } else {
      LongStream.range(0, 62).flatMap(bit -> LongStream.of(number.longValue() ^ 1L << bit, 1L << bit)).sorted()
          .forEach(value -> candidates.add(ofType(number, value)));
      List<Number> accepted = candidates.stream().filter(value -> accepts.test(value)).distinct().toList();
      int step = Math.max(1, accepted.size() / MOST_TRIED);
      candidates.removeIf(value -> accepted.indexOf(value) % step != 0 && !value.equals(accepted.getLast()));
    }
    return candidates.stream().distinct().filter(value -> accepts.test(value)).<Object>map(value -> value).toList();
  }

  /** Number between two, nearer to the first: a tenth of the way, so that a value with a unit does not always exceed all limits. */
  private static Number between(Number least, Number most) {
    if (least instanceof Double) {
      return (9 * least.doubleValue() + Math.min(most.doubleValue(), 1e6)) / 10;
    }
    long low = least.longValue();
    long high = Math.min(most.longValue(), 1_000_000_000L);
    return ofType(least, low + (high - low) / 10);
  }

  private static Number ofType(Number like, long value) {
    return like instanceof Integer ? (Number) (int) value : like instanceof Double ? (Number) (double) value : (Number) value;
  }

  /** The text, and others of numbers in it: without the last one, and only the first one. */
  private static Stream<String> texts(String text) {
    int last = Math.max(text.lastIndexOf(' '), text.lastIndexOf(','));
    int first = text.indexOf(' ') < 0 ? text.indexOf(',') : text.indexOf(' ');
    return last < 0
        ? Stream.of(text)
        : Stream.of(text, text.substring(0, last).strip(), text.substring(0, first).replace(",", "").strip());
  }
}
