package dev.inflight.sim.workload;

import dev.inflight.net.rdma.Message;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.JobList;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.script.AlikeVisitor;
import dev.inflight.sim.script.GraphMessages;
import dev.inflight.sim.script.MessageList;
import dev.inflight.sim.script.RowBlocks;
import dev.inflight.sim.script.RowVisitor;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.sim.script.ScriptRows;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The flows that a run will start, in columns that hold millions of them. They are read in order of start time. */
public final class FlowTable {
  /** Kind of a row. */
  public enum Kind {
    /** Bytes on a separate queue pair that both hosts have from the start. */
    FLOW,
    /** A WRITE on a queue pair that the source makes, and may share with other rows. */
    WRITE,
    /** A READ on a queue pair that the source makes: the bytes go from the destination to the source. */
    READ
  }

  private static final List<Kind> KINDS = List.of(Kind.values());
  /** The most classes, besides that of flows without a class. */
  public static final int MOST_CLASSES = 16;

  private final Workload.Room room;
  private FlowColumns columns = new FlowColumns();
  private final JobList jobs = new JobList();
  /** Rows that are in no column. */
  private RowBlocks blocks = new RowBlocks();
  private int queuePairCount;
  private IntUnaryOperator destinations = IntUnaryOperator.identity();
  private boolean fixed;
  private @Nullable FlowTable sorted; // after its first use, when no more flows come

  /** Makes a table without a bound. */
  public FlowTable() {
    this((_, _, _) -> {
    });
  }

  /** Makes a table for workloads that report in advance how much they add. */
  public FlowTable(Workload.Room room) {
    this.room = room;
  }

  /** Requests room for further flows. */
  void expect(double flows) {
    expect(flows, flows, 0);
  }

  /** Requests room for further messages, of which some are kept, and operations. */
  void expect(double flows, double keptFlows, double keptOperations) {
    room.check(count() + flows, count() + keptFlows, keptOperations);
  }

  /**
   * Adds a flow.
   *
   * @param source the sending host
   * @param destination the receiving host, another one
   * @param priority priority of its packets, 1 to 7 (0 is reserved for control frames)
   * @param destinationPort the flow's UDP destination port, 0 to 65535; distinguishes kinds of traffic in results
   * @param sizeBytes application bytes, 1 or more
   * @param startPs start of the flow, in picoseconds, 0 or more
   */
  public void add(int source, int destination, int priority, int destinationPort, long sizeBytes, long startPs) {
    WorkloadChecks.flow(source, destination, priority, destinationPort, sizeBytes, startPs);
    refuseIfFixed();
    columns.add(source, destination, priority, destinationPort, sizeBytes, startPs);
  }

  /** Returns the number of a new queue pair that operations can be added to. */
  public int newQueuePair() {
    refuseIfFixed();
    return ++queuePairCount;
  }

  /** Number of queue pairs that operations use; they are numbered from 1. */
  public int queuePairs() {
    return queuePairCount;
  }

  /** True if flows of a class, or with 0 of none, include operations on queue pairs. */
  public boolean hasOperations(int flowClass) {
    return queuePairCount > 0 && columns.haveOperations(flowClass);
  }

  /** True if flows of a class, or with 0 of none, include messages of jobs. */
  public boolean hasMessages(int flowClass) {
    return columns.haveMessages(flowClass) || blocks.areOf(flowClass);
  }

  /**
   * Adds an operation on a queue pair; its source makes the queue pair when it posts the first one.
   *
   * @param queuePair result of {@link #newQueuePair}; all its operations have the same source, destination, priority and port
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
    columns.lastIsOperation(kind.ordinal(), queuePair);
  }

  /**
   * Adds a job: a row for each message, which starts when the requirements of its send are met. Rows of a script, which is
   * unrolled during the run, and of a graph with rings take no memory.
   *
   * @param hosts the host of each rank; no two ranks have the same
   */
  public void addJob(JobPlace place, Job.Program program, int[] hosts) {
    refuseIfFixed();
    Job job = jobs.add(place.name(), program, hosts, place.startPs(), place.after());
    switch (program) {
      case Script script -> addRows(place, job, script);
      case OperationGraph graph when !graph.rings().isEmpty() -> addRows(place, job, new GraphMessages(graph));
      default -> addColumns(place, job, job.graph());
    }
  }

