package dev.inflight.sim.workload;

import dev.inflight.net.rdma.Message;
import dev.inflight.telemetry.util.Check;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The flows that a run will start, in columns (millions of them fit), read in order of start time. */
public final class FlowTable {
  /** What a row stands for. */
  public enum Kind {
    /** Bytes on a queue pair of their own that both hosts know of from the start. */
    FLOW,
    /** A WRITE on a queue pair that the source makes, and may share with other rows. */
    WRITE,
    /** The same for a READ: the bytes go from the destination to the source. */
    READ
  }

  private static final List<Kind> KINDS = List.of(Kind.values());

  /** The most classes besides that of flows which belong to none. */
  public static final int MOST_CLASSES = 16;

  private static final long LATEST_START_PS = 1_000_000_000_000_000_000L;

  private int[] sources = new int[16];
  private int[] destinations = new int[16];
  private int[] groups = new int[16];
  private int[] destinationPorts = new int[16];
  private long[] sizesBytes = new long[16];
  private long[] startsPs = new long[16];
  private byte[] kinds = new byte[16];
  private int[] queuePairs = new int[16];
  private byte[] classes = new byte[16];
  private int queuePairCount;
  private int count;
  private boolean fixed;

  /**
   * Adds a flow.
   *
   * @param source the sending host
   * @param destination the receiving host, another one
   * @param group priority group of its packets, 1 to 7 (0 is reserved for control frames)
   * @param destinationPort the flow's UDP destination port, 0 to 65535; tells kinds of traffic apart in results
   * @param sizeBytes application bytes, 1 or more
   * @param startPs when the flow starts, in picoseconds, 0 or more
   */
  public void add(int source, int destination, int group, int destinationPort, long sizeBytes, long startPs) {
    if (source == destination) {
      throw new IllegalArgumentException("a flow from host " + source + " to itself");
    }
    Check.check("priority group", group, 1, 7);
    Check.check("destination port", destinationPort, 0, 0xFFFF);
    Check.size("flow size", sizeBytes, 1);
    if (startPs > LATEST_START_PS) {
      throw new IllegalArgumentException("flow start " + startPs + " ps is after " + LATEST_START_PS + " ps (a million seconds)");
    }
    if (startPs < 0) {
      throw new IllegalArgumentException("flow start " + startPs + " ps is before 0");
    }
    refuseIfFixed();
    if (count == sources.length) {
      resize(2 * count);
    }
    sources[count] = source;
    destinations[count] = destination;
    groups[count] = group;
    destinationPorts[count] = destinationPort;
    sizesBytes[count] = sizeBytes;
    startsPs[count] = startPs;
    count++;
  }

  /** The number of a queue pair that operations can be added to. */
  public int newQueuePair() {
    refuseIfFixed();
    return ++queuePairCount;
  }

  /** Queue pairs that operations use; they have the numbers from 1 on. */
  public int queuePairs() {
    return queuePairCount;
  }

  /**
   * Adds an operation on a queue pair; its source makes the queue pair when it posts the first one.
   *
   * @param queuePair one that {@link #newQueuePair} gave; all its operations have the same source, destination, group and port
   * @param kind WRITE or READ
   */
  public void addOperation(int queuePair, Kind kind, int source, int destination, int group, int destinationPort, long sizeBytes,
      long startPs) {
    if (queuePair < 1 || queuePair > queuePairCount) {
      throw new IllegalArgumentException("there is no queue pair " + queuePair);
    }
    if (kind == Kind.FLOW || sizeBytes > Message.MOST_BYTES) {
      throw new IllegalArgumentException(kind + " of " + sizeBytes + " bytes is no operation on a queue pair");
    }
    add(source, destination, group, destinationPort, sizeBytes, startPs);
    kinds[count - 1] = (byte) kind.ordinal();
    queuePairs[count - 1] = queuePair;
  }

  /**
   * Puts the flows that were added last into a class.
   *
   * @param first the first of them
   * @param flowClass the class, 1 to {@link #MOST_CLASSES}
   * @param group their priority group; 0: each keeps its own
   */
  public void classify(int first, int flowClass, int group) {
    refuseIfFixed();
    if (flowClass < 1 || flowClass > MOST_CLASSES) {
      throw new IllegalArgumentException("class " + flowClass + " of flows is outside 1 to " + MOST_CLASSES);
    }
    if (group < 0 || group > 7) {
      throw new IllegalArgumentException("priority group " + group + " is outside 1 to 7");
    }
    Arrays.fill(classes, first, count, (byte) flowClass);
    if (group > 0) {
      Arrays.fill(groups, first, count, group);
    }
  }

