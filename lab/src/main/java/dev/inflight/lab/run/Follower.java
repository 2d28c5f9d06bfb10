package dev.inflight.lab.run;

import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;

/** Follows a simulation while it runs, besides what writes its results. */
public interface Follower {
  /** Nobody does. */
  Follower NONE = (simulation, recorder) -> recorder;

  /**
   * A simulation is about to run.
   *
   * @param recorder what writes its results
   * @return what is to be told in its place, and tells it
   */
  Recorder follow(Simulation simulation, Recorder recorder);
}
