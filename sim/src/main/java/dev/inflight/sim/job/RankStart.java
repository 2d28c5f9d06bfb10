package dev.inflight.sim.job;

import dev.inflight.net.event.Event;

/** The start of a rank. Each rank has a separate event, so that their number does not depend on the division of the fabric. */
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
