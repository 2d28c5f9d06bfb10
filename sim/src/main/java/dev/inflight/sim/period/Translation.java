package dev.inflight.sim.period;

import dev.inflight.sim.column.RingOperations;
import dev.inflight.sim.graph.OperationGraph;

/** Finds the number of operations after which those of a track repeat, and how far they do. */
final class Translation {
  private static final int MOST_SEARCHES = 4;
  private static final int FEWEST_OPERATIONS = 64;
  /** Number of operations in a search for a period. */
  private static final int MOST_OPERATIONS = 1 << 22;
  /** Sizes up to this difference are the same: parts of a buffer differ by a byte. */
  private static final long SAME_BYTES = 1;

  private final OperationGraph graph;

  Translation(OperationGraph graph) {
    this.graph = graph;
  }

  /** Searches for the period of a track from its present place. */
  void search(Track track, boolean ofCollective) {
    int column = graph.column(track.first);
    if (ofCollective && column < 0) {
      RingOperations ring = graph.rings().get(~column);
      int chunk = 2 * ring.shape().ranks().length;
      int chunks = ring.shape().chunks();
      int behind = chunks + ring.shape().slots() + 1;
      track.repeats(chunk, ring.first() + chunks * chunk,
          ring.first() + Math.max(0, ring.shape().steps() * chunks - behind) * chunk);
      return;
    }
    if (track.searches >= MOST_SEARCHES || track.touched < track.first + ((track.end - track.first) >> (6 - track.searches))
        || track.end - track.touched < FEWEST_OPERATIONS) {
      return;
    }
    track.searches++;
    searchFrom(track, track.touched);
  }

  private void searchFrom(Track track, int from) {
    int count = Math.min(MOST_OPERATIONS, track.end - from);
    long[] marks = new long[count];
    for (int at = 0; at < count; at++) {
      marks[at] = mark(track, from + at);
    }
    Repetition found = Repetition.of(marks);
    int best = found.by();
    if (best > 0) {
      int to = from;
      while (to + best < track.end && sameSize(to, to + best)
          && (to < from + found.length() || mark(track, to) == mark(track, to + best))) {
        to++;
      }
      if (to - from >= best) {
        track.repeats(best, from, to);
      }
    }
  }

  private boolean sameSize(int one, int other) {
    return graph.kind(one) == OperationGraph.Kind.COMPUTE
        ? graph.durationPs(one) == graph.durationPs(other)
        : Math.abs(graph.sizeBytes(one) - graph.sizeBytes(other)) <= SAME_BYTES;
  }

  /** Key that an operation shares with its twins. */
  private long mark(Track track, int operation) {
    OperationGraph.Kind kind = graph.kind(operation);
    long mark = mix(kind.ordinal(), graph.rank(operation));
    mark = mix(mark, kind == OperationGraph.Kind.COMPUTE ? graph.stream(operation) : graph.partner(operation) - operation);
    if (kind == OperationGraph.Kind.SEND) {
      mark = mix(mix(mix(mark, graph.channel(operation)), graph.nic(operation)), graph.delayPs(operation));
    }
    int dependents = graph.dependents(operation);
    for (int number = 0; number < dependents; number++) {
      int dependent = graph.dependent(operation, number);
      long to = Tracks.isOutside(track, dependent) ? dependent : dependent - operation;
      mark += mix(to, graph.requiresBeginning(operation, number) ? 1 : 2);
    }
    return mark;
  }

  private static long mix(long one, long other) {
    long mixed = (one ^ other * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    return (mixed ^ mixed >>> 29) + 0x94D049BB133111EBL;
  }
}
