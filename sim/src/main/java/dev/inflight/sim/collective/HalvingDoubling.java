package dev.inflight.sim.collective;

import dev.inflight.sim.graph.CollectiveKind;

/**
 * Ranks exchange with a partner whose number differs in one bit: to sum, halves of what they have, from the farthest partner on; to gather, what they
 * have, to the farthest (Thakur, Rabenseifner, Gropp 2005, recursive halving and doubling). The number of ranks is a power of two.
 */
final class HalvingDoubling implements CollectiveAlgorithm {
  @Override
  public String name() {
    return "halving-doubling";
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return kind == CollectiveKind.ALL_REDUCE || kind == CollectiveKind.ALL_GATHER || kind == CollectiveKind.REDUCE_SCATTER;
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    int count = members.count();
    if (Integer.bitCount(count) != 1) {
      throw new IllegalArgumentException("'halving-doubling' needs a power of two of ranks, not " + count);
    }
    if (kind != CollectiveKind.ALL_GATHER) {
      for (int distance = count / 2; distance >= 1; distance /= 2) {
        exchange(members, distance, sizeBytes);
      }
    }
    if (kind != CollectiveKind.REDUCE_SCATTER) {
      for (int distance = 1; distance < count; distance *= 2) {
        exchange(members, distance, sizeBytes);
      }
    }
  }

  /** All ranks and their partners send each other as large a part of the whole as their distance is of the number of ranks. */
  private static void exchange(Members members, int distance, long sizeBytes) {
    int count = members.count();
    int[] sends = new int[count];
    long bytes = Collectives.part(sizeBytes, count / distance, 0);
    for (int member = 0; member < count; member++) {
      int partner = member ^ distance;
      sends[member] = members.message(member, partner, bytes, members.last(member), members.last(partner));
      members.endsWith(member, sends[member]);
    }
    for (int member = 0; member < count; member++) {
      members.advance(member, sends[member ^ distance] + 1);
    }
  }
}
