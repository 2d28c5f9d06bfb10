package dev.inflight.sim.job;

import dev.inflight.sim.job.state.JobObserver;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import dev.inflight.sim.graph.OperationGraph;
import org.jspecify.annotations.Nullable;

/** Reports operations to an observer, if there is one. */
final class OperationReports {
  /** Durations of computations in progress, by their numbers. */
  private final Map<Integer, Long> durationsPs = new HashMap<>();
  private @Nullable JobObserver observer;

  void observe(JobObserver by) {
    observer = by;
  }

  void started(long nowPs) {
    if (observer != null) {
      observer.started(nowPs);
    }
  }

  void enabled(PieceRun piece, int operation) {
    if (observer != null) {
      observer.enabled(piece.numberOfAll(operation));
    }
  }

  void began(PieceRun piece, int operation, long nowPs) {
    if (observer != null) {
      observer.began(piece.numberOfAll(operation), piece.graph.kind(operation), piece.rank(operation), nowPs);
    }
  }

  /** Stores the duration that a computation will take once its stream is free. */
  void computes(PieceRun piece, int operation, long durationPs) {
    if (observer != null) {
      durationsPs.put(piece.numberOfAll(operation), durationPs);
    }
  }

  void arrived(int send, long nowPs) {
    if (observer != null) {
      observer.arrived(send, nowPs);
    }
  }

  void ended(PieceRun piece, int operation, int rank, long nowPs) {
    if (observer != null) {
      OperationGraph.Kind kind = piece.graph.kind(operation);
      boolean computes = kind == OperationGraph.Kind.COMPUTE;
      observer.ended(piece.numberOfAll(operation), kind, rank, computes ? piece.graph.stream(operation) : 0,
          computes ? Objects.requireNonNullElse(durationsPs.remove(piece.numberOfAll(operation)), 0L) : 0, nowPs);
    }
  }
}
