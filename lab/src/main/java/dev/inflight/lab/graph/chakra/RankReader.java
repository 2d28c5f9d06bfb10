package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.graph.chakra.node.ChakraNode;
import dev.inflight.lab.graph.chakra.node.Nodes;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.sim.graph.GraphBuilder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Adds the operations of one rank's file to a graph: one for each node, two for a collective. */
final class RankReader {
  /**
   * Limit, per operation, of the dependencies on later nodes of the file, which take half of the operation's memory while arrays
   * grow.
   */
  private static final int MOST_WAITING = 2;
  private static final int GPU = 0;
  private static final int CPU = 1;
  private static final int MEMORY = 2;
  private static final double PS_IN_US = 1e6;
  private static final double PS_IN_NS = 1e3;
  private static final double PS_IN_SECOND = 1e12;

  private final GraphBuilder graph;
  private final ProcessGroups groups;
  private final CollectiveCalls calls;
  private final Rates rates;
  private final int rank;
  private final NodeIds ids = new NodeIds();
  private final GraphRoom room;
  private final ChakraNode node;
  /** Calls of the rank by the name of their group, as definitions of groups may follow them. */
  private final Map<String, int[]> named = new HashMap<>();
  private int[] nameOf = new int[16];
  private final int firstCall;
  /** Dependencies on later nodes of the file: operation, its node, the node that it needs. */
  private int[] waiting = new int[16];
  private long[] waitingNodes = new long[16];
  private long[] needed = new long[16];
  private int waitingCount;

  RankReader(GraphBuilder graph, ProcessGroups groups, CollectiveCalls calls, Rates rates, GraphRoom room, int rank) {
    this.graph = graph;
    this.groups = groups;
    this.calls = calls;
    this.rates = rates;
    this.room = room;
    this.rank = rank;
    node = new ChakraNode(room);
    firstCall = calls.count();
  }

  /** Number of operations of a node. */
  static int operations(ChakraNode node) {
    return node.type == ChakraNode.COLLECTIVE && !node.isLaunch() ? 2 : 1;
  }

  void read(Path path) {
    groups.beginRank();
    try (Nodes nodes = Nodes.open(path, rank, room)) {
      while (nodes.next(node)) {
        try {
          add(nodes);
        } catch (IllegalArgumentException refused) {
          throw nodes.error(node.id, String.valueOf(refused.getMessage()));
        }
      }
      requireWaiting(nodes);
      chainCalls(nodes);
    }
  }

  private void add(Nodes nodes) {
    if (node.communicates()) {
      checkCommunication();
    }
    int begin = node.isLaunch() ? graph.compute(rank, CPU, durationPs()) : switch (node.type) {
      case ChakraNode.UNTYPED -> {
        Notices.add(SourceLocation.of(nodes.path()), "type", named() + "a node of type 0 takes no time");
        yield graph.compute(rank, CPU, 0);
      }
      case ChakraNode.METADATA -> {
        groups.readMetadata(node.values);
        yield graph.compute(rank, CPU, 0);
      }
      case ChakraNode.MEMORY_LOAD, ChakraNode.MEMORY_STORE -> graph.compute(rank, MEMORY, memoryPs(nodes.path()));
      case ChakraNode.COMPUTE -> graph.compute(rank, node.onCpu ? CPU : GPU, computePs());
      case ChakraNode.SEND -> send();
      case ChakraNode.RECEIVE -> receive();
      case ChakraNode.COLLECTIVE -> collective();
      default -> throw new IllegalArgumentException("unknown node type " + node.type);
    };
    if (!ids.add(node.id, begin + operations(node) - 1)) {
      throw new IllegalArgumentException("the id occurs twice");
    }
    for (int number = 0; number < node.dependencies(); number++) {
      int before = ids.find(node.dependency(number));
      if (before == NodeIds.NONE) {
        await(begin, node.dependency(number));
      } else {
        graph.requires(begin, before);
      }
    }
  }

  private void checkCommunication() {
    if (node.unknown != null) {
      throw new IllegalArgumentException("unknown attribute " + node.unknown + ", which may change the messages");
    }
    if (node.commPriority != 0) {
      throw new IllegalArgumentException("comm_priority " + node.commPriority + " is not available; only 0 is");
    }
    if (node.onCpu) {
      throw new IllegalArgumentException("communication of a CPU (is_cpu_op) is not available");
    }
  }

  private long computePs() {
    if (!node.hasDuration() && node.work > 0) {
      if (rates.flops() == 0) {
        throw new IllegalArgumentException(
            "it has num_ops " + (long) node.work + " and no duration; set the operations of a GPU per second, such as"
                + " flops=100e12");
      }
      return picoseconds(node.work / rates.flops() * PS_IN_SECOND);
    }
    return durationPs();
  }

  private long memoryPs(Path path) {
    if (node.hasDuration()) {
      return durationPs();
    }
    if (rates.memoryBytesPerSec() == 0) {
      Notices.add(SourceLocation.of(path), "memory", named() + "a load or store of memory without a duration takes no time; set"
          + " memoryBandwidth, in bytes per second, such as 2e12");
      return 0;
    }
    return picoseconds(node.tensorBytes / rates.memoryBytesPerSec() * PS_IN_SECOND);
  }

  private String named() {
    return "rank " + rank + ", node " + Long.toUnsignedString(node.id) + ": ";
  }

