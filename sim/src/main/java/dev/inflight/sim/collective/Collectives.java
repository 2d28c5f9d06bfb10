package dev.inflight.sim.collective;

import dev.inflight.sim.column.RingShape;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.HopDelays;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.NcclTuner;
import dev.inflight.sim.collective.plan.PairSizes;
import dev.inflight.sim.collective.plan.ServerGroups;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Divides collectives into messages. */
public final class Collectives {
  /** Value for no operation. */
  public static final int NONE = -1;

  /** All algorithms. The first one that carries out a kind is its default. A new algorithm is a new file and a line here. */
  public static final List<CollectiveAlgorithm> ALL = List.of(new Ring(), new Pairwise(), new BinaryTree(), new HalvingDoubling(),
      new DoubleTree(), new Hierarchical(false), new Hierarchical(true), new PairwisePxn(), new Direct());

  /** Stream of launches, which run in parallel to computations. */
  private static final int LAUNCH_STREAM = 1;

  private Collectives() {
  }

  /** Returns the default algorithm of a kind. */
  public static CollectiveAlgorithm usual(CollectiveKind kind) {
    return ALL.stream().filter(each -> each.does(kind)).findFirst().orElseThrow();
  }

  /**
   * Returns the default algorithm of a kind for a size and servers, roughly as NCCL chooses: trees for an all-reduce over several
   * servers if they are faster, PXN for an all-to-all over several servers, and otherwise the algorithm for hosts outside
   * servers.
   */
  public static String usual(CollectiveKind kind, ChannelPlan plan, long sizeBytes, NcclTuner tuner) {
    ServerGroups servers = plan.servers();
    boolean several = servers.most() > 1 && servers.count() > 1;
    if (several && kind == CollectiveKind.ALL_TO_ALL) {
      return PairwisePxn.NAME;
    }
    if (several && kind == CollectiveKind.ALL_REDUCE && tuner.prefersTrees(servers.members(), servers.count(), sizeBytes)) {
      return DoubleTree.NAME;
    }
    return usual(kind).name();
  }

  /** Least number of messages of a collective. */
  public static double leastMessages(CollectiveKind kind, String name, ChannelPlan plan, long sizeBytes) {
    CollectiveAlgorithm algorithm = checked(kind, name);
    int channels = channels(algorithm, plan, sizeBytes);
    return channels * algorithm.leastMessages(kind, plan, sizeBytes / channels);
  }

  /** Least number of the messages that take memory. */
  public static double leastKept(CollectiveKind kind, String name, ChannelPlan plan, long sizeBytes) {
    CollectiveAlgorithm algorithm = checked(kind, name);
    int channels = channels(algorithm, plan, sizeBytes);
    return channels * algorithm.leastKept(kind, plan, sizeBytes / channels);
  }

  /** Returns the algorithm of a name. */
  public static Optional<CollectiveAlgorithm> named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /**
   * Adds the messages of a collective of ranks that share no servers.
   *
   * @param collective kind and algorithm
   * @param ranks participating ranks, each once
   * @param root place in {@code ranks} of the rank that has the bytes of a broadcast or scatter, or gets those of a reduce or
   *     gather; other kinds ignore it
   * @param before for each rank an operation that must end first; {@link #NONE} for none
   * @return for each rank an operation that ends with the collective's completion
   * @throws IllegalArgumentException with a sentence, if the algorithm does not support the kind or this number of ranks
   */
  public static int[] add(GraphBuilder graph, Collective collective, int[] ranks, int root, int[] before) {
    return add(graph, collective, ranks, root, before, ChannelPlan.plain(ranks.length), null);
  }

