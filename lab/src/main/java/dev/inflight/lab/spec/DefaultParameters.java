package dev.inflight.lab.spec;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Objects;

/** Default parameters of a record: its constant {@code DEFAULT}, or the result of its constructor without parameters. */
public final class DefaultParameters {
  private static final String CONSTANT = "DEFAULT";

  private DefaultParameters() {
  }

  /**
   * Returns a record with its default parameters.
   *
   * @throws IllegalArgumentException with a sentence, if there are no default parameters, or they are invalid
   */
  public static <T> T of(Class<T> record) {
    try {
      for (Field field : record.getFields()) {
        if (field.getName().equals(CONSTANT) && Modifier.isStatic(field.getModifiers()) && field.getType() == record) {
          Object value = field.get(null);
          if (value != null) {
            return record.cast(value);
          }
        }
      }
      Constructor<T> plain = record.getConstructor();
      return plain.newInstance();
    } catch (NoSuchMethodException missing) {
      String name = record.getSimpleName();
      throw new IllegalArgumentException(record.getName() + " has no default parameters; add 'public static final " + name
          + " DEFAULT = new " + name + "(...);' or a public constructor without parameters");
    } catch (InvocationTargetException refused) {
      throw refused(record, Objects.requireNonNullElse(refused.getCause(), refused));
    } catch (ExceptionInInitializerError refused) {
      throw refused(record, Objects.requireNonNullElse(refused.getCause(), refused));
    } catch (ReflectiveOperationException closed) {
      throw new IllegalArgumentException(record.getName() + " is not public, so its parameters cannot be set");
    }
  }

  private static IllegalArgumentException refused(Class<?> record, Throwable cause) {
    return new IllegalArgumentException("the default parameters of " + record.getName() + " are refused: "
        + (cause instanceof IllegalArgumentException ? cause.getMessage() : cause.toString()));
  }
}
