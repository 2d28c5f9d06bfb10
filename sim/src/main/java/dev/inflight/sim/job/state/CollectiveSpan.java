package dev.inflight.sim.job.state;

/** Times of a collective in one part, or in all. */
public final class CollectiveSpan {
  /** Start of its first operation, in picoseconds; the largest number before that. */
  public long startPs = Long.MAX_VALUE;
  /** End of its last operation so far, in picoseconds; -1 before the first. */
  public long endPs = -1;
  /** The rank of that operation; -1 before. */
  public int slowestRank = -1;
  /** Number of operations that have ended. */
  public int ended;

  /** Counts an operation that starts. */
  public void started(long nowPs) {
    startPs = Math.min(startPs, nowPs);
  }

  /** Counts an operation of a rank that has ended. */
  public void ended(int rank, long nowPs) {
    ended++;
    noteEnd(rank, nowPs);
  }

  private void noteEnd(int rank, long nowPs) {
    if (nowPs > endPs || nowPs == endPs && rank < slowestRank) {
      endPs = nowPs;
      slowestRank = rank;
    }
  }

  /** Adds the times of another part. */
  public void add(CollectiveSpan other) {
    started(other.startPs);
    ended += other.ended;
    if (other.slowestRank >= 0) {
      noteEnd(other.slowestRank, other.endPs);
    }
  }
}