  /**
   * Adds a collective with servers, channels and chunks.
   *
   * @param plan these; its members are the places in {@code ranks}
   * @param sizes bytes from each member of an all-to-all to each; null: equal sizes
   */
  public static int[] add(GraphBuilder graph, Collective collective, int[] ranks, int root, int[] before, ChannelPlan plan,
      @Nullable PairSizes sizes) {
    CollectiveAlgorithm algorithm = checked(collective.kind(), collective.algorithm());
    if (root < 0 || root >= ranks.length) {
      throw new IllegalArgumentException("root " + root + " is outside 0 to " + (ranks.length - 1));
    }
    long bytes = plan.protocol().wireBytes(collective.sizeBytes());
    int channels = channels(algorithm, plan, bytes);
    algorithm.check(plan.servers(), channels);
    CollectiveProtocol.Latencies latencies = plan.latencies(algorithm.name());
    graph.begin(collective, delays(graph, ranks, plan, latencies));
    PairSizes pairs = sizes == null ? null : (from, to) -> plan.protocol().wireBytes(sizes.bytes(from, to));
    var members = new Members(graph, ranks, root, launched(graph, ranks, before, latencies.baseUs()), plan, channels, pairs);
    for (int channel = 0; channel < channels; channel++) {
      if (channel > 0) {
        members.nextChannel();
      }
      algorithm.add(members, collective.kind(), part(bytes, channels, channel));
    }
    int[] after = members.completions();
    graph.end();
    return after;
  }

  private static HopDelays delays(GraphBuilder graph, int[] ranks, ChannelPlan plan, CollectiveProtocol.Latencies latencies) {
    if (plan.protocol() == CollectiveProtocol.NONE) {
      return HopDelays.none();
    }
    int[] serverOf = new int[graph.ranks()];
    for (int member = 0; member < ranks.length; member++) {
      serverOf[ranks[member]] = plan.servers().serverOf(member);
    }
    return new HopDelays(serverOf, picoseconds(latencies.insideUs()), plan.kernels() ? plan.protocol().kernelPsPerByte() : 0,
        picoseconds(latencies.outsideUs()));
  }

  /** Returns, for each member, the operation that starts its part: a separate one if the launch takes time. */
  private static int[] launched(GraphBuilder graph, int[] ranks, int[] before, double baseUs) {
    if (baseUs == 0) {
      return before;
    }
    int[] launches = new int[ranks.length];
    for (int member = 0; member < ranks.length; member++) {
      launches[member] = graph.compute(ranks[member], LAUNCH_STREAM, picoseconds(baseUs));
      if (before[member] != NONE) {
        graph.requires(launches[member], before[member]);
      }
    }
    return launches;
  }

  private static long picoseconds(double us) {
    return Math.round(us * 1e6);
  }

  /** Number of channels of a collective. */
  private static int channels(CollectiveAlgorithm algorithm, ChannelPlan plan, long sizeBytes) {
    return (int) Math.min(sizeBytes, plan.channels() > 0 ? plan.channels() : algorithm.channels(plan, sizeBytes));
  }

  /**
   * Returns the algorithm of a name.
   *
   * @throws IllegalArgumentException with a sentence, if there is none, or it does not carry out this kind
   */
  public static CollectiveAlgorithm checked(CollectiveKind kind, String name) {
    CollectiveAlgorithm algorithm = named(name).orElseThrow(() -> new IllegalArgumentException(
        "unknown algorithm '" + name + "'; known: " + String.join(", ", ALL.stream().map(CollectiveAlgorithm::name).toList())));
    if (!algorithm.does(kind)) {
      throw new IllegalArgumentException("algorithm '" + algorithm.name() + "' does not support " + words(kind) + "; use "
          + String.join(", ", ALL.stream().filter(each -> each.does(kind)).map(CollectiveAlgorithm::name).toList()));
    }
    return algorithm;
  }

  /** Readable name of a kind, such as {@code all-reduce}. */
  public static String words(CollectiveKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Size of part {@code number} of a buffer in this many parts, which differ by at most one byte; no part is empty. */
  public static long part(long sizeBytes, int parts, int number) {
    return RingShape.part(sizeBytes, parts, number);
  }
}
