package dev.inflight.sim.collective;

import dev.inflight.sim.graph.CollectiveKind;
import java.util.Arrays;

/**
 * Each rank sends each other one its part directly: in step s rank r sends to r + s, so that in each step every rank receives from one other.
 * Only so many sends of a rank are under way at once, because real NICs have so many queue pairs at work, and memory here is bounded too.
 */
final class Pairwise implements CollectiveAlgorithm {
  /** Sends of a rank under way at once. */
  static final int AT_ONCE = 8;

  @Override
  public String name() {
    return "pairwise";
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return kind == CollectiveKind.ALL_TO_ALL || kind == CollectiveKind.ALL_GATHER;
  }

  @Override
  public long leastMessages(CollectiveKind kind, int ranks) {
    return ranks * (ranks - 1L);
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    int count = members.count();
    int[][] window = new int[count][AT_ONCE];
    for (int member = 0; member < count; member++) {
      Arrays.fill(window[member], members.last(member));
    }
    int[] begun = new int[count];
    for (int member = 0; member < count; member++) {
      begun[member] = members.last(member);
    }
    for (int step = 1; step < count; step++) {
      int slot = step % AT_ONCE;
      for (int member = 0; member < count; member++) {
        int to = (member + step) % count;
        long bytes = members.part(members.size(member, sizeBytes), kind == CollectiveKind.ALL_GATHER ? member : to);
        int send = members.message(member, to, bytes, window[member][slot], begun[to]);
        window[member][slot] = send;
        members.endsWith(member, send);
        members.endsWith(to, send + 1);
      }
    }
  }
}
