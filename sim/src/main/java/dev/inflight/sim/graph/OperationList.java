package dev.inflight.sim.graph;

import dev.inflight.sim.column.OperationColumns;
import dev.inflight.sim.column.RingOperations;
import dev.inflight.sim.column.RingShape;
import dev.inflight.sim.column.Rings;

/** The operations of a graph under construction, in columns and in rings. */
final class OperationList {
  final OperationColumns columns = new OperationColumns(GraphBuilder.MOST);
  final Rings rings = new Rings();
  private int count;
  private int messages;

  /** Number of operations so far. */
  int count() {
    return count;
  }

  int add(OperationGraph.Kind kind, int rank, int partner, long amount) {
    columns.add(kind.ordinal(), rank, partner, amount);
    messages += kind == OperationGraph.Kind.SEND ? 1 : 0;
    return count++;
  }

  RingOperations addRing(RingShape shape, int collective, int[] before) {
    refuseOthers(before, shape);
    RingOperations ring = rings.add(shape, count, messages, collective, before);
    count = ring.end();
    messages += (int) shape.messages();
    return ring;
  }

  void endRing(RingOperations ring, int[] ends) {
    refuseOthers(ends, ring.shape());
    ring.endWith(ends);
  }

  /** Checks that the operations before and after a ring are in columns, and of the ranks of its places. */
  private void refuseOthers(int[] operations, RingShape shape) {
    for (int place = 0; place < operations.length; place++) {
      int operation = operations[place];
      if (operation != RingOperations.NONE && (isOfRing(operation) || rank(operation) != shape.ranks()[place])) {
        throw new IllegalArgumentException("operation " + operation + " is in a ring, or not of rank " + shape.ranks()[place]);
      }
    }
  }

  boolean isOfRing(int operation) {
    return rings.column(operation) < 0;
  }

  boolean isSend(int operation) {
    return columns.kind(rings.column(operation)) == OperationGraph.Kind.SEND.ordinal();
  }

  int rank(int operation) {
    return columns.rank(rings.column(operation));
  }

  int partner(int operation) {
    return columns.partner(rings.column(operation));
  }

  void partner(int operation, int partner) {
    columns.partner(rings.column(operation), partner);
  }

  long amount(int operation) {
    return columns.amount(rings.column(operation));
  }

  /** Rejects requirements between ranks, and those of ring operations, which have their own. */
  void checkRanks(int after, int before) {
    if (isOfRing(after) || isOfRing(before)) {
      throw new IllegalArgumentException("operations of rings require what their ring does, and nothing else");
    }
    if (rank(after) != rank(before)) {
      throw new IllegalArgumentException("an operation of rank " + rank(after) + " requires one of rank " + rank(before)
          + "; only messages go from one rank to another");
    }
  }

  /** Rejects a message with ends of different sizes. */
  void compareSizes(int send, int receive, int otherEnd) {
    long sentBytes = amount(send);
    long receivedBytes = amount(receive);
    if (sentBytes != receivedBytes) {
      throw new UnrunnableGraph(Math.min(send, receive), otherEnd,
          "rank " + rank(send) + " sends " + sentBytes + " bytes where rank " + rank(receive) + " receives " + receivedBytes);
    }
  }

  /** Rejects rings without ends. */
  void checkRings() {
    if (!rings.all().stream().allMatch(RingOperations::isWhole)) {
      throw new IllegalStateException("a ring has no ends");
    }
  }
}
