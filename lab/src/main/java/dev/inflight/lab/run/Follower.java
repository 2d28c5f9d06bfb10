package dev.inflight.lab.run;

import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;

/** Observer of a running simulation, in addition to the writer of its results. */
public interface Follower {
  /** No follower. */
  Follower NONE = (simulation, recorder) -> recorder;

  /**
   * Called before a simulation runs.
   *
   * @param recorder recorder of its results
   * @return recorder to notify instead; it must notify {@code recorder}
   */
  Recorder follow(Simulation simulation, Recorder recorder);
}
