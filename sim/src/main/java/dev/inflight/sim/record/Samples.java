package dev.inflight.sim.record;

/** Samples of a run's queues: taken in events among others, or in the threads of parts that run in parallel. */
public interface Samples {
  /** Takes the first sample at this time. */
  void begin(long firstPs);

  /** Runs up to a time; no event at this time or later runs before the next call. */
  void runUntil(long endPs);

  /** Removes counts after a time, because the run was ended before the next event. */
  void takeBackAfter(long nowPs);

  /** Counts the samples that remain after everything has ended. */
  void skipToEnd();

  /** Number of samples that were counted without a separate event, less events of the sampler without a sample. */
  long countedAtOnce();

  /** Picoseconds between samples. */
  long periodPs();
}
