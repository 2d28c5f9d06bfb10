package dev.inflight.web.library.java.util.concurrent.atomic;

/** Replacement of {@link java.util.concurrent.atomic.AtomicIntegerArray} for a single thread. */
public final class TAtomicIntegerArray {
  private final int[] values;

  /** Creates an array of zeros. */
  public TAtomicIntegerArray(int length) {
    values = new int[length];
  }

  /** One value. */
  public int getPlain(int index) {
    return values[index];
  }

  /** Sets one value. */
  public void setPlain(int index, int value) {
    values[index] = value;
  }

  /** Increments a value, and returns the old one. */
  public int getAndIncrement(int index) {
    return values[index]++;
  }
}
