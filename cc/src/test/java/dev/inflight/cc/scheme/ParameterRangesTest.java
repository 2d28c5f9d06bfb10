package dev.inflight.cc.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.Scheme;
import dev.inflight.telemetry.util.Check;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every number of every scheme is checked: a negative one, or NaN, is rejected by its name. */
class ParameterRangesTest {
  static Stream<Arguments> everyNumber() {
    List<Arguments> numbers = new ArrayList<>();
    for (Scheme scheme : Schemes.ALL) {
      RecordComponent[] components = scheme.getClass().getRecordComponents();
      for (int at = 0; at < components.length; at++) {
        if (components[at].getType().isPrimitive() && components[at].getType() != boolean.class) {
          numbers.add(Arguments.of(Named.of(scheme.name(), scheme), at, components[at].getName()));
        }
      }
    }
    return numbers.stream();
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("everyNumber")
  void invalidNumberIsRejectedByName(Scheme scheme, int at, String component) throws ReflectiveOperationException {
    // Name in messages and scenarios: without its unit, and T as in the paper.
    String name = component.replaceAll("(BitsPerSec|Bytes|Ps)$", "");
    assertRefused(scheme, at, -1, name.equals("t") ? "T" : name);
    if (scheme.getClass().getRecordComponents()[at].getType() == double.class) {
      assertRefused(scheme, at, Double.NaN, name);
    }
  }

  private static void assertRefused(Scheme scheme, int at, Number value, String name) throws ReflectiveOperationException {
    RecordComponent[] components = scheme.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = components[i].getAccessor().invoke(scheme);
    }
    Constructor<?> made = scheme.getClass()
        .getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    assertThat(made.newInstance(values)).isEqualTo(scheme);
    values[at] = as(components[at].getType(), value);
    assertThatThrownBy(() -> made.newInstance(values)).isInstanceOf(InvocationTargetException.class).cause()
        .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(name + " ").hasMessageContaining(" " + value);
  }

  private static Object as(Class<?> type, Number value) {
    if (type == double.class) {
      return value.doubleValue();
    }
    if (type == long.class) {
      return value.longValue();
    }
    return value.intValue();
  }

  @Test
  void acceptsEndsOfRangesUnlessTheMessageExcludesThem() {
    Check.rate("x", 3, 3);
    Check.time("x", 3, 3);
    Check.size("x", 3, 3);
    Check.count("x", 3, 3);
    Check.within("x", 0.5, 0.5, 1);
    Check.within("x", 1, 0.5, 1);
    Check.positive("x", 2, 2);
    assertThatThrownBy(() -> Check.positive("x", 0, 2)).hasMessage("x must be above 0 and at most 2, found 0");
    assertThatThrownBy(() -> Check.positive("x", Math.nextUp(2.0), 2))
        .hasMessage("x must be above 0 and at most 2, found 2.0000000000000004");
    assertThatThrownBy(() -> Check.within("x", Math.nextDown(0.5), 0.5, 1))
        .hasMessage("x 0.49999999999999994 is outside 0.5 to 1");
    assertThatThrownBy(() -> Check.within("x", Math.nextUp(1.0), 0.5, 1)).hasMessage("x 1.0000000000000002 is outside 0.5 to 1");
  }

  @Test
  void wholeBoundsAreWrittenWithoutAPointUntilTheyAreTooLong() {
    assertThatThrownBy(() -> Check.within("x", -1, 0, 1e14)).hasMessage("x -1 is outside 0 to 100000000000000");
    assertThatThrownBy(() -> Check.within("x", -1, 0, 1e15)).hasMessage("x -1 is outside 0 to 1.0E15");
    assertThatThrownBy(() -> Check.within("x", 2, -1e15, 0)).hasMessage("x 2 is outside -1.0E15 to 0");
  }
}
