package dev.inflight.sim.job;

/** Takes what comes of operations of jobs. */
public interface JobListener {
  /**
   * The message of a row begins.
   *
   * @param job the number of its job
   * @param channel the channel of its job that it goes on
   */
  void start(int row, int job, int channel, long nowPs);

  /** An operation has ended. */
  void ended(long nowPs);

  /** The last operation of this part has ended of a job that others follow; by the job's place among all. */
  void jobEnded(int job, long nowPs);
}
