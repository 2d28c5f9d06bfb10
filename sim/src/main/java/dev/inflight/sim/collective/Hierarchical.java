package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.collective.plan.ServerGroups;
import dev.inflight.sim.graph.CollectiveKind;
import java.util.Arrays;

/**
 * A collective first in each server, then among the servers on each rail, then in each server again. GPUs of a server sum so that
 * each has a part of the sum. GPUs at one place of all servers carry out the collective with that part, by halving and doubling
 * if the servers are a power of two, otherwise in a ring. Then GPUs of a server exchange their parts. The buffer goes in pieces,
 * so that the switch in the server and the network work at once.
 *
 * <p>If the switch in a server sums and copies (NVLink SHARP), a GPU sends its whole buffer once and its own part of the sum, and
 * receives as much. Here no switch sums messages; each carries its share of the GPU link's data, so that links are as busy.
 *
 * @param inSwitch true if the switch in a server sums and copies
 */
record Hierarchical(boolean inSwitch) implements CollectiveAlgorithm {
  private static final int MOST_PIECES = 64;
  /** Number of pieces in transfer at once. */
  private static final int AT_ONCE = 8;

  @Override
  public String name() {
    return inSwitch ? "nvls" : "hierarchical";
  }

  @Override
  public boolean does(CollectiveKind kind) {
    return kind == CollectiveKind.ALL_REDUCE
        || !inSwitch && (kind == CollectiveKind.ALL_GATHER || kind == CollectiveKind.REDUCE_SCATTER);
  }

  @Override
  public double leastMessages(CollectiveKind kind, ChannelPlan plan, long sizeBytes) {
    ServerGroups servers = plan.servers();
    double phases = kind == CollectiveKind.ALL_REDUCE ? 2 : 1;
    return pieces(plan, sizeBytes) * phases * servers.members()
        * (servers.most() - 1 + 31 - Integer.numberOfLeadingZeros(servers.count()));
  }

  /** Number of pieces of the buffer: with a chunk size, a message between servers has that size. */
  private int pieces(ChannelPlan plan, long sizeBytes) {
    long ofMessage = Math.max(1, sizeBytes / plan.servers().members());
    long usual = Math.clamp(ofMessage / ChannelPlan.LEAST_CHUNK_BYTES, 1, MOST_PIECES);
    boolean asNccl = inSwitch && plan.protocol() != CollectiveProtocol.NONE;
    if (asNccl && plan.chunkBytes() == 0) {
      return plan.switchPieces(sizeBytes);
    }
    return plan.chunkBytes() == 0 ? (int) usual : plan.chunks(ofMessage, usual, 1);
  }

  @Override
  public void check(ServerGroups servers, int channels) {
    if (!servers.areEven()) {
      throw new IllegalArgumentException(
          "algorithm '" + name() + "' needs the same number of ranks in each server, found " + servers.size(0)
              + " in the first and " + servers.size(firstOther(servers))
              + " in another; set ranks and first to fill servers, or use algorithm=ring");
    }
    if (inSwitch && servers.most() == 1) {
      throw new IllegalArgumentException(
          "algorithm '" + name() + "' runs in the switch of a server, and here each server has one rank only; use a topology"
              + " with servers, such as rail-optimized, or algorithm=ring");
    }
  }

  private static int firstOther(ServerGroups servers) {
    int other = 0;
    while (servers.size(other) == servers.size(0)) {
      other++;
    }
    return other;
  }

  @Override
  public void add(Members members, CollectiveKind kind, long sizeBytes) {
    int pieces = pieces(members.plan(), sizeBytes);
    int atOnce = members.plan().slots(AT_ONCE);
    int count = members.count();
    int[][] ended = new int[atOnce][count];
    for (int[] of : ended) {
      Arrays.setAll(of, members::last);
    }
    for (int piece = 0; piece < pieces; piece++) {
      int[] before = ended[piece % atOnce];
      int[] after = add(members, kind, Collectives.part(sizeBytes, pieces, piece), before);
      ended[piece % atOnce] = after;
      for (int member = 0; member < count; member++) {
        members.endsWith(member, after[member]);
      }
    }
  }

  /** Adds a piece; returns for each member an operation that ends when the member has the piece. */
  private int[] add(Members members, CollectiveKind kind, long sizeBytes, int[] before) {
    int[] has = before;
    if (kind != CollectiveKind.ALL_GATHER) {
      has = inServers(members, sizeBytes, has, true);
    }
    has = onRails(members, kind, sizeBytes, has);
    return kind == CollectiveKind.REDUCE_SCATTER ? has : inServers(members, sizeBytes, has, false);
  }

  private int[] inServers(Members members, long sizeBytes, int[] before, boolean sums) {
    ServerGroups servers = members.servers();
    int[] after = before.clone();
    int size = servers.most();
    for (int server = 0; server < servers.count() && size > 1; server++) {
      int[] of = new int[size];
      long[] bytes = new long[size];
      for (int local = 0; local < size; local++) {
        of[local] = servers.member(server, local);
        bytes[local] = bytesInServer(Collectives.part(sizeBytes, size, local), size);
      }
      int[] ends = Direct.amongAll(members, of, Arrays.stream(of).map(member -> before[member]).toArray(), bytes, sums);
      for (int local = 0; local < size; local++) {
        after[of[local]] = ends[local];
      }
    }
    return after;
  }

  /** Bytes of a message in a server for a part of the buffer: if the switch sums, half of the GPU's data in each phase. */
  private long bytesInServer(long part, int size) {
    return inSwitch ? Math.ceilDiv(part * (size + 1), 2L * (size - 1)) : part;
  }

  private static int[] onRails(Members members, CollectiveKind kind, long sizeBytes, int[] before) {
    ServerGroups servers = members.servers();
    int[] after = before.clone();
    int count = servers.count();
    for (int local = 0; local < servers.most() && count > 1; local++) {
      int[] of = new int[count];
      int[] has = new int[count];
      for (int server = 0; server < count; server++) {
        of[server] = servers.member(server, local);
        has[server] = before[of[server]];
      }
      int[] ends = onRail(members, of, kind, Collectives.part(sizeBytes, servers.most(), local), has);
      for (int server = 0; server < count; server++) {
        after[of[server]] = ends[server];
      }
    }
    return after;
  }

  private static int[] onRail(Members members, int[] of, CollectiveKind kind, long sizeBytes, int[] has) {
    if (Integer.bitCount(of.length) == 1) {
      return HalvingDoubling.exchangeAll(members, of, kind, sizeBytes, has);
    }
    int[] received = has;
    for (int step = 0; step < (kind == CollectiveKind.ALL_REDUCE ? 2 : 1) * (of.length - 1); step++) {
      received = pass(members, of, step, sizeBytes, received, has);
    }
    return received;
  }

  /** Adds a step of a ring: each member passes on the data of the step before. */
  private static int[] pass(Members members, int[] of, int step, long sizeBytes, int[] received, int[] before) {
    int[] next = new int[of.length];
    for (int place = 0; place < of.length; place++) {
      int to = (place + 1) % of.length;
      long bytes = Collectives.part(sizeBytes, of.length, Math.floorMod(place - step, of.length));
      int send = members.message(of[place], of[to], bytes, received[place], before[to]);
      members.endsWith(of[place], send);
      next[to] = send + 1;
    }
    return next;
  }
}
