package dev.inflight.web.library.java.lang;

import java.util.NoSuchElementException;

/** Replacement of {@link ScopedValue}: a browser's worker has one thread. */
public final class TScopedValue<T> {
  private T value;
  private boolean bound;

  private TScopedValue() {
  }

  /** Creates an unbound value. */
  public static <T> TScopedValue<T> newInstance() {
    return new TScopedValue<>();
  }

  /** Binds a value for code that runs within. */
  public static <T> Carrier<T> where(TScopedValue<T> key, T value) {
    return new Carrier<>(key, value);
  }

  /** True if the value is bound. */
  public boolean isBound() {
    return bound;
  }

  /** The bound value. */
  public T get() {
    if (!bound) {
      throw new NoSuchElementException("ScopedValue not bound");
    }
    return value;
  }

  /** One binding. */
  public static final class Carrier<T> {
    private final TScopedValue<T> key;
    private final T value;

    Carrier(TScopedValue<T> key, T value) {
      this.key = key;
      this.value = value;
    }

    /** Runs code with the value bound. */
    public <R, X extends Throwable> R call(CallableOp<? extends R, X> body) throws X {
      T outer = key.value;
      boolean wasBound = key.bound;
      key.value = value;
      key.bound = true;
      try {
        return body.call();
      } finally {
        key.value = outer;
        key.bound = wasBound;
      }
    }
  }

  /** Code that runs with a binding. */
  public interface CallableOp<T, X extends Throwable> {
    /** Runs the code. */
    T call() throws X;
  }
}
