package dev.inflight.sim.job.state;

/**
 * What became of one rank of a job.
 *
 * @param job its job's name
 * @param rank its number there
 * @param host where it was
 * @param startPs when its job began; -1 when it has not
 * @param endPs when its last operation ended; -1 when it has not done all
 * @param computePs time in which it computed, in any stream, in picoseconds
 * @param exposedPs the rest of the time from the job's start to its end, in which it waited for messages; -1 when it has not done all
 * @param operationsDone of its operations
 * @param operations all of them
 */
public record RankResult(String job, int rank, int host, long startPs, long endPs, long computePs, long exposedPs,
    long operationsDone, long operations) {
}