  private void addColumns(JobPlace place, Job job, OperationGraph graph) {
    for (int operation = 0; operation < graph.operations(); operation++) {
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        add(job.host(operation), job.destination(operation), place.priority(), place.port(), graph.sizeBytes(operation),
            job.earliestStartPs());
        columns.lastIsMessage(job.firstOperation() + operation);
      }
    }
  }

  private void addRows(JobPlace place, Job job, MessageList messages) {
    if ((long) count() + messages.messages() > Integer.MAX_VALUE - 1) {
      throw new IllegalArgumentException("more flows than can be counted: over " + (Integer.MAX_VALUE - 1));
    }
    if (messages.messages() > 0) {
      blocks.add(new ScriptRows(job, messages, count(), place.priority(), place.port(), 0));
    }
  }

  /** The jobs, in the order in which they were added. */
  public List<Job> jobs() {
    return jobs.all();
  }

  /** Number, among all jobs' operations, of the send of a row's message; -1 for a row that starts at a given time. */
  public int message(int flow) {
    ScriptRows block = blocks.of(flow);
    return block != null ? block.message(flow) : columns.message(blocks.column(flow));
  }

  /** The row of the first message of a job with messages in no column; -1 for other jobs. */
  public int firstRowOf(Job job) {
    return blocks.firstRowOf(job);
  }

  /** Rows that start at a given time, in order: all but the messages of jobs. */
  public IntStream timedRows() {
    return rowsInColumns().filter(row -> !columns.haveMessages() || message(row) < 0);
  }

  /** All rows that are in columns, in order: not the messages of scripts, and of graphs with rings. */
  public IntStream rowsInColumns() {
    return blocks.rowsInColumns(count());
  }

  /**
   * Puts the last added flows into a class.
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
    columns.classify(blocks.column(first), flowClass, priority);
    blocks.classify(first, flowClass, priority);
  }

  private void refuseIfFixed() {
    if (fixed) {
      throw new UnsupportedOperationException("the flows of a setup do not change");
    }
  }

  /** Visits all flows in order; with messages of scripts, this is faster than access to each row by its number. */
  public void forEach(RowVisitor visitor) {
    forEach(visitor, block -> block.forEach(visitor));
  }

  /**
   * Visits all flows; messages of a script are grouped by size and pair of hosts. Pairs come in the order of their first flows.
   * The time does not grow with equal steps of a script.
   */
  public void forEachAlike(AlikeVisitor visitor) {
    forEach((_, source, destination, sizeBytes, _) -> visitor.visit(source, destination, sizeBytes, 1),
        block -> block.forEachAlike(visitor));
  }

  private void forEach(RowVisitor ofColumns, Consumer<ScriptRows> ofBlocks) {
    blocks.forEach(count(), (row, column, end) -> columns.forEach(row, column, end - row, ofColumns), ofBlocks);
  }

  /** The number of flows. */
  public int count() {
    return columns.count + blocks.rows();
  }

  /** The sending host of flow {@code flow}. */
  public int source(int flow) {
    ScriptRows block = blocks.of(flow);
    return block != null ? block.source(flow) : columns.sources[blocks.column(flow)];
  }

  /** The receiving host of a flow. */
  public int destination(int flow) {
    ScriptRows block = blocks.of(flow);
    return destinations.applyAsInt(block != null ? block.destination(flow) : columns.destinations[blocks.column(flow)]);
  }

  /** Returns the same flows to other hosts, with each destination replaced by another. */
  public FlowTable to(IntUnaryOperator newDestinations) {
    FlowTable table = with(columns, blocks, true);
    table.destinations = newDestinations;
    return table;
  }

  /** The priorities of all flows, one bit each. */
  public int prioritiesInUse() {
    return columns.prioritiesInUse() | blocks.prioritiesInUse();
  }

  /** The priority, 1 to 7. */
  public int priority(int flow) {
    ScriptRows block = blocks.of(flow);
    return block != null ? block.priority() : columns.priorities[blocks.column(flow)];
  }

  /** The class of a flow; 0 without a class. */
  public int flowClass(int flow) {
    ScriptRows block = blocks.of(flow);
    return block != null ? block.flowClass() : columns.flowClass(blocks.column(flow));
  }

  /** The highest class of any flow; 0 if none has a class. */
  public int highestClass() {
    return Math.max(columns.highestClass(), blocks.highestClass());
  }

  /** The UDP destination port. */
  public int destinationPort(int flow) {
    ScriptRows block = blocks.of(flow);
    return block != null ? block.destinationPort() : columns.destinationPorts[blocks.column(flow)];
  }

  /** Application bytes. */
  public long sizeBytes(int flow) {
    ScriptRows block = blocks.of(flow);
    return block != null ? block.sizeBytes(flow) : columns.sizesBytes[blocks.column(flow)];
  }

  /** Start time in picoseconds; that of the job for a message, which may start later. */
  public long startPs(int flow) {
    ScriptRows block = blocks.of(flow);
    return block != null ? block.job().earliestStartPs() : columns.startsPs[blocks.column(flow)];
  }

  /** Kind of the row. */
  public Kind kind(int flow) {
    return blocks.of(flow) != null ? Kind.FLOW : KINDS.get(columns.kind(blocks.column(flow)));
  }

  /** The queue pair that an operation uses; 0 for flows. */
  public int queuePair(int flow) {
    return blocks.of(flow) != null ? 0 : columns.queuePair(blocks.column(flow));
  }

  /** Returns the same flows in a table that accepts no more. */
  public FlowTable unmodifiable() {
    return fixed ? this : with(columns.trimmed(), blocks.copy(), true);
  }

  private FlowTable with(FlowColumns otherColumns, RowBlocks otherBlocks, boolean isFixed) {
    var table = new FlowTable();
    table.columns = otherColumns;
    table.jobs.addAll(jobs.all());
    table.blocks = otherBlocks;
    table.queuePairCount = queuePairCount;
    table.fixed = isFixed;
    return table;
  }

  /** Returns the same flows ordered by start time; flows that start together keep their order. */
  public FlowTable sortedByStart() {
    int[] items = blocks.isEmpty() ? null : blocks.items(columns.count);
    int itemCount = items == null ? columns.count : items.length;
    long[] itemsStartPs = items == null ? columns.startsPs : startsPs(items);
    if (StartOrder.holds(itemsStartPs, itemCount)) {
      return this;
    }
    FlowTable known = sorted;
    if (known == null || !fixed) {
      int[] order = StartOrder.of(itemsStartPs, itemCount);
      known = inOrder(items == null ? order : Arrays.stream(order).map(item -> items[item]).toArray());
      sorted = known;
    }
    return known;
  }

  private long[] startsPs(int[] items) {
    return Arrays.stream(items).mapToLong(item -> item < 0 ? blocks.block(~item).job().earliestStartPs() : columns.startsPs[item])
        .toArray();
  }

  private FlowTable inOrder(int[] items) {
    FlowTable table = with(columns.emptied(), new RowBlocks(), fixed);
    for (int item : items) {
      if (item < 0) {
        table.blocks.add(blocks.block(~item).from(table.count()));
      } else {
        table.columns.addRow(columns, item);
      }
    }
    return table;
  }
}