  private long durationPs() {
    boolean isLong = node.durationUs < 0 || node.durationNs < 0; // 2^63 or more
    return picoseconds(isLong ? Double.MAX_VALUE : node.durationUs * PS_IN_US + node.durationNs * PS_IN_NS);
  }

  private long picoseconds(double unscaled) {
    double ps = StrictMath.rint(unscaled * rates.scale());
    if (!(ps < Long.MAX_VALUE)) {
      throw new IllegalArgumentException("it takes longer than 106 days, the range of the picosecond clock");
    }
    return (long) ps;
  }

  private int peer(String attribute, long value) {
    if (value == ChakraNode.ABSENT) {
      throw new IllegalArgumentException("it lacks the attribute " + attribute);
    }
    if (value >= graph.ranks()) {
      throw new IllegalArgumentException(
          attribute + " is rank " + value + ", and there are files of ranks 0 to " + (graph.ranks() - 1));
    }
    return (int) value;
  }

  private void checkSelf(String attribute, long value) {
    if (value != ChakraNode.ABSENT && value != rank) {
      throw new IllegalArgumentException(attribute + " is " + value + ", and this is the file of rank " + rank);
    }
  }

  private long sizeBytes() {
    if (node.commSize == ChakraNode.ABSENT) {
      throw new IllegalArgumentException("it lacks the attribute comm_size");
    }
    return Math.max(1, node.commSize); // no message is empty
  }

  private int tag() {
    if (node.commTag > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException("comm_tag " + node.commTag + " has more than 32 bits");
    }
    return (int) node.commTag; // only equality matters
  }

  private int send() {
    checkSelf("comm_src", node.commSource);
    return graph.send(rank, peer("comm_dst", node.commDestination), sizeBytes(), tag());
  }

  private int receive() {
    checkSelf("comm_dst", node.commDestination);
    return graph.receive(rank, peer("comm_src", node.commSource), sizeBytes(), tag());
  }

  private int collective() {
    if (node.partly) {
      throw new IllegalArgumentException(
          "its involved_dim leaves dimensions of a topology out, which only ASTRA-sim's files know;"
              + " name process groups instead");
    }
    if (node.commType == ChakraNode.ABSENT) {
      throw new IllegalArgumentException("it lacks the attribute comm_type");
    }
    CollectiveCalls.Kind kind = kind(node.commType)
        .orElseThrow(() -> new IllegalArgumentException("comm_type " + node.commType + " is not available; 0 (all-reduce),"
            + " 2 (all-gather), 5 (broadcast), 6 (all-to-all), 7 (reduce-scatter) and 9 (barrier) are"));
    int begin = graph.compute(rank, GPU, 0);
    graph.compute(rank, GPU, 0);
    int call = calls.add(node.id, kind, kind == CollectiveCalls.Kind.BARRIER ? 1 : sizeBytes(), node.commTag, begin);
    int[] name = named.computeIfAbsent(node.group == null ? "" : node.group, any -> new int[] {named.size(), call});
    if (call - firstCall == nameOf.length) {
      nameOf = Arrays.copyOf(nameOf, nameOf.length + (nameOf.length >> 1));
    }
    nameOf[call - firstCall] = name[0];
    return begin;
  }

  private static Optional<CollectiveCalls.Kind> kind(long type) {
    return Optional.ofNullable(switch ((int) Math.min(type, Integer.MAX_VALUE)) {
      case 0 -> CollectiveCalls.Kind.ALL_REDUCE;
      case 2 -> CollectiveCalls.Kind.ALL_GATHER;
      case 5 -> CollectiveCalls.Kind.BROADCAST;
      case 6 -> CollectiveCalls.Kind.ALL_TO_ALL;
      case 7 -> CollectiveCalls.Kind.REDUCE_SCATTER;
      case 9 -> CollectiveCalls.Kind.BARRIER;
      default -> null;
    });
  }

  private void await(int operation, long dependency) {
    if (waitingCount == MOST_WAITING * (long) room.operations()) {
      throw new IllegalArgumentException(room.exceeded(waitingCount, "dependencies on later nodes"));
    }
    if (waitingCount == waiting.length) {
      int room = waitingCount + (waitingCount >> 1);
      waiting = Arrays.copyOf(waiting, room);
      waitingNodes = Arrays.copyOf(waitingNodes, room);
      needed = Arrays.copyOf(needed, room);
    }
    waiting[waitingCount] = operation;
    waitingNodes[waitingCount] = node.id;
    needed[waitingCount++] = dependency;
  }

  private void requireWaiting(Nodes nodes) {
    for (int at = 0; at < waitingCount; at++) {
      int before = ids.find(needed[at]);
      if (before == NodeIds.NONE) {
        throw nodes.error(waitingNodes[at],
            "it depends on node " + Long.toUnsignedString(needed[at]) + ", which the file does not have");
      }
      graph.requires(waiting[at], before);
    }
  }

  private void chainCalls(Nodes nodes) {
    int[] slots = new int[named.size()];
    named.forEach((name, numberAndCall) -> {
      try {
        slots[numberAndCall[0]] = calls.slot(groups.named(name, rank), rank);
      } catch (IllegalArgumentException refused) {
        throw nodes.error(calls.node(numberAndCall[1]), String.valueOf(refused.getMessage()));
      }
    });
    for (int call = firstCall; call < calls.count(); call++) {
      calls.chain(slots[nameOf[call - firstCall]], call);
    }
  }
}
