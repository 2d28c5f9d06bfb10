package dev.inflight.lab.explain.job;

import dev.inflight.lab.trace.TraceFile;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Trace of a job's critical path: a track for all of it, one for each rank on it, and arrows from step to step. */
final class JobTrace {
  private JobTrace() {
  }

  static void write(OutputStream out, JobExplanation of) throws IOException {
    var trace = new TraceFile(out);
    long job = trace.track(0, "job " + of.job().name());
    long path = trace.track(job, "critical path");
    List<ChainStep> steps = of.steps();
    for (int number = 0; number < steps.size(); number++) {
      ChainStep step = steps.get(number);
      String name = JobText.name(step);
      trace.slice(path, name + ": " + JobText.mostly(of, step), step.fromPs(), step.toPs(), List.of());
      var arrows = new ArrayList<Long>();
      if (number > 0) {
        arrows.add((long) number);
      }
      if (number + 1 < steps.size()) {
        arrows.add(number + 1L);
      }
      trace.slice(trace.track(job, "rank " + step.rank()), name, step.fromPs(), step.toPs(), arrows);
    }
  }
}
