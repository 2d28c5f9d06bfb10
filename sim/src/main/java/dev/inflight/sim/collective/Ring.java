package dev.inflight.sim.collective;

import dev.inflight.sim.graph.CollectiveKind;

/**
 * Each rank sends to the next one only. In each of n - 1 steps a rank passes on the part that has just come (and, where sums are made, its own of it
 * added); an all-reduce goes round twice, first to sum, then to share. A broadcast passes the buffer on in {@link Parts}, so that all links carry
 * at once.
 */
final class Ring implements CollectiveAlgorithm {
  @Override
  public String name() {
    return "ring";
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return kind != CollectiveKind.ALL_TO_ALL;
  }

  @Override
  public long leastMessages(CollectiveKind kind, int ranks) {
    return kind == CollectiveKind.BROADCAST ? ranks - 1L : (kind == CollectiveKind.ALL_REDUCE ? 2L : 1L) * ranks * (ranks - 1L);
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    int count = members.count();
    if (kind == CollectiveKind.BROADCAST) {
      broadcast(members, sizeBytes);
      return;
    }
    int steps = (kind == CollectiveKind.ALL_REDUCE ? 2 : 1) * (count - 1);
    int[] received = new int[count];
    int[] sends = new int[count];
    for (int member = 0; member < count; member++) {
      received[member] = members.last(member);
    }
    int[] begun = received.clone();
    for (int step = 0; step < steps; step++) {
      for (int member = 0; member < count; member++) {
        int next = (member + 1) % count;
        int part = Math.floorMod(member - step, count);
        sends[member] = members.message(member, next, Collectives.part(sizeBytes, count, part), received[member], begun[next]);
        members.endsWith(member, sends[member]);
      }
      for (int member = 0; member < count; member++) {
        received[(member + 1) % count] = sends[member] + 1;
      }
    }
    for (int member = 0; member < count; member++) {
      members.advance(member, received[member]);
    }
  }

  private static void broadcast(Members members, long sizeBytes) {
    int count = members.count();
    var parts = new Parts(members, sizeBytes, count);
    for (int part = 0; part < parts.count(); part++) {
      int at = members.root();
      int has = members.last(at);
      for (int hop = 1; hop < count; hop++) {
        int next = (members.root() + hop) % count;
        int send = parts.message(at, part, at, next, has, members.last(next));
        members.endsWith(at, send);
        members.endsWith(next, send + 1);
        at = next;
        has = send + 1;
      }
    }
  }
}
