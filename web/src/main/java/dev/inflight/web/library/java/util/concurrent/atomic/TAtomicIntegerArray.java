package dev.inflight.web.library.java.util.concurrent.atomic;

/** Stands for {@link java.util.concurrent.atomic.AtomicIntegerArray} where there is one thread. */
public final class TAtomicIntegerArray {
  private final int[] values;

  /** So many zeros. */
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

  /** The value before one is added. */
  public int getAndIncrement(int index) {
    return values[index]++;
  }
}
