package dev.inflight.sim.job;

import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.period.OmittedMessages;
import dev.inflight.sim.period.Track;
import dev.inflight.sim.period.Tracks;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/** Omits periods of a track that no operation has reached: their operations count as done. */
final class Omission {
  private final PieceRun piece;
  private final OperationGraph graph;
  private final Tracks tracks;
  private final Track track;
  private final int from;
  private final int by;

  /**
   * Makes the omission of a number of periods of a track.
   *
   * @param periods at most {@link Track#most}
   */
  Omission(PieceRun piece, Track track, int periods) {
    this.piece = piece;
    this.track = track;
    graph = piece.graph;
    tracks = Objects.requireNonNull(piece.tracks);
    from = track.cut();
    by = periods * track.period();
  }

  /** True if each skipped operation has a twin that is as far ahead, and operations in progress can continue as such twins. */
  boolean isPossible() {
    if (track.lowest(piece::hasEnded) < track.twinsFrom()) {
      return false; // an operation in progress has no twin
    }
    BitSet open = open();
    for (int position = open.nextSetBit(0); position >= 0; position = open.nextSetBit(position + 1)) {
      if (position + by < from && !open.get(position + by)) {
        return false; // a later message has overtaken one
      }
    }
    for (int position = from; position < from + by; position++) {
      int operation = track.operation(position);
      if (position >= track.touched() && !piece.areAlike(operation, track.operation(position + track.period()))
          || graph.kind(operation) == OperationGraph.Kind.SEND && !track.isSeen(operation)) {
        return false;
      }
    }
    for (int position = track.lowest(piece::hasEnded); position < from; position++) {
      int operation = track.operation(position);
      if (!piece.hasEnded(operation) && !goesOn(operation)) {
        return false;
      }
    }
    return true;
  }

  private boolean goesOn(int operation) {
    int twin = behind(tracks.standsFor(operation));
    int dependents = graph.dependents(operation);
    for (int number = 0; number < dependents; number++) {
      int dependent = piece.dependent(operation, number);
      if (!Tracks.isOutside(track, dependent) && track.position(dependent) >= from && !requires(behind(dependent), twin)) {
        return false;
      }
    }
    return true;
  }

  private int behind(int operation) {
    return track.operation(track.position(operation) + by);
  }

  private boolean requires(int dependent, int operation) {
    int dependents = graph.dependents(operation);
    for (int number = 0; number < dependents; number++) {
      if (graph.dependent(operation, number) == dependent) {
        return true;
      }
    }
    return false;
  }

  /** Reports the skipped messages. */
  void report(double periodPs, OmittedMessages into) {
    BitSet open = open();
    BitSet all = BitSet.valueOf(open.toLongArray());
    for (int position = from; position < from + by; position++) {
      all.set(position, graph.kind(track.operation(position)) == OperationGraph.Kind.SEND);
    }
    for (int position = all.nextSetBit(0); position >= 0; position = all.nextSetBit(position + 1)) {
      // An operation in progress moves later by the skipped periods; the operation that would have come before takes its place.
      if (position < by || !open.get(position - by)) {
        int operation = track.operation(position);
        int row = piece.rowInPlace(operation);
        track.repeated(operation, row, periodPs, into);
      }
    }
  }

  /** Sends before the cut with unacknowledged messages, by the positions that they represent. */
  private BitSet open() {
    var open = new BitSet();
    for (int position = track.lowest(piece::hasEnded); position < from; position++) {
      int operation = track.operation(position);
      if (!piece.hasEnded(operation) && graph.kind(operation) == OperationGraph.Kind.SEND) {
        open.set(track.position(piece.standsFor(operation)));
      }
    }
    return open;
  }

  /** Skips collectives as a whole; returns true if there are any. */
  private boolean omitCollectives(OmittedOperations omitted, double periodPs, long skippedPs) {
    int end = collectiveFrom(from);
    int count = collectiveFrom(from + by) - end;
    if (end < 0 || count <= 0) {
      return false;
    }
    int first = Math.min(end, collectiveFrom(tracks.standsForPosition(track, track.lowest(piece::hasEnded))));
    omitted.shift(piece.run, new OmittedOperations.Shift(Math.max(0, first), end + 1, count, count * track.period() / by),
        IntUnaryOperator.identity(), periodPs, skippedPs);
    return true;
  }

  /** The collective of the first operation from a position on that has one; -1 for none. */
  private int collectiveFrom(int position) {
    for (int at = position; at < position + track.period(); at++) {
      int collective = graph.collective(track.operation(at));
      if (collective != OperationGraph.NO_COLLECTIVE) {
        return collective;
      }
    }
    return OperationGraph.NO_COLLECTIVE;
  }

  /** Applies the omission. */
  void apply(OmittedOperations omitted, double periodPs, long skippedPs) {
    boolean ofCollectives = omitCollectives(omitted, periodPs, skippedPs);
    for (int position = from; position < from + by; position++) {
      int operation = track.operation(position);
      omitted.add(piece, operation, !ofCollectives);
      int dependents = graph.dependents(operation);
      for (int number = 0; number < dependents; number++) {
        int dependent = graph.dependent(operation, number);
        if (Tracks.isOutside(track, dependent) && !(graph.requiresBeginning(operation, number) && piece.hasStarted(operation))
            && piece.missing.countDown(dependent)) {
          throw new IllegalStateException("operation " + dependent + " could begin because of what was left out");
        }
      }
    }
    for (int position = track.touched() - 1; position >= from; position--) {
      piece.copy(track.operation(position), track.operation(position + by));
    }
    for (int position = from; position < from + by; position++) {
      piece.omit(track.operation(position));
    }
    tracks.cut(track, by / track.period());
  }
}
