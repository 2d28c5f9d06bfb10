package dev.inflight.sim.collective;

import dev.inflight.sim.column.RingOperations;
import dev.inflight.sim.column.RingShape;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.PairSizes;
import dev.inflight.sim.collective.plan.ServerGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ranks of a collective, numbered from 0, and the progress of each. An operation requires its member's last one. */
public final class Members {
  private final GraphBuilder graph;
  private final int[] ranks;
  private final int root;
  private final int[] before;
  private final int[] last;
  private final ChannelPlan plan;
  private final @Nullable PairSizes sizes;
  private final int channels;
  private int channel;
  /** Operations of each member that only its end requires. */
  private int[] ends = new int[16];
  private int[] nextEnd = new int[16];
  private final int[] firstEnd;
  private int endCount;

  private record MemberRing(RingOperations ring, int[] order) {
  }

  private final List<MemberRing> rings = new ArrayList<>();

  Members(GraphBuilder graph, int[] ranks, int root, int[] before, ChannelPlan plan, int channels, @Nullable PairSizes sizes) {
    this.graph = graph;
    this.ranks = ranks;
    this.root = root;
    this.before = before.clone();
    this.plan = plan;
    this.channels = channels;
    this.sizes = sizes;
    last = before.clone();
    firstEnd = new int[ranks.length];
    Arrays.fill(firstEnd, Collectives.NONE);
  }

  /** Starts the messages of the next channel. */
  void nextChannel() {
    channel++;
    for (int member = 0; member < last.length; member++) {
      if (last[member] != before[member] && last[member] != Collectives.NONE) {
        endsWith(member, last[member]);
      }
      last[member] = before[member];
    }
  }

  /** The channel of the messages, from 0 on. */
  public int channel() {
    return channel;
  }

  /** Number of channels. */
  public int channels() {
    return channels;
  }

  /** Plan of the collective. */
  public ChannelPlan plan() {
    return plan;
  }

  /** Members of each server. */
  public ServerGroups servers() {
    return plan.servers();
  }

  /** Number of members. */
  public int count() {
    return ranks.length;
  }

  /** The member that has the bytes at the start, or gets them, in a collective with a root. */
  public int root() {
    return root;
  }

  /**
   * Bytes of the channel from a member to another one, in a collective with separate data for each.
   *
   * @param sizeBytes the channel's part of a buffer
   */
  long pair(int from, int to, long sizeBytes) {
    if (sizes == null) {
      return Collectives.part(sizeBytes, ranks.length, to);
    }
    long all = sizes.bytes(from, to);
    return all / channels + (channel < all % channels ? 1 : 0);
  }

  /** The last operation of a member, which its next one requires. */
  public int last(int member) {
    return last[member];
  }

  /** Sets the operation that a member's next one requires, instead of all before. */
  public void advance(int member, int operation) {
    last[member] = operation;
  }

  /**
   * Adds a message.
   *
   * @param sendAfter an operation of the sending member that must have ended; {@link Collectives#NONE} for none
   * @param receiveAfter requirement of the receiving member
   * @return the send; the receive has the next number
   */
  public int message(int from, int to, long sizeBytes, int sendAfter, int receiveAfter) {
    return message(channel, from, to, sizeBytes, sendAfter, receiveAfter);
  }

  /** Adds a message on a separate channel, for an algorithm that needs several. */
  int message(int by, int from, int to, long sizeBytes, int sendAfter, int receiveAfter) {
    int send = graph.message(ranks[from], ranks[to], sizeBytes);
    graph.channel(send, by);
    if (sendAfter != Collectives.NONE) {
      graph.requires(send, sendAfter);
    }
    if (receiveAfter != Collectives.NONE) {
      graph.requires(send + 1, receiveAfter);
    }
    return send;
  }

  /**
   * Adds the messages of a ring; its members do nothing else in this channel.
   *
   * @param order the members by place
   * @param slots number of a member's simultaneous sends, if parts have several chunks
   */
  void ring(int[] order, int steps, long sizeBytes, int chunks, int slots) {
    int[] byPlace = Arrays.stream(order).map(member -> ranks[member]).toArray();
    int[] begins = Arrays.stream(order).map(member -> last[member]).toArray();
    rings.add(new MemberRing(graph.ring(new RingShape(byPlace, steps, sizeBytes, chunks, slots, channel), begins), order));
    for (int member : order) {
      last[member] = Collectives.NONE; // the ring itself ends with the member's end
    }
  }

  /** Makes an operation require the end of another one of its rank. */
  void requires(int operation, int before) {
    graph.requires(operation, before);
  }

  /** Adds an operation of a member that ends when all of these have ended; {@link Collectives#NONE} counts as ended. */
  int join(int member, int... operations) {
    int join = graph.compute(ranks[member], 0, 0);
    for (int operation : operations) {
      if (operation != Collectives.NONE) {
        graph.requires(join, operation);
      }
    }
    return join;
  }

  /** Makes a member's completion require the end of this operation. */
  public void endsWith(int member, int operation) {
    if (endCount == ends.length) {
      ends = Arrays.copyOf(ends, endCount * 2);
      nextEnd = Arrays.copyOf(nextEnd, endCount * 2);
    }
    ends[endCount] = operation;
    nextEnd[endCount] = firstEnd[member];
    firstEnd[member] = endCount++;
  }

  /**
   * Returns for each member an operation that ends with its completion, after its last operation and all those of {@link
   * #endsWith}.
   */
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
    for (MemberRing each : rings) {
      graph.endRing(each.ring, Arrays.stream(each.order).map(member -> after[member]).toArray());
    }
    return after;
  }
}
