package dev.inflight.sim.job.state;

/**
 * Results of one rank of a job.
 *
 * @param job its job's name
 * @param rank its number there
 * @param host its host
 * @param startPs start of its job, in picoseconds; -1 before it
 * @param endPs end of its last operation, in picoseconds; -1 if it has not done all
 * @param computePs time in which it computed, in any stream, in picoseconds
 * @param exposedPs the rest of the time from its job's start to its end, in which it waited for messages; -1 if it has not done
 *     all
 * @param operationsDone number of its operations that are done
 * @param operations all of them
 */
public record RankResult(String job, int rank, int host, long startPs, long endPs, long computePs, long exposedPs,
    long operationsDone, long operations) {
  /** Returns the same results of another rank, which did the same at the same time. */
  public RankResult by(int otherRank, int otherHost) {
    return new RankResult(job, otherRank, otherHost, startPs, endPs, computePs, exposedPs, operationsDone, operations);
  }
}
