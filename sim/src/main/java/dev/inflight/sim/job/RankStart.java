package dev.inflight.sim.job;

import dev.inflight.net.event.Event;

/** A rank starts. One event for each rank, so that there are as many however the fabric is cut. */
final class RankStart extends Event {
  private final JobPart part;
  private final JobRun run;
  private final int rank;

  RankStart(JobPart part, JobRun run, int rank) {
    this.part = part;
    this.run = run;
    this.rank = rank;
  }

  @Override
  public void fire() {
    part.start(run, rank, timePs);
  }
}
