package dev.inflight.sim.period;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Steps of a script in the order in which they repeat, each at a position: all, or those that are not over. What the steps have (operations, messages,
 * collectives) is counted from the first position on.
 */
public final class StepOrder {
  private final int[] steps;
  private final int[] positions;
  private final int[] firstOperations;
  private final int[] firstMessages;
  private final int[] firstCollectives;

  /**
   * Steps by their numbers, which increase.
   *
   * @param count how many steps the script has
   * @param operations how many each of its steps has; likewise of messages and collectives
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

  /** How many positions there are, from 0 on. */
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

  /** How many operations the steps before a position have. */
  public int firstOperation(int position) {
    return firstOperations[position];
  }

  /** How many messages the steps before a position have. */
  public int firstMessage(int position) {
    return firstMessages[position];
  }

  /** How many collectives the steps before a position have. */
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

  /** The last place with a number not above one: of places with equal numbers, all but the last have nothing. */
  private static int last(int[] numbers, int most) {
    int found = Arrays.binarySearch(numbers, most);
    found = found < 0 ? -found - 2 : found;
    while (found + 1 < numbers.length && numbers[found + 1] == most) {
      found++;
    }
    return found;
  }
}
