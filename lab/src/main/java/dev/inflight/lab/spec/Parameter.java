package dev.inflight.lab.spec;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.Units;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Component of a parameter record in the users' notation: its key is the component's name without the unit, its value has a unit.
 *
 * @param key name for users; a one-letter symbol, such as T, is a capital
 * @param unit unit of the value
 * @param type type of the component: int, long, double, boolean, String or an enum
 */
public record Parameter(String key, Unit unit, Class<?> type) {
  /** Text of an infinite real number, such as the alpha of max-min fairness. */
  private static final String INFINITY = "infinity";

  /** Unit of a value, by the ending of the component's name. */
  enum Unit {
    RATE("BitsPerSec"), TIME("Ps"), SIZE("Bytes"), PERCENT("Percent"), NONE("");

    private final String suffix;

    Unit(String suffix) {
      this.suffix = suffix;
    }
  }

  /** Returns the parameter of a record's component. */
  public static Parameter of(RecordComponent component) {
    String name = component.getName();
    for (Unit unit : Unit.values()) {
      if (name.endsWith(unit.suffix) && name.length() > unit.suffix.length()) {
        String key = name.substring(0, name.length() - unit.suffix.length());
        boolean symbol = unit != Unit.NONE && key.length() == 1;
        return new Parameter(symbol ? key.toUpperCase(Locale.ROOT) : key, unit, component.getType());
      }
    }
    throw new IllegalStateException("a component without a name");
  }

  /** Reports whether a spec can hold values of a type. */
  public static boolean isPossible(Class<?> type) {
    return type == long.class || type == int.class || type == double.class || type == boolean.class || type == String.class
        || type.isEnum();
  }

  /** Returns the component's value from a user's text. */
  Object parse(String text) {
    if (type == long.class || type == int.class) {
      return integer(text);
    } else if (type == double.class) {
      if (text.equals(INFINITY)) {
        return Double.POSITIVE_INFINITY;
      }
      return switch (unit) {
        case SIZE -> Units.fractionalSize(text);
        case PERCENT -> Units.percent("value", text);
        default -> Units.real("value", text);
      };
    } else if (type == boolean.class) {
      return EnumNames.bool("value", text);
    } else if (type.isEnum()) {
      return EnumNames.constant("value", constants(), text);
    } else if (type == String.class) {
      return text;
    }
    throw new IllegalStateException("parameter " + key + " has the type " + type.getName() + ", which a spec cannot hold");
  }

  private Object integer(String text) {
    long value = switch (unit) {
      case RATE -> Units.rateOrZero(text);
      case TIME -> Units.time(text);
      case SIZE -> Units.size(text);
      case NONE, PERCENT -> Units.decimalOrHex("value", text);
    };
    if (type == long.class) {
      return value;
    }
    if (value != (int) value) {
      throw new IllegalArgumentException("value " + Quoted.of(text) + " does not fit: at most " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  /** Returns the text of a value, from which {@link #parse} returns the same value. */
  public String format(Object value) {
    if (value instanceof Double real) {
      return real.isInfinite() ? INFINITY : switch (unit) {
        case SIZE -> Units.formatFractionalSize(real);
        case PERCENT -> Units.formatReal(real) + "%";
        default -> Units.formatReal(real);
      };
    }
    if (value instanceof Number number) {
      return switch (unit) {
        case RATE -> Units.formatRate(number.longValue());
        case TIME -> Units.formatTime(number.longValue());
        case SIZE -> Units.formatSize(number.longValue());
        case NONE, PERCENT -> number.toString();
      };
    }
    return value instanceof Enum<?> constant ? EnumNames.of(constant) : value.toString();
  }

  private List<Enum<?>> constants() {
    return Arrays.stream(type.getEnumConstants()).<Enum<?>>map(Enum.class::cast).toList();
  }
}
