package dev.inflight.sim.script;

import dev.inflight.sim.graph.GraphBuilder;
import java.util.Arrays;

/** The graphs of all groups of a step, in order, and the numbers of their operations and messages among those of the step. */
final class GroupGraphs {
  private final GroupGraph[] graphs;
  /** Number of each group's first operation and message; at the end, the number of all. Empty if all groups are equal. */
  private final int[] firstOperations;
  private final int[] firstMessages;
  private final int count;

  /**
   * Makes the graphs of groups.
   *
   * @param graphs graph of each group
   */
  GroupGraphs(GroupGraph[] graphs) {
    count = graphs.length;
    boolean areAlike = Arrays.stream(graphs).allMatch(each -> each == graphs[0]);
    this.graphs = areAlike ? new GroupGraph[] {graphs[0]} : graphs.clone();
    firstOperations = new int[areAlike ? 0 : count + 1];
    firstMessages = new int[firstOperations.length];
    if (operations() > GraphBuilder.MOST) {
      throw new IllegalArgumentException(
          "collectives of " + count + " groups have more than " + GraphBuilder.MOST + " operations");
    }
    for (int group = 0; group + 1 < firstOperations.length; group++) {
      firstOperations[group + 1] = firstOperations[group] + graphs[group].operations();
      firstMessages[group + 1] = firstMessages[group] + graphs[group].messages();
    }
  }

  private boolean areAlike() {
    return firstOperations.length == 0;
  }

  /** The graph of a group. */
  GroupGraph of(int group) {
    return graphs[areAlike() ? 0 : group];
  }

  /** Number of operations of all groups. */
  long operations() {
    return areAlike() ? (long) count * graphs[0].operations() : Arrays.stream(graphs).mapToLong(GroupGraph::operations).sum();
  }

  /** Number of messages of all groups. */
  long messages() {
    return areAlike() ? (long) count * graphs[0].messages() : firstMessages[count];
  }

  /** The first operation of a group. */
  int firstOperation(int group) {
    return areAlike() ? group * graphs[0].operations() : firstOperations[group];
  }

  /** The first message of a group. */
  int firstMessage(int group) {
    return areAlike() ? group * graphs[0].messages() : firstMessages[group];
  }

  /** The group of an operation. */
  int groupOfOperation(int operation) {
    return areAlike() ? operation / graphs[0].operations() : before(firstOperations, operation);
  }

  /** The group of a message. */
  int groupOfMessage(int message) {
    return areAlike() ? message / graphs[0].messages() : before(firstMessages, message);
  }

  private static int before(int[] firsts, int number) {
    int found = Arrays.binarySearch(firsts, number);
    return found >= 0 ? found : -found - 2; // no two are equal: each group has operations and messages
  }

  @Override
  public String toString() {
    return Arrays.toString(graphs);
  }
}
