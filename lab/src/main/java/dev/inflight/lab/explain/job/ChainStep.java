package dev.inflight.lab.explain.job;

/**
 * A part of a job's time that one operation took on its critical path. Each step starts when the one before ends.
 *
 * @param rank the rank that computed or sent
 * @param peer the rank that a message goes to; {@link #rank} for a computation
 * @param flow the number of a message in the table of flows; -1 for a computation
 * @param fromPs when it starts, in picoseconds
 * @param toPs when it ends, in picoseconds, later than {@code fromPs}
 * @param waitedSincePs since when the receiving rank had waited for a message; {@code toPs} where that is not known
 */
public record ChainStep(Kind kind, int rank, int peer, int flow, long fromPs, long toPs, long waitedSincePs) {
  /** What a job does in a step. */
  public enum Kind {
    /** A rank computes. */
    COMPUTE,
    /** A message goes to another rank, from its start until its last byte arrives. */
    MESSAGE,
    /** The same until the sender receives the last acknowledgement, because what follows requires that. */
    ACKNOWLEDGED
  }

  /** How long it takes, in picoseconds. */
  public long ps() {
    return toPs - fromPs;
  }

  /** For how long of it the receiving rank did nothing but wait, in picoseconds. */
  public long waitedPs() {
    return kind == Kind.MESSAGE ? toPs - Math.max(fromPs, waitedSincePs) : 0;
  }

  /** Which rank waited for what of which other one. */
  String waits() {
    return kind == Kind.ACKNOWLEDGED
        ? "rank " + rank + " for acknowledgements of rank " + peer
        : "rank " + peer + " for rank " + rank;
  }
}
