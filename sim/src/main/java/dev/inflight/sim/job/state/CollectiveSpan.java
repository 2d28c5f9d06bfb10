package dev.inflight.sim.job.state;

/** What one part, or all, have seen of a collective. */
public final class CollectiveSpan {
  /** When its first operation began, in picoseconds; the largest number before that. */
  public long startPs = Long.MAX_VALUE;
  /** When its last operation so far has ended, in picoseconds; -1 before the first. */
  public long endPs = -1;
  /** The rank of that; -1 before. */
  public int slowestRank = -1;
  /** How many operations have ended. */
  public int ended;

  /** An operation starts. */
  public void started(long nowPs) {
    startPs = Math.min(startPs, nowPs);
  }

  /** An operation of a rank has ended. */
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

  /** Adds what another part has seen. */
  public void add(CollectiveSpan other) {
    started(other.startPs);
    ended += other.ended;
    if (other.slowestRank >= 0) {
      noteEnd(other.slowestRank, other.endPs);
    }
  }
}
