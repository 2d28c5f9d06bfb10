package dev.inflight.sim;

import dev.inflight.sim.job.Jobs;
import dev.inflight.sim.measure.RankSample;
import dev.inflight.sim.record.Recorder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;

/**
 * Reports to the recorder, at the times of the series, the activity of jobs' ranks since the previous time, until the ranks end.
 */
final class RankSampler {
  private final Supplier<Jobs> jobs;
  private final Supplier<Recorder> recorder;
  private final BitSet ended = new BitSet();
  private long[] computedPs = new long[0];
  private long lastPs = -1;

  RankSampler(Supplier<Jobs> jobs, Supplier<Recorder> recorder) {
    this.jobs = jobs;
    this.recorder = recorder;
  }

  void sample(long nowPs) {
    jobs.get().forEachRank(nowPs, this::take);
    lastPs = nowPs;
  }

  private void take(int number, Jobs.RankState rank, long nowPs) {
    if (ended.get(number)) {
      return;
    }
    if (number >= computedPs.length) {
      computedPs = Arrays.copyOf(computedPs, 2 * number + 1);
    }
    long elapsedPs = nowPs - Math.max(lastPs, rank.startPs());
    double computing = elapsedPs == 0 ? 0 : (rank.computedPs() - computedPs[number]) / (double) elapsedPs;
    recorder.get().rankSample(new RankSample(nowPs, rank.job(), rank.rank(), rank.computedPs(), computing));
    computedPs[number] = rank.computedPs();
    ended.set(number, rank.hasEnded());
  }
}
