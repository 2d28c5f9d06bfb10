package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.graph.CollectiveKind;
import org.jspecify.annotations.Nullable;

/**
 * Each rank sends at once to all ranks that need a part of its data. An all-reduce is a reduce-scatter and, when a rank has its
 * sum, an all-gather of it. In a gather or scatter the link of the root is the bottleneck. If each rank sends to the next one and
 * receives from the one before (send-recv of NCCL's tests), every link carries the buffer once.
 */
final class Direct implements CollectiveAlgorithm {
  @Override
  public String name() {
    return "direct";
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return kind != CollectiveKind.BROADCAST && kind != CollectiveKind.REDUCE;
  }

  @Override
  public double leastMessages(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    int ranks = plan.servers().members();
    return switch (kind) {
      case ALL_REDUCE -> 2.0 * ranks * (ranks - 1);
      case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> ranks * (ranks - 1.0);
      case GATHER, SCATTER, BROADCAST, REDUCE -> ranks - 1.0;
      case SEND_RECV -> ranks;
    };
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    if (kind != CollectiveKind.ALL_REDUCE) {
      exchange(members, kind, sizeBytes, null);
      return;
    }
    int count = members.count();
    int[] all = new int[count];
    int[] before = new int[count];
    long[] bytes = new long[count];
    for (int member = 0; member < count; member++) {
      all[member] = member;
      before[member] = members.last(member);
      bytes[member] = Collectives.part(sizeBytes, count, member);
    }
    int[] summed = amongAll(members, all, before, bytes, true);
    int[] after = amongAll(members, all, summed, bytes, false);
    for (int member = 0; member < count; member++) {
      members.advance(member, after[member]);
    }
  }

  /**
   * Adds messages from each of some members to each other one.
   *
   * @param before for each member the operation that must end before it sends or receives
   * @param bytes bytes by place: to a member if they are summed, or from it
   * @param toEach true if each member gets its own bytes of all; false if all get those of each
   * @return for each member an operation that ends when all its messages have arrived
   */
  static int[] amongAll(Members members, int[] of, int[] before, long[] bytes, boolean toEach) {
    int[][] received = new int[of.length][of.length];
    for (int step = 1; step < of.length; step++) {
      for (int place = 0; place < of.length; place++) {
        int to = (place + step) % of.length;
        int send = members.message(of[place], of[to], bytes[toEach ? to : place], before[place], before[to]);
        members.endsWith(of[place], send);
        received[to][place] = send + 1;
      }
    }
    int[] after = new int[of.length];
    for (int place = 0; place < of.length; place++) {
      received[place][place] = before[place]; // the member's own part
      after[place] = members.join(of[place], received[place]);
    }
    return after;
  }

  /** Adds the messages of an exchange in one step. A window bounds the simultaneous sends of a rank. */
  static void exchange(Members members, CollectiveKind kind, long sizeBytes, @Nullable SendWindow window) {
    int count = members.count();
    int last = kind == CollectiveKind.SEND_RECV ? 2 : count;
    for (int step = 1; step < last; step++) {
      for (int member = 0; member < count; member++) {
        int to = (member + step) % count;
        boolean takesPart = switch (kind) {
          case GATHER -> to == members.root();
          case SCATTER -> member == members.root();
          default -> true;
        };
        long bytes = takesPart ? bytes(members, kind, member, to, sizeBytes) : 0;
        if (bytes == 0) {
          continue;
        }
        int send = members.message(member, to, bytes, members.last(member), members.last(to));
        if (window != null) {
          window.add(member, send);
        }
        members.endsWith(member, send);
        members.endsWith(to, send + 1);
      }
    }
  }

  private static long bytes(Members members, CollectiveKind kind, int from, int to, long sizeBytes) {
    return switch (kind) {
      case ALL_TO_ALL -> members.pair(from, to, sizeBytes);
      case ALL_GATHER, GATHER -> Collectives.part(sizeBytes, members.count(), from);
      case SEND_RECV -> sizeBytes;
      default -> Collectives.part(sizeBytes, members.count(), to);
    };
  }
}
