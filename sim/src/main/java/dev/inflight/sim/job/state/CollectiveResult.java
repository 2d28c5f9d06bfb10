package dev.inflight.sim.job.state;

import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.measure.Rate;

/**
 * What became of one collective of a job.
 *
 * @param job its job's name
 * @param collective what it was
 * @param startPs when its first operation began; -1 when none has
 * @param endPs when its last operation ended; -1 when it has not completed
 * @param slowestRank the rank of the last operation to end; of several the lowest; -1 when none has ended
 */
public record CollectiveResult(String job, Collective collective, long startPs, long endPs, int slowestRank) {
  /** Whether all its operations have ended. */
  public boolean isComplete() {
    return endPs >= 0;
  }

  /** From the first operation's beginning to the last one's end, in picoseconds; only when it is complete. */
  public long durationPs() {
    return endPs - startPs;
  }

  /** Size over time in bits per second, as NCCL's tests have it ("algbw"). */
  public double algorithmBitsPerSec() {
    return Rate.bitsPerSec(collective.sizeBytes(), durationPs());
  }

  /** What a rank's link carried in one direction, in bits per second, as NCCL's tests have it ("busbw"). */
  public double busBitsPerSec() {
    return algorithmBitsPerSec() * collective.kind().busFactor(collective.ranks());
  }
}
