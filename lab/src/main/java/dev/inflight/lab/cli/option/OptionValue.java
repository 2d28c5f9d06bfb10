package dev.inflight.lab.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;

/**
 * Value of an option or a positional parameter.
 *
 * @param <T> type to which picocli converts the argument
 */
public final class OptionValue<T extends @Nullable Object> implements IGetter, ISetter {
  private T value;

  OptionValue(T initial) {
    value = initial;
  }

  /** Returns the value on the command line, or the initial value. */
  public T value() {
    return value;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // picocli calls it with the option's type
  public <V> V get() {
    return (V) value;
  }

  @Override
  @SuppressWarnings("unchecked")
  public <V> V set(V next) {
    V previous = (V) value;
    value = (T) next;
    return previous;
  }
}
