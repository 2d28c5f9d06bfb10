package dev.inflight.sim.graph;

/** A graph with operations that cannot all be done: a message without its other half, or of two sizes, or a deadlock. */
public final class UnrunnableGraph extends IllegalArgumentException {
  private static final long serialVersionUID = 1;
  private final int operation;
  private final int otherEnd;

  UnrunnableGraph(int operation, String why) {
    this(operation, GraphBuilder.NO_PARTNER, why);
  }

  UnrunnableGraph(int operation, int otherEnd, String why) {
    super(why);
    this.operation = operation;
    this.otherEnd = otherEnd;
  }

  /** The later end of the message, if sizes differ and only the whole graph showed that; otherwise -1. */
  public int otherEnd() {
    return otherEnd;
  }

  /** One of the operations: the first that the sentence names; if sizes differ, the earlier end of the message. */
  public int operation() {
    return operation;
  }
}
