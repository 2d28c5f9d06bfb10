package dev.inflight.lab.result.schema;

/** Tables of jobs: results of their collectives and ranks. */
public final class JobFiles {
  public static final ResultFile COLLECTIVES = ResultFile.of("collectives.csv",
      "A line for each collective of the jobs; no file when there are none.",
      """
          job | text | | its job's name
          number | whole | | in its job, from 0
          name | text | | its name in the job
          op | choice collective | | kind of the collective
          algorithm | choice algorithm | | algorithm of the collective
          ranks | whole | | number of ranks that took part
          size_bytes | whole | B | as NCCL's tests count it: a rank's whole buffer, or all parts together
          start_ns | decimal 3 or none | ns | when its first operation began; none when none has
          duration_ns | decimal 3 or none | ns | from then until its last operation ended; none when it has not completed
          algbw_bps | whole or none | bit/s | size over duration
          busbw_bps | whole or none | bit/s | bandwidth of a rank's link in one direction if all ranks have one link and receive the same: algbw times 2(n-1)/n for all-reduce, 1 for broadcast, reduce and send-recv, (n-1)/n for others
          slowest_rank | whole or none | | rank of the last operation to end; of several the lowest; none when it has not completed
          """);

  public static final ResultFile RANKS = ResultFile.of("ranks.csv", "A line for each rank of the jobs; no file without jobs.", """
      job | text | | its job's name
      rank | whole | | its number there, from 0
      host | whole | node | its host
      end_ns | decimal 3 or none | ns | when its last operation ended; none when it has not done all
      compute_ns | decimal 3 | ns | time in which it computed
      exposed_ns | decimal 3 or none | ns | the rest of the time from its job's start to its end: it waited for messages
      operations_done | whole | | operations that ended
      operations | whole | | all of its operations
      host_name | text | | the name of 'host'
      """);

  public static final ResultFile RANK_SERIES = ResultFile.of("rank-series.csv",
      "A line for each rank and each time of the series from its job's start until it has ended; only with series and jobs.",
      """
          time_ns | decimal 3 | ns | the time
          job | text | | its job's name
          rank | whole | | its number there, from 0
          compute_ns | decimal 3 | ns | time in which it has computed so far
          computing | decimal 4 | | share of the time since the row before, or since its job's start, in which it computed; in the rest it waited for messages, or had ended
          """);

  private JobFiles() {
  }
}