  private void refuseIfFixed() {
    if (fixed) {
      throw new UnsupportedOperationException("the flows of a setup do not change");
    }
  }

  private void resize(int room) {
    sources = Arrays.copyOf(sources, room);
    destinations = Arrays.copyOf(destinations, room);
    groups = Arrays.copyOf(groups, room);
    destinationPorts = Arrays.copyOf(destinationPorts, room);
    sizesBytes = Arrays.copyOf(sizesBytes, room);
    startsPs = Arrays.copyOf(startsPs, room);
    kinds = Arrays.copyOf(kinds, room);
    queuePairs = Arrays.copyOf(queuePairs, room);
    classes = Arrays.copyOf(classes, room);
  }

  /** The number of flows. */
  public int count() {
    return count;
  }

  /** The sending host of flow {@code flow}. */
  public int source(int flow) {
    return sources[flow];
  }

  /** The receiving host. */
  public int destination(int flow) {
    return destinations[flow];
  }

  /** The priority groups of all flows, a bit each. */
  public int groupsInUse() {
    int used = 0;
    for (int flow = 0; flow < count; flow++) {
      used |= 1 << groups[flow];
    }
    return used;
  }

  /** The priority group, 1 to 7. */
  public int group(int flow) {
    return groups[flow];
  }

  /** The class: 0 for a flow that belongs to none. */
  public int flowClass(int flow) {
    return classes[flow];
  }

  /** The highest class of any flow; 0 where none belongs to one. */
  public int highestClass() {
    return IntStream.range(0, count).map(flow -> classes[flow]).max().orElse(0);
  }

  /** The UDP destination port. */
  public int destinationPort(int flow) {
    return destinationPorts[flow];
  }

  /** Application bytes. */
  public long sizeBytes(int flow) {
    return sizesBytes[flow];
  }

  /** Start time in picoseconds. */
  public long startPs(int flow) {
    return startsPs[flow];
  }

  /** What the row stands for. */
  public Kind kind(int flow) {
    return KINDS.get(kinds[flow]);
  }

  /** The queue pair that an operation uses; 0 for flows. */
  public int queuePair(int flow) {
    return queuePairs[flow];
  }

  /** The same flows in a table that takes no more. */
  public FlowTable unmodifiable() {
    if (fixed) {
      return this;
    }
    var copy = new FlowTable();
    copy.sources = Arrays.copyOf(sources, count);
    copy.destinations = Arrays.copyOf(destinations, count);
    copy.groups = Arrays.copyOf(groups, count);
    copy.destinationPorts = Arrays.copyOf(destinationPorts, count);
    copy.sizesBytes = Arrays.copyOf(sizesBytes, count);
    copy.startsPs = Arrays.copyOf(startsPs, count);
    copy.kinds = Arrays.copyOf(kinds, count);
    copy.queuePairs = Arrays.copyOf(queuePairs, count);
    copy.classes = Arrays.copyOf(classes, count);
    copy.queuePairCount = queuePairCount;
    copy.count = count;
    copy.fixed = true;
    return copy;
  }

  /** The same flows ordered by start time; flows that start together keep their order. */
  public FlowTable sortedByStart() {
    if (IntStream.range(1, count).allMatch(flow -> startsPs[flow - 1] <= startsPs[flow])) {
      return this;
    }
    var sorted = new FlowTable();
    IntStream.range(0, count).boxed().sorted(Comparator.comparingLong(flow -> startsPs[flow])).forEachOrdered(flow -> {
      sorted.add(sources[flow], destinations[flow], groups[flow], destinationPorts[flow], sizesBytes[flow], startsPs[flow]);
      sorted.kinds[sorted.count - 1] = kinds[flow];
      sorted.queuePairs[sorted.count - 1] = queuePairs[flow];
      sorted.classes[sorted.count - 1] = classes[flow];
    });
    sorted.queuePairCount = queuePairCount;
    return sorted;
  }
}
