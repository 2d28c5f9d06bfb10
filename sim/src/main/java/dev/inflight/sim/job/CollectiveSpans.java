package dev.inflight.sim.job;

import dev.inflight.sim.graph.OperationGraph;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one part has seen of each collective. */
final class CollectiveSpans {
  private final Map<Long, CollectiveSpan> spans = new HashMap<>();

  /** That of the collective of an operation; null for one that belongs to none. */
  @Nullable
  CollectiveSpan of(PieceRun piece, int operation) {
    int collective = piece.collective(operation);
    return collective == OperationGraph.NO_COLLECTIVE
        ? null
        : spans.computeIfAbsent(key(piece.run, collective), _ -> new CollectiveSpan());
  }

  /** That of a collective; null where none of its operations has started here. */
  @Nullable
  CollectiveSpan get(JobRun run, int collective) {
    return spans.get(key(run, collective));
  }

  private static long key(JobRun run, int collective) {
    return (long) run.job.firstOperation() << 32 | collective;
  }
}
