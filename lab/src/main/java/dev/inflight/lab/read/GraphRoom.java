package dev.inflight.lab.read;

import dev.inflight.sim.graph.GraphBuilder;

/**
 * Limit of a graph of operations. The error about a larger graph names the line that exceeds the limit.
 *
 * @param operations maximum number of operations
 * @param most true if no amount of memory allows more
 */
public record GraphRoom(int operations, boolean most) {
  private static final int MOST = 1 << 30;

  /** Limit for this process's heap. */
  public static final GraphRoom OF_HEAP = of(Runtime.getRuntime().maxMemory());

  /** Returns the limit for this many bytes. */
  public static GraphRoom of(long bytes) {
    return new GraphRoom((int) Math.min(MOST, bytes / GraphBuilder.OPERATION_BYTES),
        bytes / GraphBuilder.OPERATION_BYTES >= MOST);
  }

  /** Returns the message about a graph beyond the limit. */
  public String exceeded() {
    return exceeded(operations, "operations of ranks");
  }

  /** Returns the same message about another kind of object; at most {@code fit} of them fit. */
  public String exceeded(int fit, String what) {
    return "more than " + fit + " " + what
        + (most ? "" : ", which this heap has no room for; allow more memory, as in INFLIGHT_JAVA_OPTS=-Xmx16g");
  }
}
