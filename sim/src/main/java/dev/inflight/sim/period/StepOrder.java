package dev.inflight.sim.period;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Steps of a script in the order in which they repeat, each at a position: all steps, or the unfinished ones. Operations,
 * messages and collectives of the steps are counted from the first position on.
 */
public final class StepOrder {
  private final int[] steps;
  private final int[] positions;
  private final int[] firstOperations;
  private final int[] firstMessages;
  private final int[] firstCollectives;

  /**
   * Makes the order of steps by their numbers, which increase.
   *
   * @param count number of the script's steps
   * @param operations number of operations of each of its steps; likewise of messages and collectives
   */
  public StepOrder(int[] steps, int count, IntUnaryOperator operations, IntUnaryOperator messages, IntUnaryOperator collectives) {
    this.steps = steps.clone();
    positions = new int[count];
    Arrays.fill(positions, -1);
    for (int position = 0; position < steps.length; position++) {
      positions[steps[position]] = position;
    }
    firstOperations = sums(operations);
    firstMessages = sums(messages);
    firstCollectives = sums(collectives);
  }

  private int[] sums(IntUnaryOperator of) {
    int[] sums = new int[steps.length + 1];
    for (int position = 0; position < steps.length; position++) {
      sums[position + 1] = sums[position] + of.applyAsInt(steps[position]);
    }
    return sums;
  }

  /** Number of positions, from 0 on. */
  public int size() {
    return steps.length;
  }

  /** The step at a position. */
  public int step(int position) {
    return steps[position];
  }

  /** The position of a step; -1 for one that is not in this order. */
  public int position(int step) {
    return positions[step];
  }

  /** Number of operations in the steps before a position. */
  public int firstOperation(int position) {
    return firstOperations[position];
  }

  /** Number of messages in the steps before a position. */
  public int firstMessage(int position) {
    return firstMessages[position];
  }

  /** Number of collectives in the steps before a position. */
  public int firstCollective(int position) {
    return firstCollectives[position];
  }

  /** The position of the step that a message belongs to, by its number in this order. */
  public int positionOfMessage(int message) {
    return last(firstMessages, message);
  }

  /** The position of the step that a collective belongs to, by its number in this order. */
  public int positionOfCollective(int collective) {
    return last(firstCollectives, collective);
  }

  /** The last place with a number of at most this; of places with equal numbers, only the last one has anything. */
  private static int last(int[] numbers, int most) {
    int found = Arrays.binarySearch(numbers, most);
    found = found < 0 ? -found - 2 : found;
    while (found + 1 < numbers.length && numbers[found + 1] == most) {
      found++;
    }
    return found;
  }
}
