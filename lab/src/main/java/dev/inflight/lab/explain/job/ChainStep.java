package dev.inflight.lab.explain.job;

/**
 * Part of a job's time that one operation on its critical path takes. Each step starts when the previous one ends.
 *
 * @param rank rank that computes or sends
 * @param peer rank that receives a message; {@link #rank} for a computation
 * @param flow number of a message in the table of flows; -1 for a computation
 * @param fromPs start of the step, in picoseconds
 * @param toPs end of the step, in picoseconds, later than {@code fromPs}
 * @param waitedSincePs time from which the receiving rank waited for a message, in picoseconds; {@code toPs} where it is unknown
 */
public record ChainStep(Kind kind, int rank, int peer, int flow, long fromPs, long toPs, long waitedSincePs) {
  /** Kinds of steps. */
  public enum Kind {
    /** A rank computes. */
    COMPUTE,
    /** A message goes to another rank, from its start until its last byte arrives. */
    MESSAGE,
    /** A message, until the sender receives the last acknowledgement, which the next operation requires. */
    ACKNOWLEDGED
  }

  /** Duration, in picoseconds. */
  public long ps() {
    return toPs - fromPs;
  }

  /** Part of the step in which the receiving rank only waited, in picoseconds. */
  public long waitedPs() {
    return kind == Kind.MESSAGE ? toPs - Math.max(fromPs, waitedSincePs) : 0;
  }

  /** Returns a phrase with the rank that waited, the operation, and the other rank. */
  String waits() {
    return kind == Kind.ACKNOWLEDGED
        ? "rank " + rank + " for acknowledgements of rank " + peer
        : "rank " + peer + " for rank " + rank;
  }
}
