package dev.inflight.lab.read;

import dev.inflight.sim.graph.GraphBuilder;

/**
 * Limit of a graph of operations, so that the error about a graph that does not fit names the line that exceeds the limit.
 *
 * @param operations most operations that fit
 * @param most true if no amount of memory allows more
 */
public record GraphRoom(int operations, boolean most) {
  private static final int MOST = 1 << 30;

  /** Limit by this process's heap. */
  public static final GraphRoom OF_HEAP = of(Runtime.getRuntime().maxMemory());

  /** Returns the limit for this number of bytes. */
  public static GraphRoom of(long bytes) {
    return new GraphRoom((int) Math.min(MOST, bytes / GraphBuilder.OPERATION_BYTES),
        bytes / GraphBuilder.OPERATION_BYTES >= MOST);
  }

  /** Returns the message about a graph above the limit. */
  public String exceeded() {
    return exceeded(operations, "operations of ranks");
  }

  /** Returns the same message about another kind of object, of which {@code fit} fit. */
  public String exceeded(int fit, String what) {
    return "more than " + fit + " " + what
        + (most ? "" : ", which this heap has no room for; allow more memory, as in INFLIGHT_JAVA_OPTS=-Xmx16g");
  }
}
