package dev.inflight.sim.job;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Operations that can start, with their pieces, in the order in which they came. */
final class ReadyQueue {
  private @Nullable PieceRun[] pieces = new PieceRun[16];
  private int[] operations = new int[16];
  private int first;
  private int count;
  private final OperationReports reports;

  /** Makes an empty queue that reports its additions. */
  ReadyQueue(OperationReports reports) {
    this.reports = reports;
  }

  void add(PieceRun piece, int operation) {
    reports.enabled(piece, operation);
    if (count == operations.length) {
      operations = Arrays.copyOf(operations, count * 2);
      pieces = Arrays.copyOf(pieces, count * 2);
    }
    pieces[count] = piece;
    operations[count++] = operation;
  }

  /** The piece of the next operation; null when there is none, and the queue is then reset. */
  @Nullable
  PieceRun next() {
    if (first < count) {
      return pieces[first];
    }
    Arrays.fill(pieces, 0, count, null);
    first = 0;
    count = 0;
    return null;
  }

  /** Takes the next operation. */
  int take() {
    return operations[first++];
  }
}
