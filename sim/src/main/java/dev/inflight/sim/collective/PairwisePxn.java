package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.ServerGroups;
import dev.inflight.sim.graph.CollectiveKind;
import java.util.ArrayList;
import java.util.List;

/**
 * An all-to-all that crosses no rails (NCCL's PXN, "PCI times NVLink"). Data for a GPU of another server first goes, by the
 * switch in the sender's server, to the GPU at the same place in that server. That GPU sends the data of all GPUs of its server
 * for one peer as one message, on its rail. Servers take turns: in step s all GPUs of a server send to the one that is s after
 * it.
 */
final class PairwisePxn implements CollectiveAlgorithm {
  static final String NAME = "pairwise-pxn";

  /** Largest number of parts of the data for one server; they follow each other, and the network does not wait for all. */
  private static final int MOST_PARTS = 16;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return kind == CollectiveKind.ALL_TO_ALL;
  }

  @Override
  public double leastMessages(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    int ranks = plan.servers().members();
    return ranks * (ranks - 1.0) / 2;
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    ServerGroups servers = members.servers();
    int slots = members.plan().slots(Pairwise.AT_ONCE);
    var network = new SendWindow(members, members.count(), slots);
    var inside = new SendWindow(members, members.count(), slots * servers.most());
    for (int step = 1; step < servers.count(); step++) {
      for (int server = 0; server < servers.count(); server++) {
        toServer(members, server, (server + step) % servers.count(), sizeBytes, inside, network);
      }
    }
    for (int server = 0; server < servers.count(); server++) { // last, because the network would wait for it
      within(members, server, sizeBytes, inside);
    }
  }

  private static void within(Members members, int server, long sizeBytes, SendWindow inside) {
    int size = members.servers().size(server);
    for (int step = 1; step < size; step++) {
      for (int local = 0; local < size; local++) {
        int from = members.servers().member(server, local);
        int to = members.servers().member(server, local + step);
        long bytes = members.pair(from, to, sizeBytes);
        if (bytes > 0) {
          members.endsWith(to, send(members, from, to, bytes, members.last(from), inside) + 1);
        }
      }
    }
  }

  private static int send(Members members, int from, int to, long bytes, int after, SendWindow window) {
    int send = members.message(from, to, bytes, after, members.last(to));
    window.add(from, send);
    members.endsWith(from, send);
    return send;
  }

  private static void toServer(Members members, int server, int other, long sizeBytes, SendWindow inside, SendWindow network) {
    ServerGroups servers = members.servers();
    long most = 0;
    for (int local = 0; local < servers.size(other); local++) {
      most = Math.max(most, bytesFor(members, server, servers.member(other, local), sizeBytes));
    }
    int parts = Math.min(MOST_PARTS, members.plan().chunks(most, 1, 1));
    for (int part = 0; part < parts; part++) {
      addPart(members, server, other, new Cut(sizeBytes, parts, part), inside, network);
    }
  }

  /** One part of the data from each member to each. */
  private record Cut(long sizeBytes, int parts, int part) {
    long bytes(Members members, int from, int to) {
      long all = members.pair(from, to, sizeBytes);
      return all / parts + (part < all % parts ? 1 : 0);
    }
  }

  private static long bytesFor(Members members, int server, int to, long sizeBytes) {
    long all = 0;
    for (int place = 0; place < members.servers().size(server); place++) {
      all += members.pair(members.servers().member(server, place), to, sizeBytes);
    }
    return all;
  }

  private static void addPart(Members members, int server, int other, Cut cut, SendWindow inside, SendWindow network) {
    ServerGroups servers = members.servers();
    int size = servers.size(server);
    List<List<Integer>> come = new ArrayList<>();
    long[] together = new long[servers.size(other)];
    for (int local = 0; local < together.length; local++) {
      come.add(new ArrayList<>());
    }
    for (int step = 0; step < size; step++) { // each to another one, so that none receives from all at once
      for (int place = 0; place < size; place++) {
        int from = servers.member(server, place);
        for (int local = (place + step) % size; local < together.length; local += size) {
          long bytes = cut.bytes(members, from, servers.member(other, local));
          together[local] += bytes;
          int by = servers.member(server, local);
          if (by != from && bytes > 0) {
            come.get(local).add(send(members, from, by, bytes, members.last(from), inside) + 1);
          }
        }
      }
    }
    for (int local = 0; local < together.length; local++) {
      if (together[local] > 0) {
        int by = servers.member(server, local);
        come.get(local).add(members.last(by));
        int ready = members.join(by, come.get(local).stream().mapToInt(Integer::intValue).toArray());
        int to = servers.member(other, local);
        members.endsWith(to, send(members, by, to, together[local], ready, network) + 1);
      }
    }
  }
}
