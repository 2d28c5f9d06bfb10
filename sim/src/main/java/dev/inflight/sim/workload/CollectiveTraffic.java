package dev.inflight.sim.workload;

import dev.inflight.sim.random.Randoms;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.server.Servers;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.collective.plan.JobServers;
import dev.inflight.sim.collective.plan.PairSizes;
import dev.inflight.sim.collective.plan.SizeMatrix;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.telemetry.util.Check;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Groups of ranks that repeat a collective, as a training job does. A rank starts the next repetition when it has completed the
 * last one and its computation. Sizes and bandwidths are those of NCCL's tests.
 *
 * @param op the operation
 * @param algorithm the algorithm; {@code usual}: roughly the choice of NCCL
 * @param sizeBytes a rank's whole buffer; where each rank starts or ends with a part, all parts together, 1 or more
 * @param channels equal parts of the buffer, each on connections of its own, 0 to 64; 0: one, or one for each GPU of a server if
 *     the algorithm uses a rail for each
 * @param chunkBytes size of the chunks in which data goes from rank to rank, 0 or more; 0: the default of the algorithm
 * @param slots chunks in flight at once on a connection, or concurrent sends of a rank if each goes to another rank, 0 to 1024;
 *     0: the default of the algorithm
 * @param protocol NCCL's protocol: the time that ranks need for each message in addition to the network, and the bytes in
 *     addition to the data
 * @param kernels whether the kernel of a channel processes one chunk at a time within a server, and needs time for each; only
 *     with algorithm ring or nvls and a protocol
 * @param ranks ranks of a group, 2 or more; 0: all hosts, divided by the groups
 * @param groups groups that do the same at the same time, 1 or more
 * @param placement which hosts belong to a group
 * @param first position of the first rank's host among the hosts, 0 or more
 * @param repeat number of repetitions, 1 or more
 * @param computePs computation of each rank before each repetition
 * @param root broadcast, scatter: the rank of a group that has the bytes; reduce, gather: the rank that gets them, 0 or more
 * @param skew all-to-all: exponent s of a skewed distribution; the share of the i-th most popular rank is in proportion to i^-s,
 *     0 to 4
 * @param matrix all-to-all: bytes from each rank of a group to each, row by row, as in {@code 0 1000, 2000 0}, instead of size;
 *     empty: equal shares of size
 * @param job name of the job in results; empty: the name of op
 * @param startPs start of the ranks; with after, the delay after that job's end
 * @param after name of an earlier workload's job that has to end first; empty: none
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record CollectiveTraffic(CollectiveKind op, String algorithm, long sizeBytes, int channels, long chunkBytes, int slots,
    CollectiveProtocol protocol, boolean kernels, int ranks, int groups, Placement placement, int first, int repeat,
    long computePs, int root, double skew, String matrix, String job, long startPs, String after, int priority,
    int port) implements Workload {
  /** Choices of a group's hosts. */
  public enum Placement {
    /** Consecutive hosts: the first group has the first hosts. */
    BLOCK,
    /** Every n-th host for n groups: on fabrics with rails, the hosts of one rail. */
    STRIDED,
    /** Random, by the scenario's seed. */
    RANDOM
  }

  static final String USUAL = "usual";

  /** One ring all-reduce of 1 MB over all hosts. */
  public static final CollectiveTraffic DEFAULT = new CollectiveTraffic(CollectiveKind.ALL_REDUCE, USUAL, 1_000_000, 0, 0, 0,
      CollectiveProtocol.NONE, false, 0, 1, Placement.BLOCK, 0, 1, 0, 0, 0, "", "", 0, "", 3, 400);

  /** Checks the ranges. */
  public CollectiveTraffic {
    if (!algorithm.equals(USUAL)) {
      Collectives.checked(op, algorithm);
    }
    Check.size("size", sizeBytes, 1);
    Check.check("channels", channels, 0, OperationGraph.MOST_CHANNELS);
    Check.size("chunk", chunkBytes, 0);
    Check.check("slots", slots, 0, ChannelPlan.MOST_SLOTS);
    if (!matrix.isEmpty()) {
      SizeMatrix.of(matrix);
    }
    if (ranks < 0 || ranks == 1) {
      throw new IllegalArgumentException("ranks must be 2 or more, or 0 for all hosts, found " + ranks);
    }
    Check.count("groups", groups, 1);
    Check.count("repeat", repeat, 1);
    Check.time("compute", computePs, 0);
    if (root < 0) {
      throw new IllegalArgumentException("root " + root + " is below 0");
    }
    Check.within("skew", skew, 0, 4);
    JobPlace.check(first, startPs, priority, port);
  }

  /** Values of {@code algorithm}, and the ops that each carries out. */
  public static Map<String, List<String>> algorithms() {
    var all = new LinkedHashMap<String, List<String>>();
    all.put(USUAL, opsWhere(_ -> true));
    Collectives.ALL.forEach(one -> all.put(one.name(), opsWhere(one::does)));
    return all;
  }

  private static List<String> opsWhere(Predicate<CollectiveKind> does) {
    return Arrays.stream(CollectiveKind.values()).filter(does).map(Collectives::words).toList();
  }

  @Override
  public String name() {
    return "collective";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    checkOp();
    SizeMatrix given = matrix.isEmpty() ? null : SizeMatrix.of(matrix);
    int[] hosts = topology.hosts();
    int members = ranks > 0 ? ranks : given != null ? given.ranks() : (hosts.length - first) / groups;
    long all = (long) members * groups;
    if (members < 2 || first + all > hosts.length) {
      throw new IllegalArgumentException(
          "a collective of " + (groups == 1 ? "" : groups + " groups of ") + Math.max(2, members) + " ranks from place " + first
              + " on needs " + (first + Math.max(2, members) * (long) groups) + " hosts; the topology has " + hosts.length);
    }
    if (root >= members) {
      throw new IllegalArgumentException("root " + root + " is outside 0 to " + (members - 1));
    }
    if (given != null && given.ranks() != members) {
      throw new IllegalArgumentException(
          "ranks " + members + " contradicts the matrix of " + given.ranks() + " ranks; remove ranks");
    }
    WorkloadChecks.flows(name(), (double) all * repeat * members);
    int[] chosen = Arrays.copyOfRange(hosts, first, first + (int) all);
    if (placement == Placement.RANDOM) {
      shuffle(chosen, Randoms.stream(seed, name(), flows.count()));
    }
    PairSizes sizes = skew > 0 ? shares(members, Randoms.stream(seed, "collective-skew", flows.count())) : given;
    long bytes = given == null ? sizeBytes : given.largestBufferBytes();
    var servers = new JobServers(Servers.of(topology), chosen);
    var graph = new GraphBuilder((int) all);
    for (int number = 0; number < groups; number++) {
      addGroup(flows, graph, membersOf(number, members), number, bytes, sizes, servers);
    }
    var place = new JobPlace(job.isEmpty() ? Collectives.words(op) : job, first, startPs, after, priority, port);
    flows.addJob(place, graph.build(operation -> "operation " + operation), chosen);
  }

  private void checkOp() {
    if (skew > 0 && op != CollectiveKind.ALL_TO_ALL) {
      throw new IllegalArgumentException("skew needs op=all-to-all, not " + Collectives.words(op));
    }
    if (!matrix.isEmpty() && op != CollectiveKind.ALL_TO_ALL) {
      throw new IllegalArgumentException("matrix needs op=all-to-all, not " + Collectives.words(op));
    }
    if (!matrix.isEmpty() && skew > 0) {
      throw new IllegalArgumentException("skew and matrix both set sizes; remove one of them");
    }
    if (root > 0 && !op.hasRoot()) {
      throw new IllegalArgumentException(
          "root needs op=" + String.join(" or ", rooted()) + ", not " + Collectives.words(op) + "; remove root");
    }
  }

  private void checkKernels(String how, ChannelPlan plan) {
    if (!kernels) {
      return;
    }
    if (protocol == CollectiveProtocol.NONE) {
      throw new IllegalArgumentException(
          "kernels needs a protocol, and protocol is none; set protocol=simple, ll128 or ll");
    }
    if (!how.equals("ring") && !how.equals("nvls")) {
      throw new IllegalArgumentException("kernels needs algorithm=ring or nvls, not " + how + "; remove kernels");
    }
    if (how.equals("nvls") && protocol != CollectiveProtocol.SIMPLE) {
      throw new IllegalArgumentException("kernels with algorithm=nvls needs protocol=simple; set it, or algorithm=ring");
    }
    if (how.equals("ring") && chunkBytes > protocol.sliceBytes()) {
      throw new IllegalArgumentException("chunk " + chunkBytes + " bytes is above " + protocol.sliceBytes()
          + " bytes, the slice of a kernel with this protocol; set a smaller chunk, or remove kernels");
    }
    if (plan.servers().count() > 1) {
      throw new IllegalArgumentException("kernels needs all ranks in one server, and these are in " + plan.servers().count()
          + "; set ranks and first to one server, or remove kernels");
    }
  }

  private static List<String> rooted() {
    return Arrays.stream(CollectiveKind.values()).filter(CollectiveKind::hasRoot).map(Collectives::words).toList();
  }

  private int[] membersOf(int group, int members) {
    int[] of = new int[members];
    Arrays.setAll(of, member -> placement == Placement.STRIDED ? member * groups + group : group * members + member);
    return of;
  }

  private void addGroup(FlowTable flows, GraphBuilder graph, int[] of, int number, long bytes, @Nullable PairSizes sizes,
      JobServers servers) {
    ChannelPlan plan = servers.plan(of, channels, chunkBytes, slots, protocol, kernels);
    String how = algorithm.equals(USUAL) ? Collectives.usual(op, plan, bytes, servers.tuner(of)) : algorithm;
    checkKernels(how, plan);
    double times = (double) (groups - number) * repeat;
    double kept = times * Collectives.leastKept(op, how, plan, bytes);
    flows.expect(times * Collectives.leastMessages(op, how, plan, bytes), kept, graph.operations() + 2 * kept);
    int[] last = new int[of.length];
    Arrays.fill(last, Collectives.NONE);
    for (int time = 1; time <= repeat; time++) {
      if (computePs > 0) {
        compute(graph, of, last);
      }
      String name = Collectives.words(op) + (groups > 1 ? " of group " + (number + 1) : "") + (repeat > 1 ? ", " + time : "");
      last = Collectives.add(graph, new Collective(name, op, how, of.length, bytes), of, root, last, plan, sizes);
    }
  }

  private void compute(GraphBuilder graph, int[] of, int[] last) {
    for (int member = 0; member < of.length; member++) {
      int computation = graph.compute(of[member], 0, computePs);
      if (last[member] != Collectives.NONE) {
        graph.requires(computation, last[member]);
      }
      last[member] = computation;
    }
  }

  /** Returns each member's share of all bytes; the most popular member is drawn at random. */
  private PairSizes shares(int members, RandomGenerator random) {
    int[] order = new int[members];
    Arrays.setAll(order, i -> i);
    shuffle(order, random);
    double[] shares = new double[members];
    double sum = 0;
    for (int place = 0; place < members; place++) {
      shares[order[place]] = StrictMath.pow(place + 1, -skew);
      sum += shares[order[place]];
    }
    double all = sum;
    return (_, to) -> Math.max(1, Math.round(sizeBytes * (shares[to] / all)));
  }

  private static void shuffle(int[] values, RandomGenerator random) {
    for (int left = values.length; left > 1; left--) {
      int drawn = (int) Randoms.below(random, left);
      int moved = values[drawn];
      values[drawn] = values[left - 1];
      values[left - 1] = moved;
    }
  }
}
