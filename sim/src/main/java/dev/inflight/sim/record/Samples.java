package dev.inflight.sim.record;

/** Who takes the samples of a run's queues: as an event among others, or beside the parts that run side by side. */
public interface Samples {
  /** Takes the first sample at this time. */
  void begin(long firstPs);

  /** No event at this time or later runs before the next call. */
  void runUntil(long endPs);

  /** The run was ended at a time before the next event: what was counted beyond it does not count. */
  void takeBackAfter(long nowPs);

  /** The samples that remain after everything has come to rest. */
  void skipToEnd();

  /** Samples that were counted without an event of their own, less events of the sampler that were no samples. */
  long countedAtOnce();

  /** Picoseconds between samples. */
  long periodPs();
}
