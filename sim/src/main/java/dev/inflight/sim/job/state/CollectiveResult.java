package dev.inflight.sim.job.state;

import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.measure.Rate;

/**
 * Results of one collective of a job.
 *
 * @param job its job's name
 * @param collective the collective
 * @param startPs start of its first operation, in picoseconds; -1 before it
 * @param endPs end of its last operation, in picoseconds; -1 if it has not completed
 * @param slowestRank the rank of the last operation to end, the lowest of several; -1 if none has ended
 */
public record CollectiveResult(String job, Collective collective, long startPs, long endPs, int slowestRank) {
  /** True if all its operations have ended. */
  public boolean isComplete() {
    return endPs >= 0;
  }

  /** Time from the first operation's start to the last one's end, in picoseconds; only if it is complete. */
  public long durationPs() {
    return endPs - startPs;
  }

  /** Algorithm bandwidth ("algbw"): size over time in bits per second, as in NCCL's tests. */
  public double algorithmBitsPerSec() {
    return Rate.bitsPerSec(collective.sizeBytes(), durationPs());
  }

  /** Bus bandwidth ("busbw"): rate of a rank's link in one direction, in bits per second, as in NCCL's tests. */
  public double busBitsPerSec() {
    return algorithmBitsPerSec() * collective.kind().busFactor(collective.ranks());
  }
}
