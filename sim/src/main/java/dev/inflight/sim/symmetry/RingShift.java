package dev.inflight.sim.symmetry;

import dev.inflight.sim.column.RingOperations;
import dev.inflight.sim.column.RingShape;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.OperationGraph;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A shift of a job's ranks by a block of ranks that maps its operations onto themselves: messages of rings with equal sizes, and
 * computations of each rank.
 */
final class RingShift {
  /**
   * Least size of parts that differ by a byte, in bytes and packets. With parts of 20 kB the byte changed the duration of a job by
   * up to 3 %, with 100 kB not measurably.
   */
  private static final long LEAST_BYTES = 96_000;
  private static final int LEAST_PACKETS = 24;

  private final Job job;
  private final OperationGraph graph;
  private final int block;
  private final int payloadBytes;
  private final int ranks;
  /** By operation that belongs to no ring, in their order: its number among those of its rank. */
  private final int[] ordinals;

  private RingShift(Job job, int block, int payloadBytes) {
    this.job = job;
    this.block = block;
    this.payloadBytes = payloadBytes;
    graph = job.graph();
    ranks = graph.ranks();
    ordinals = new int[graph.columns()];
  }

  /** True if a job consists of rings and computations, so that a shift is possible. */
  static boolean isPossible(Job job) {
    return job.after() == null && job.program() instanceof OperationGraph graph && !graph.rings().isEmpty() && graph.nics() == 1
        && graph.turns().lists() == 0;
  }

  /**
   * Returns the shift of a job of which {@link #isPossible} is true; null if the shift does not map it onto itself.
   *
   * @param block number of ranks by which ranks are shifted
   * @param payloadBytes payload of a full packet
   */
  static @Nullable RingShift of(Job job, int block, int payloadBytes) {
    var shift = new RingShift(job, block, payloadBytes);
    return shift.graph.rings().stream().allMatch(shift::keeps) && shift.keepsComputations() ? shift : null;
  }

  /** Number of channels with rings at the same time. */
  long channels() {
    return graph.rings().stream().mapToInt(ring -> ring.shape().channel()).distinct().count();
  }

  /** True if all ranks send messages of the same size at the same time; otherwise some sizes differ by a byte. */
  boolean isExact() {
    return graph.rings().stream().allMatch(ring -> ring.shape().sizeBytes() % ranks == 0);
  }

  /** True if a byte in the sizes of parts hardly matters. */
  private boolean areAboutEqual(RingShape shape) {
    long packets = packets(shape, ranks - 1);
    return shape.sizeBytes() / ranks >= LEAST_BYTES && packets >= LEAST_PACKETS && packets(shape, 0) == packets;
  }

  /** Packets of a part of a ring's buffer, of which the first has the largest size and the last the smallest one. */
  private long packets(RingShape shape, int part) {
    long partBytes = RingShape.part(shape.sizeBytes(), ranks, part);
    return IntStream.range(0, shape.chunks())
        .mapToLong(chunk -> Math.ceilDiv(RingShape.part(partBytes, shape.chunks(), chunk), (long) payloadBytes)).sum();
  }

  private boolean keeps(RingOperations ring) {
    RingShape shape = ring.shape();
    int[] order = shape.ranks();
    if (order.length != ranks || shape.sizeBytes() % ranks != 0 && !areAboutEqual(shape)) {
      return false;
    }
    for (int place = 0; place < ranks; place++) {
      if (order[(place + block) % ranks] != (order[place] + block) % ranks) {
        return false;
      }
    }
    return true;
  }

  /** Compares the computations of each rank, and what requires them, with those of its image in the first block. */
  private boolean keepsComputations() {
    int[][] ofRank = computations();
    if (ofRank.length == 0) {
      return false;
    }
    for (int rank = block; rank < ranks; rank++) {
      int[] own = ofRank[rank];
      int[] first = ofRank[rank % block];
      if (own.length != first.length) {
        return false;
      }
      for (int at = 0; at < own.length; at++) {
        if (!areAlike(first[at], own[at], rank / block * block)) {
          return false;
        }
      }
    }
    return graph.rings().stream().allMatch(this::keepsEnds);
  }

  /** The operations of each rank that belong to no ring; empty if one of them is not a computation. */
  private int[][] computations() {
    int[][] ofRank = new int[ranks][0];
    for (int operation = 0; operation < graph.operations(); operation++) {
      int column = graph.column(operation);
      if (column < 0) {
        operation = graph.rings().get(~column).end() - 1;
        continue;
      }
      if (graph.kind(operation) != OperationGraph.Kind.COMPUTE) {
        return new int[0][];
      }
      int[] own = ofRank[graph.rank(operation)];
      ordinals[column] = own.length;
      own = Arrays.copyOf(own, own.length + 1);
      own[own.length - 1] = operation;
      ofRank[graph.rank(operation)] = own;
    }
    return ofRank;
  }

  private boolean areAlike(int first, int own, int by) {
    return graph.durationPs(first) == graph.durationPs(own) && graph.stream(first) == graph.stream(own)
        && graph.collective(first) == graph.collective(own) && Arrays.equals(dependents(first, 0), dependents(own, by));
  }

  /** The operations that require one, as those of the first block, in ascending order. */
  private long[] dependents(int operation, int by) {
    long[] all = new long[graph.dependents(operation)];
    for (int number = 0; number < all.length; number++) {
      all[number] = 2 * image(graph.dependent(operation, number), by) + (graph.requiresBeginning(operation, number) ? 1 : 0);
    }
    Arrays.sort(all);
    return all;
  }

  /** Number of the operation of the first block of which this one is the image; below 0 for a computation. */
  private long image(int operation, int by) {
    int column = graph.column(operation);
    return column < 0 ? graph.rings().get(~column).shifted(operation, -by) : ~ordinals[column];
  }

  /** Compares the operations that end a ring, by place. */
  private boolean keepsEnds(RingOperations ring) {
    int last = ring.end() - 1; // a receive of the last step, which only an end requires
    for (int place = 0; place < ranks; place++) {
      int receive = ring.shifted(last, place + 1);
      int of = ring.shifted(receive, -(ring.rank(receive) / block * block));
      if (!Arrays.equals(dependents(of, 0), dependents(receive, 0))) {
        return false;
      }
    }
    return true;
  }

  /** The row of the same message sent by a rank some blocks further. */
  int row(int message, int row, int blocks) {
    int send = message - job.firstOperation();
    RingOperations ring = graph.rings().get(~graph.column(send));
    return row + (ring.shifted(send, blocks * block) - send) / 2;
  }

  /** The message that arrives at the first block when the given one, sent by the first block, arrives behind it. */
  int arrivesAs(int message) {
    int send = message - job.firstOperation();
    RingOperations ring = graph.rings().get(~graph.column(send));
    return message + ring.shifted(send, -(ring.rank(ring.partner(send)) / block * block)) - send;
  }

  /** Ranks at both ends of each message of the first block: sender, then receiver. */
  int[][] pairs() {
    return graph
        .rings().stream().map(ring -> ring.shape().ranks()).flatMap(order -> IntStream.range(0, ranks)
            .filter(place -> order[place] < block).mapToObj(place -> new int[] {order[place], order[(place + 1) % ranks]}))
        .toArray(int[][]::new);
  }

  /** Host of a rank. */
  int host(int rank) {
    return job.hostOf(rank);
  }
}
