package dev.inflight.lab.read;

/** How large a graph of operations may become, so that one that does not fit is refused by the line that asks for it. */
public final class GraphRoom {
  /** About what an operation takes while its graph is made, with what it requires and its part of a flow. */
  private static final int OPERATION_BYTES = 120;
  private static final double MOST = 1 << 30;

  private GraphRoom() {
  }

  /** The most operations that fit the heap. */
  public static double operations() {
    return Math.min(MOST, (double) Runtime.getRuntime().maxMemory() / OPERATION_BYTES);
  }

  /** What to say where there are more. */
  public static String exceeded() {
    return "more than " + (long) operations() + " operations of ranks"
        + (operations() < MOST ? ", which this heap has no room for; allow more memory, as in INFLIGHT_JAVA_OPTS=-Xmx16g" : "");
  }
}
