package dev.inflight.web.library;

import java.util.function.IntBinaryOperator;

/** Methods of {@link java.util.Arrays} that TeaVM's lacks. */
public final class ArraysMore {
  private ArraysMore() {
  }

  /** Replaces each number by the operator's result over all numbers up to it. */
  public static void parallelPrefix(int[] numbers, IntBinaryOperator operator) {
    for (int at = 1; at < numbers.length; at++) {
      numbers[at] = operator.applyAsInt(numbers[at - 1], numbers[at]);
    }
  }
}
