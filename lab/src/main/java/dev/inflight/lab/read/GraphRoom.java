package dev.inflight.lab.read;

import dev.inflight.sim.graph.GraphBuilder;

/**
 * How large a graph of operations may become, so that one that does not fit is refused by the line that asks for it.
 *
 * @param operations the most that fit
 * @param most whether that is all that any memory is enough for
 */
public record GraphRoom(int operations, boolean most) {
  private static final int MOST = 1 << 30;

  /** What this process has memory for. */
  public static final GraphRoom OF_HEAP = of(Runtime.getRuntime().maxMemory());

  /** What fits so many bytes. */
  public static GraphRoom of(long bytes) {
    return new GraphRoom((int) Math.min(MOST, bytes / GraphBuilder.OPERATION_BYTES),
        bytes / GraphBuilder.OPERATION_BYTES >= MOST);
  }

  /** What to say where there are more. */
  public String exceeded() {
    return exceeded(operations, "operations of ranks");
  }

  /** The same of something else, of which so many fit. */
  public String exceeded(int fit, String what) {
    return "more than " + fit + " " + what
        + (most ? "" : ", which this heap has no room for; allow more memory, as in INFLIGHT_JAVA_OPTS=-Xmx16g");
  }
}
