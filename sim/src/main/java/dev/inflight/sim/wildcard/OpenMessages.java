package dev.inflight.sim.wildcard;

/**
 * The sends and receives of a graph with partners that are found only when messages arrive, because their rank has a receive with
 * a wildcard. Receives that accept the same messages form a class. Sends that the same receives accept form a kind.
 */
public final class OpenMessages {
  private static final int NOT_OPEN = -1;

  /** By operation: {@link #NOT_OPEN}, the class of a receive, or the kind of a send. */
  private final int[] numbers;
  /** By kind of sends, the classes of receives that accept them. */
  private final int[][] accepting;
  private final int classes;

  OpenMessages(int[] numbers, int[][] accepting, int classes) {
    this.numbers = numbers;
    this.accepting = accepting;
    this.classes = classes;
  }

  /** Makes the open messages of a graph without wildcards. */
  public static OpenMessages none() {
    return new OpenMessages(new int[0], new int[0][], 0);
  }

  /** True if the partner of an operation is found only at run time. */
  public boolean isOpen(int operation) {
    return operation < numbers.length && numbers[operation] != NOT_OPEN;
  }

  /** The class of an open receive, from 0. */
  public int classOf(int receive) {
    return numbers[receive];
  }

  /** Number of classes of receives that accept an open send. */
  public int accepting(int send) {
    return accepting[numbers[send]].length;
  }

  /** One of the classes of receives that accept an open send. */
  public int accepting(int send, int number) {
    return accepting[numbers[send]][number];
  }

  /** Number of classes of receives. */
  public int classes() {
    return classes;
  }
}
