package dev.inflight.sim.job;

/** What one part, or all, have seen of a collective. */
final class CollectiveSpan {
  long startPs = Long.MAX_VALUE;
  long endPs = -1;
  int slowestRank = -1;
  int ended;

  void begun(long nowPs) {
    startPs = Math.min(startPs, nowPs);
  }

  void ended(int rank, long nowPs) {
    ended++;
    noteEnd(rank, nowPs);
  }

  private void noteEnd(int rank, long nowPs) {
    if (nowPs > endPs || nowPs == endPs && rank < slowestRank) {
      endPs = nowPs;
      slowestRank = rank;
    }
  }

  void add(CollectiveSpan other) {
    begun(other.startPs);
    ended += other.ended;
    if (other.slowestRank >= 0) {
      noteEnd(other.slowestRank, other.endPs);
    }
  }
}
