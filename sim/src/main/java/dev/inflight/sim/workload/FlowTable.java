package dev.inflight.sim.workload;

import dev.inflight.net.rdma.Message;
import dev.inflight.telemetry.util.Check;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.OperationGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

  private final Workload.Room room;
  private int[] sources = new int[16];
  private int[] destinations = new int[16];
  private byte[] priorities = new byte[16];
  private char[] destinationPorts = new char[16];
  private long[] sizesBytes = new long[16];
  private long[] startsPs = new long[16];
  // Most runs have no operations and no classes: these are empty then.
  private byte[] kinds = {};
  private int[] queuePairs = {};
  private byte[] classes = {};
  /** Of each row the number of the send that it is the message of, among all jobs' operations, plus one; 0: of none. */
  private int[] messages = {};
  private final List<Job> jobs = new ArrayList<>();
  private int queuePairCount;
  private int count;
  private boolean fixed;
  private @Nullable FlowTable sorted; // once somebody has asked for it, when no more flows come

  /** A table without a bound. */
  public FlowTable() {
    this((_, _) -> {
    });
  }

  /** A table whose workloads tell the room how much they will add. */
  public FlowTable(Workload.Room room) {
    this.room = room;
  }

  /** Asks for room for so many more flows, and operations of jobs. */
  void expect(double flows, double operations) {
    room.check(count + flows, operations);
  }

  /**
   * Adds a flow.
   *
   * @param source the sending host
   * @param destination the receiving host, another one
   * @param priority priority of its packets, 1 to 7 (0 is reserved for control frames)
   * @param destinationPort the flow's UDP destination port, 0 to 65535; tells kinds of traffic apart in results
   * @param sizeBytes application bytes, 1 or more
   * @param startPs when the flow starts, in picoseconds, 0 or more
   */
  public void add(int source, int destination, int priority, int destinationPort, long sizeBytes, long startPs) {
    if (source == destination) {
      throw new IllegalArgumentException("a flow from host " + source + " to itself");
    }
    Check.check("priority", priority, 1, 7);
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
      resize(count + (count >> 1));
    }
    sources[count] = source;
    destinations[count] = destination;
    priorities[count] = (byte) priority;
    destinationPorts[count] = (char) destinationPort;
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
   * @param queuePair one that {@link #newQueuePair} gave; all its operations have the same source, destination, priority and port
   * @param kind WRITE or READ
   */
  public void addOperation(int queuePair, Kind kind, int source, int destination, int priority, int destinationPort,
      long sizeBytes, long startPs) {
    if (queuePair < 1 || queuePair > queuePairCount) {
      throw new IllegalArgumentException("there is no queue pair " + queuePair);
    }
    if (kind == Kind.FLOW || sizeBytes > Message.MOST_BYTES) {
      throw new IllegalArgumentException(kind + " of " + sizeBytes + " bytes is no operation on a queue pair");
    }
    add(source, destination, priority, destinationPort, sizeBytes, startPs);
    if (kinds.length < count) {
      kinds = Arrays.copyOf(kinds, sources.length);
      queuePairs = Arrays.copyOf(queuePairs, sources.length);
    }
    kinds[count - 1] = (byte) kind.ordinal();
    queuePairs[count - 1] = queuePair;
  }

  /**
   * Adds a job: a row for each message, which begins when what its send requires is done.
   *
   * @param name what results call it, with a number behind it where another job has that name
   * @param hosts the host of each rank; no two ranks have the same
   * @param startPs when operations that require nothing begin
   */
  public void addJob(String name, OperationGraph graph, int[] hosts, int priority, int destinationPort, long startPs) {
    refuseIfFixed();
    int first = jobs.isEmpty() ? 0 : jobs.getLast().endOperation();
    var job = new Job(unique(name), graph, hosts, startPs, first);
    for (int operation = 0; operation < graph.operations(); operation++) {
      if (graph.kind(operation) != OperationGraph.Kind.SEND) {
        continue;
      }
      add(job.host(operation), job.destination(operation), priority, destinationPort, graph.sizeBytes(operation), startPs);
      if (messages.length < count) {
        messages = Arrays.copyOf(messages, sources.length);
      }
      messages[count - 1] = first + operation + 1;
    }
    jobs.add(job);
  }

  private String unique(String name) {
    String free = name;
    for (int number = 2; isTaken(free); number++) {
      free = name + "-" + number;
    }
    return free;
  }

  private boolean isTaken(String name) {
    return jobs.stream().anyMatch(job -> job.name().equals(name));
  }

  /** The jobs, in the order in which they were added. */
  public List<Job> jobs() {
    return Collections.unmodifiableList(jobs);
  }

  /** The number, among all jobs' operations, of the send that a row is the message of; -1 for what starts at its time. */
  public int message(int flow) {
    return flow < messages.length ? messages[flow] - 1 : -1;
  }

  /**
   * Puts the flows that were added last into a class.
   *
   * @param first the first of them
   * @param flowClass the class, 1 to {@link #MOST_CLASSES}
   * @param priority their priority; 0: each keeps its own
   */
  public void classify(int first, int flowClass, int priority) {
    refuseIfFixed();
    if (flowClass < 1 || flowClass > MOST_CLASSES) {
      throw new IllegalArgumentException("class " + flowClass + " of flows is outside 1 to " + MOST_CLASSES);
    }
    if (priority < 0 || priority > 7) {
      throw new IllegalArgumentException("priority " + priority + " is outside 1 to 7");
    }
    if (classes.length < count) {
      classes = Arrays.copyOf(classes, count);
    }
    Arrays.fill(classes, first, count, (byte) flowClass);
    if (priority > 0) {
      Arrays.fill(priorities, first, count, (byte) priority);
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
    priorities = Arrays.copyOf(priorities, room);
    destinationPorts = Arrays.copyOf(destinationPorts, room);
    sizesBytes = Arrays.copyOf(sizesBytes, room);
    startsPs = Arrays.copyOf(startsPs, room);
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

  /** The priorities of all flows, a bit each. */
  public int prioritiesInUse() {
    int used = 0;
    for (int flow = 0; flow < count; flow++) {
      used |= 1 << priorities[flow];
    }
    return used;
  }

  /** The priority, 1 to 7. */
  public int priority(int flow) {
    return priorities[flow];
  }

  /** The class: 0 for a flow that belongs to none. */
  public int flowClass(int flow) {
    return flow < classes.length ? classes[flow] : 0;
  }

  /** The highest class of any flow; 0 where none belongs to one. */
  public int highestClass() {
    return IntStream.range(0, classes.length).map(flow -> classes[flow]).max().orElse(0);
  }

  /** The UDP destination port. */
  public int destinationPort(int flow) {
    return destinationPorts[flow];
  }

  /** Application bytes. */
  public long sizeBytes(int flow) {
    return sizesBytes[flow];
  }

  /** Start time in picoseconds; that of the job for a message, which may begin later. */
  public long startPs(int flow) {
    return startsPs[flow];
  }

  /** What the row stands for. */
  public Kind kind(int flow) {
    return flow < kinds.length ? KINDS.get(kinds[flow]) : Kind.FLOW;
  }

  /** The queue pair that an operation uses; 0 for flows. */
  public int queuePair(int flow) {
    return flow < queuePairs.length ? queuePairs[flow] : 0;
  }

  /** The same flows in a table that takes no more. */
  public FlowTable unmodifiable() {
    if (fixed) {
      return this;
    }
    var copy = new FlowTable();
    copy.sources = Arrays.copyOf(sources, count);
    copy.destinations = Arrays.copyOf(destinations, count);
    copy.priorities = Arrays.copyOf(priorities, count);
    copy.destinationPorts = Arrays.copyOf(destinationPorts, count);
    copy.sizesBytes = Arrays.copyOf(sizesBytes, count);
    copy.startsPs = Arrays.copyOf(startsPs, count);
    copy.kinds = Arrays.copyOf(kinds, Math.min(count, kinds.length));
    copy.queuePairs = Arrays.copyOf(queuePairs, Math.min(count, queuePairs.length));
    copy.classes = classes.clone();
    copy.messages = Arrays.copyOf(messages, Math.min(count, messages.length));
    copy.jobs.addAll(jobs);
    copy.queuePairCount = queuePairCount;
    copy.count = count;
    copy.fixed = true;
    return copy;
  }

  /** The same flows ordered by start time; flows that start together keep their order. */
  public FlowTable sortedByStart() {
    if (StartOrder.holds(startsPs, count)) {
      return this;
    }
    FlowTable known = sorted;
    if (known == null || !fixed) {
      known = inOrder(StartOrder.of(startsPs, count));
      sorted = known;
    }
    return known;
  }

  private FlowTable inOrder(int[] rows) {
    var table = new FlowTable();
    table.resize(count);
    table.kinds = new byte[kinds.length == 0 ? 0 : count];
    table.queuePairs = new int[queuePairs.length == 0 ? 0 : count];
    table.classes = new byte[classes.length == 0 ? 0 : count];
    table.messages = new int[messages.length == 0 ? 0 : count];
    table.jobs.addAll(jobs);
    for (int row : rows) {
      int at = table.count;
      table.add(sources[row], destinations[row], priorities[row], destinationPorts[row], sizesBytes[row], startsPs[row]);
      if (table.kinds.length > 0) {
        table.kinds[at] = (byte) kind(row).ordinal();
        table.queuePairs[at] = queuePair(row);
      }
      if (table.classes.length > 0) {
        table.classes[at] = (byte) flowClass(row);
      }
      if (table.messages.length > 0) {
        table.messages[at] = message(row) + 1;
      }
    }
    table.queuePairCount = queuePairCount;
    table.fixed = fixed;
    return table;
  }
}
