package dev.inflight.sim.job;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts jobs that follow others. A job has ended when its last operation in the last part has ended. The next job starts later
 * by at least the longest delay between parts, so its start is the same for any division of the fabric.
 */
final class FollowingJobs {
  private final JobRun[] runs;
  private final List<JobPart> parts;
  /** Number of parts with unfinished operations of each job; 0 until it is known. */
  private final int[] partsLeft;
  private @Nullable EventLoop loop;
  private long leastPs;
  private int scheduled;

  /** Makes it for the jobs of a run; parts are added to the list later. */
  FollowingJobs(JobRun[] runs, List<JobPart> parts) {
    this.runs = runs;
    this.parts = parts;
    partsLeft = new int[runs.length];
  }

  /** Sets the loop of the starts, when all parts exist. */
  void followIn(EventLoop loop, long atLeastPs) {
    this.loop = loop;
    leastPs = atLeastPs;
    for (int job = 0; job < runs.length; job++) {
      int of = job;
      partsLeft[job] = (int) parts.stream().filter(part -> part.has(of)).count();
    }
  }

  /** True if any start is scheduled. */
  boolean areAny() {
    return scheduled > 0;
  }

  /** Called when a part has done all its operations of a job. */
  void ended(int job, long nowPs) {
    if (--partsLeft[job] > 0) {
      return;
    }
    EventLoop starts = loop;
    if (starts == null) {
      throw new IllegalStateException("job " + runs[job].job.name() + " has ended before the run");
    }
    for (JobRun run : runs) {
      if (run.job.after() == runs[job].job) {
        scheduled++;
        starts.schedule(new JobStart(run), Math.addExact(nowPs, Math.max(leastPs, run.job.startPs())));
      }
    }
  }

  /** Start of a job's ranks; no part runs at that instant. */
  private final class JobStart extends Event {
    private final JobRun run;

    JobStart(JobRun run) {
      this.run = run;
      key = Long.MIN_VALUE; // before all else, like other events of all parts
    }

    @Override
    public void fire() {
      scheduled--;
      run.startPs = timePs;
      for (JobPart part : parts) {
        part.begin(run, timePs);
      }
    }
  }
}
