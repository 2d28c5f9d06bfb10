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
 * Ranks that carry out a collective some times, one after the other, as a training job does; each group of ranks its own. A rank starts the
 * next one when it has completed the last, and has computed. Sizes and bandwidths are those of NCCL's tests.
 *
 * @param op collective operation
 * @param algorithm algorithm; {@code usual} for NCCL's choice in broad lines
 * @param sizeBytes a rank's whole buffer; where each starts or ends with a part, all parts together; 1 or more
 * @param channels equal parts of the buffer, each on separate connections, 0 to 64; 0: the GPUs of a server if the algorithm uses a rail
 *     for each
 * @param chunkBytes size of the chunks of data from rank to rank, 0 or more; 0: the algorithm's own chunks
 * @param slots chunks in transfer at once on a connection, or simultaneous sends of a rank to different others, 0 to 1024; 0: the
 *     algorithm's own
 * @param protocol protocol of NCCL: time of ranks for each message besides the network, and bytes besides the data; none: neither
 * @param kernels true if in one server a channel's kernel works on one chunk at a time, and takes time for each; by ring or nvls with a
 *     protocol
 * @param ranks number of ranks in a group, 2 or more; 0: all hosts, divided by the groups
 * @param groups number of groups that do the same at once, 1 or more
 * @param placement choice of a group's hosts
 * @param first the place among the hosts of the first rank, 0 or more
 * @param repeat number of repetitions, 1 or more
 * @param computePs time that each rank computes before each
 * @param root root of a broadcast or scatter, the rank of a group that has the bytes; or of a reduce or gather, the rank that gets them; 0
 *     or more
 * @param skew skew of an all-to-all: the i-th most wanted rank gets a share in proportion to i to the power of minus this, 0 to 4
 * @param matrix matrix of an all-to-all: bytes from each rank of a group to each, row by row, as in {@code 0 1000, 2000 0}, instead of
 *     size; empty: equal sizes
 * @param job name in results; empty: the op's name
 * @param startPs start of ranks; after the other job's end, if they follow one
 * @param after the name of a job that precedes this one and has to have ended; empty: none
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record CollectiveTraffic(CollectiveKind op, String algorithm, long sizeBytes, int channels, long chunkBytes, int slots,
    CollectiveProtocol protocol, boolean kernels, int ranks, int groups, Placement placement, int first, int repeat,
    long computePs, int root, double skew, String matrix, String job, long startPs, String after, int priority,
    int port) implements Workload {
  /** Choices of a group's hosts. */
  public enum Placement {
    /** Neighbors: the first group has the first hosts. */
    BLOCK,
    /** Every n-th host for n groups: on fabrics with rails, those of one rail. */
    STRIDED,
    /** Drawn by the scenario's seed. */
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
      throw new IllegalArgumentException("ranks " + ranks + " is neither 2 or more nor 0, all hosts");
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
          "ranks " + members + " contradicts the matrix of " + given.ranks() + " ranks; leave ranks out");
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
      throw new IllegalArgumentException("skew " + skew + " is for all-to-all only");
    }
    if (!matrix.isEmpty() && op != CollectiveKind.ALL_TO_ALL) {
      throw new IllegalArgumentException("matrix needs op=all-to-all, and op is " + Collectives.words(op));
    }
    if (!matrix.isEmpty() && skew > 0) {
      throw new IllegalArgumentException("skew " + skew + " and a matrix both set sizes; leave one of them out");
    }
    if (root > 0 && !op.hasRoot()) {
      throw new IllegalArgumentException("root " + root + ": " + Collectives.words(op) + " has no root, only "
          + String.join(", ", rooted()) + " have one; leave root out");
    }
  }

  private void checkKernels(String how, ChannelPlan plan) {
    if (!kernels) {
      return;
    }
    if (protocol == CollectiveProtocol.NONE) {
      throw new IllegalArgumentException(
          "kernels take their time by a protocol, and protocol is none; give protocol=simple, ll128 or ll");
    }
    if (!how.equals("ring") && !how.equals("nvls")) {
      throw new IllegalArgumentException("kernels are for ring and nvls, and the algorithm is " + how + "; leave kernels out");
    }
    if (how.equals("nvls") && protocol != CollectiveProtocol.SIMPLE) {
      throw new IllegalArgumentException("the switch of a server sums by protocol=simple only; give that, or ring");
    }
    if (how.equals("ring") && chunkBytes > protocol.sliceBytes()) {
      throw new IllegalArgumentException("chunk " + chunkBytes + " bytes is above " + protocol.sliceBytes()
          + ", what a kernel has at once by this protocol; give a smaller one, or leave kernels out");
    }
    if (plan.servers().count() > 1) {
      throw new IllegalArgumentException("kernels are for ranks of one server, and these are in " + plan.servers().count()
          + "; give ranks= and first= of one, or leave kernels out");
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

  /** Returns the share of all bytes of each member; the most wanted one is drawn at random. */
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
