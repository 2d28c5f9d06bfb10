package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.ServerGroups;
import dev.inflight.sim.graph.CollectiveKind;

/**
 * Ranks exchange data with partners; the numbers of two partners differ in one bit. To sum, they exchange halves of their data,
 * farthest partner first; to gather, they exchange their data, farthest partner last (Thakur, Rabenseifner, Gropp 2005, recursive
 * halving and doubling). The number of ranks is a power of two.
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
  public double leastMessages(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    int ranks = plan.servers().members();
    return (kind == CollectiveKind.ALL_REDUCE ? 2.0 : 1.0) * ranks * (31 - Integer.numberOfLeadingZeros(ranks));
  }

  @Override
  public void check(ServerGroups servers, int channels) {
    if (Integer.bitCount(servers.members()) != 1) {
      throw new IllegalArgumentException("'halving-doubling' needs a power of two of ranks, not " + servers.members());
    }
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    int count = members.count();
    int[] all = new int[count];
    int[] has = new int[count];
    for (int member = 0; member < count; member++) {
      all[member] = member;
      has[member] = members.last(member);
    }
    int[] after = exchangeAll(members, all, kind, sizeBytes, has);
    for (int member = 0; member < count; member++) {
      members.advance(member, after[member]);
    }
  }

  /**
   * Adds the messages among some members. Their number is a power of two.
   *
   * @param before for each member the operation that must end first
   * @return for each member its last operation
   */
  static int[] exchangeAll(Members members, int[] of, CollectiveKind kind, long sizeBytes, int[] before) {
    int[] has = before;
    if (kind != CollectiveKind.ALL_GATHER) {
      for (int distance = of.length / 2; distance >= 1; distance /= 2) {
        has = exchange(members, of, distance, sizeBytes, has);
      }
    }
    if (kind != CollectiveKind.REDUCE_SCATTER) {
      for (int distance = 1; distance < of.length; distance *= 2) {
        has = exchange(members, of, distance, sizeBytes, has);
      }
    }
    return has;
  }

  /** Adds the exchange of all ranks with their partners. Its share of the buffer is their distance over the number of ranks. */
  private static int[] exchange(Members members, int[] of, int distance, long sizeBytes, int[] has) {
    int[] received = new int[of.length];
    long bytes = Collectives.part(sizeBytes, of.length / distance, 0);
    for (int place = 0; place < of.length; place++) {
      int partner = place ^ distance;
      int send = members.message(of[place], of[partner], bytes, has[place], has[partner]);
      members.endsWith(of[place], send);
      received[partner] = send + 1;
    }
    return received;
  }
}
