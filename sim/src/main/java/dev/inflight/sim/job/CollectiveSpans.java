package dev.inflight.sim.job;

import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.job.state.CollectiveSpan;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Times of each collective in one part. */
final class CollectiveSpans {
  private final Map<Long, CollectiveSpan> spans = new HashMap<>();

  /** Span of an operation's collective; null for an operation without one. */
  @Nullable
  CollectiveSpan of(PieceRun piece, int operation) {
    int collective = piece.collective(operation);
    return collective == OperationGraph.NO_COLLECTIVE
        ? null
        : spans.computeIfAbsent(key(piece.run, collective), _ -> new CollectiveSpan());
  }

  /** Span of a collective; null if none of its operations has started here. */
  @Nullable
  CollectiveSpan get(JobRun run, int collective) {
    return spans.get(key(run, collective));
  }

  /** Makes a collective in progress end as another one, with a start that is later by a time. */
  void move(JobRun run, int from, int to, long laterPs) {
    CollectiveSpan span = spans.remove(key(run, from));
    if (span != null) {
      span.startPs += laterPs;
      span.endPs += span.endPs < 0 ? 0 : laterPs;
      spans.put(key(run, to), span);
    }
  }

  /** Gives a collective the times of another one, later by a time. */
  void repeat(JobRun run, int collective, CollectiveSpan of, long laterPs) {
    var span = new CollectiveSpan();
    span.startPs = of.startPs + laterPs;
    span.endPs = of.endPs + laterPs;
    span.slowestRank = of.slowestRank;
    span.ended = of.ended;
    spans.put(key(run, collective), span);
  }

  private static long key(JobRun run, int collective) {
    return (long) run.job.firstOperation() << 32 | collective;
  }
}
