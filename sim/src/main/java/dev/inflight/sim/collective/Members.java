package dev.inflight.sim.collective;

import dev.inflight.sim.graph.GraphBuilder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The ranks that take part in a collective, numbered from 0, and how far each has come: an operation of a member requires what the member did last.
 */
public final class Members {
  private final GraphBuilder graph;
  private final int[] ranks;
  private final int root;
  private final int[] last;
  private final double @Nullable [] shares;
  private final long @Nullable [] sizes;
  /** Operations of each member that nothing but its end requires. */
  private int[] ends = new int[16];
  private int[] nextEnd = new int[16];
  private final int[] firstEnd;
  private int endCount;

  Members(GraphBuilder graph, int[] ranks, int root, int[] before, double @Nullable [] shares, long @Nullable [] sizes) {
    this.shares = shares;
    this.sizes = sizes;
    this.graph = graph;
    this.ranks = ranks;
    this.root = root;
    last = before;
    firstEnd = new int[ranks.length];
    Arrays.fill(firstEnd, Collectives.NONE);
  }

  /** How many take part. */
  public int count() {
    return ranks.length;
  }

  /** The member that has the bytes at the beginning, where one has. */
  public int root() {
    return root;
  }

  /** How many bytes the buffer of a member has, where they differ. */
  long size(int member, long sizeBytes) {
    return sizes == null ? sizeBytes : sizes[member];
  }

  /** How many bytes of a buffer go to a member. */
  long part(long sizeBytes, int member) {
    return shares == null
        ? Collectives.part(sizeBytes, ranks.length, member)
        : Math.max(1, Math.round(sizeBytes * shares[member]));
  }

  /** The last operation on which what a member does next depends. */
  public int last(int member) {
    return last[member];
  }

  /** What the member does next requires this operation in place of all before. */
  public void advance(int member, int operation) {
    last[member] = operation;
  }

  /**
   * Adds a message.
   *
   * @param sendAfter an operation of the sending member that must have ended; {@link Collectives#NONE} for none
   * @param receiveAfter the same for the receiving member
   * @return the send; the receive has the next number
   */
  public int message(int from, int to, long sizeBytes, int sendAfter, int receiveAfter) {
    int send = graph.message(ranks[from], ranks[to], sizeBytes);
    if (sendAfter != Collectives.NONE) {
      graph.requires(send, sendAfter);
    }
    if (receiveAfter != Collectives.NONE) {
      graph.requires(send + 1, receiveAfter);
    }
    return send;
  }

  /** An operation begins only when another one of its rank has ended. */
  void requires(int operation, int before) {
    graph.requires(operation, before);
  }

  /** The member has completed only when this operation has ended. */
  public void endsWith(int member, int operation) {
    if (endCount == ends.length) {
      ends = Arrays.copyOf(ends, endCount * 2);
      nextEnd = Arrays.copyOf(nextEnd, endCount * 2);
    }
    ends[endCount] = operation;
    nextEnd[endCount] = firstEnd[member];
    firstEnd[member] = endCount++;
  }

  /** For each member an operation that ends when it has completed: when its last operation and all those of {@link #endsWith} have ended. */
  int[] completions() {
    int[] after = new int[ranks.length];
    for (int member = 0; member < ranks.length; member++) {
      int join = graph.compute(ranks[member], 0, 0);
      if (last[member] != Collectives.NONE) {
        graph.requires(join, last[member]);
      }
      for (int end = firstEnd[member]; end != Collectives.NONE; end = nextEnd[end]) {
        graph.requires(join, ends[end]);
      }
      after[member] = join;
    }
    return after;
  }
}
