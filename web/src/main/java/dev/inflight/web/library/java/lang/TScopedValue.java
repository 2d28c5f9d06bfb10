package dev.inflight.web.library.java.lang;

import java.util.NoSuchElementException;

/** Stands for {@link ScopedValue}: a browser's worker has one thread. */
public final class TScopedValue<T> {
  private T value;
  private boolean bound;

  private TScopedValue() {
  }

  /** A value that is bound nowhere yet. */
  public static <T> TScopedValue<T> newInstance() {
    return new TScopedValue<>();
  }

  /** Binds a value to what runs within. */
  public static <T> Carrier<T> where(TScopedValue<T> key, T value) {
    return new Carrier<>(key, value);
  }

  /** Whether it is bound here. */
  public boolean isBound() {
    return bound;
  }

  /** The value that is bound here. */
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

    /** Runs something with the value bound. */
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

  /** What runs with a binding. */
  public interface CallableOp<T, X extends Throwable> {
    /** Runs it. */
    T call() throws X;
  }
}
