package dev.inflight.sim.column;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A number for each operation that falls to 0, such as the number of its unmet requirements. Each takes a byte, and the few large
 * ones an entry in a map. Threads may count down different operations at once, but must count up before that.
 */
public final class Countdown {
  private static final int LARGE = 0xFF;

  private final byte[] small;
  private final Map<Integer, int[]> large = new HashMap<>();

  /** Makes numbers that are all 0. */
  public Countdown(int operations) {
    small = new byte[operations];
  }

  /** Number of operations. */
  public int operations() {
    return small.length;
  }

  /** The number of an operation. */
  public int of(int operation) {
    int value = small[operation] & LARGE;
    return value < LARGE ? value : large(operation)[0];
  }

  private int[] large(int operation) {
    return Objects.requireNonNull(large.get(operation));
  }

  /** Adds to the number of an operation. */
  public void countUp(int operation, int by) {
    int value = of(operation) + by;
    if (value < LARGE) {
      small[operation] = (byte) value;
    } else {
      small[operation] = (byte) LARGE;
      large.computeIfAbsent(operation, _ -> new int[1])[0] = value;
    }
  }

  /** Subtracts one from the number of an operation, which is above 0; returns true if it is then 0. */
  public boolean countDown(int operation) {
    return small[operation] == (byte) LARGE ? --large(operation)[0] == 0 : --small[operation] == 0;
  }

  /** Sets the number of an operation to that of another one. */
  public void copy(int from, int to) {
    small[to] = small[from];
    if (small[from] == (byte) LARGE) {
      large.computeIfAbsent(to, _ -> new int[1])[0] = large(from)[0];
    }
  }

  /** The numbers of all operations. */
  public int[] values() {
    int[] values = new int[small.length];
    for (int operation = 0; operation < values.length; operation++) {
      values[operation] = of(operation);
    }
    return values;
  }
}
