package dev.inflight.sim.graph;

import java.util.Arrays;

/** A small number for each operation, 0 to 255. It takes no memory while all are 0. */
final class OperationValues {
  private byte[] values = {};

  /** Sets the number of an operation. */
  void set(int operation, int value) {
    if (values.length <= operation) {
      if (value == 0) {
        return;
      }
      values = Arrays.copyOf(values, operation + (operation >> 1) + 16);
    }
    values[operation] = (byte) value;
  }

  /** The number of an operation. */
  int of(int operation) {
    return operation < values.length ? values[operation] & 0xFF : 0;
  }

  /** Returns the numbers of the first operations, without spare room; a caller must not change them. */
  OperationValues trimmed(int operations) {
    var copy = new OperationValues();
    copy.values = Arrays.copyOf(values, Math.min(operations, values.length));
    return copy;
  }
}
