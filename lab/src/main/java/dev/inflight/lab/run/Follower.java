package dev.inflight.lab.run;

import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;

/** Follows a simulation while it runs, besides what writes its results. */
public interface Follower {
  /** No follower. */
  Follower NONE = (simulation, recorder) -> recorder;

  /**
   * Called before a simulation runs.
   *
   * @param recorder recorder of its results
   * @return recorder to notify instead, which notifies {@code recorder}
   */
  Recorder follow(Simulation simulation, Recorder recorder);
}
