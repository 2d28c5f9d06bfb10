package dev.inflight.lab.run;

import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;

/** Follows a simulation while it runs, besides what writes its results. */
public interface Follower {
  /** None. */
  Follower NONE = (simulation, recorder) -> recorder;

  /**
   * A simulation is about to run.
   *
   * @param recorder what writes its results
   * @return the recorder to notify in its place, which notifies it
   */
  Recorder follow(Simulation simulation, Recorder recorder);
}
