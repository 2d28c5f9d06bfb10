package dev.inflight.sim.rdma;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.rdma.QueuePairConnection;
import dev.inflight.net.rdma.ConnectionListener;
import dev.inflight.net.rdma.memory.MemoryRegion;
import dev.inflight.net.rdma.Operation;
import dev.inflight.net.rdma.QueuePair;
import dev.inflight.net.rdma.QueuePairListener;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The application of the queue pairs that start in one part of a run. It makes each with its first operation, posts, and closes
 * it after its last. It also grants requests for queue pairs from hosts of other parts.
 */
public final class RdmaApplication {
  private final FlowTable flows;
  private final FabricBuilder assembly;
  private final Fabric fabric;
  private final IntBinaryOperator sourcePorts;
  private final OperationResults results;
  private final HostMemory memory;
  private final Map<Integer, Pair> pairs = new HashMap<>();
  private final List<Sender> senders = new ArrayList<>();

  /**
   * Makes an application.
   *
   * @param rows rows of the flows and operations that start there
   * @param sourcePorts the next free UDP source port between a source and a destination
   */
  public RdmaApplication(FlowTable flows, FabricBuilder assembly, IntStream rows, HostMemory memory,
      IntBinaryOperator sourcePorts, OperationResults results) {
    this.flows = flows;
    this.assembly = assembly;
    this.memory = memory;
    this.sourcePorts = sourcePorts;
    this.results = results;
    fabric = assembly.fabric;
    if (flows.queuePairs() > 0) {
      rows.filter(row -> flows.kind(row) != FlowTable.Kind.FLOW)
          .forEach(row -> pairs.computeIfAbsent(flows.queuePair(row), _ -> new Pair()).left++);
    }
  }

  /** Posts the operation of a row, and returns its stream. */
  public Flow start(int row, long nowPs) {
    Pair pair = pairs.get(flows.queuePair(row));
    if (pair == null) {
      throw new IllegalStateException("operation " + row + " begins in another part");
    }
    QueuePair queuePair = pair.queuePair;
    if (queuePair == null) {
      queuePair = connect(row, pair, nowPs);
    }
    MemoryRegion there = memory.of(flows.destination(row));
    Operation operation = flows.kind(row) == FlowTable.Kind.WRITE
        ? queuePair.write(row, there.address(), there.key(), flows.sizeBytes(row), nowPs)
        : queuePair.read(row, there.address(), there.key(), flows.sizeBytes(row), nowPs);
    if (operation.status() == Operation.Status.PENDING) {
      pair.pending.put(row, operation);
    }
    return queuePair.stream();
  }

  private QueuePair connect(int row, Pair pair, long nowPs) {
    int from = flows.source(row);
    int to = flows.destination(row);
    int id = flows.count() + 2 * (flows.queuePair(row) - 1);
    var request = new QueuePairConnection.Request(from, to, sourcePorts.applyAsInt(from, to), flows.destinationPort(row),
        flows.priority(row), flows.flowClass(row));
    QueuePair made = fabric.connect(id, request, controls(request.flowClass()), pair, nowPs);
    pair.queuePair = made;
    return made;
  }

  private QueuePairConnection.Controls controls(int flowClass) {
    return new StreamControls(assembly, flowClass, this::started);
  }

  private void started(Sender sender) {
    senders.add(sender);
    results.streamStarted(sender);
  }

  /** Grants another host's request. */
  public ConnectionListener.Acceptance accept(QueuePairConnection asked) {
    return new ConnectionListener.Acceptance(QueuePairListener.NONE, controls(asked.request().flowClass()));
  }

  /** Senders of the streams that start here, including those of responses. */
  public List<Sender> senders() {
    return Collections.unmodifiableList(senders);
  }

  /** Operations that have started but are not done, in order of number. */
  public List<UnfinishedOperation> unfinished() {
    var all = new TreeMap<Integer, UnfinishedOperation>();
    for (Pair pair : pairs.values()) {
      boolean behind = false;
      for (var entry : pair.pending.entrySet()) {
        Operation operation = entry.getValue();
        all.put(entry.getKey(), new UnfinishedOperation(entry.getKey(), List.of(operation), pair.senderOf(operation), behind));
        behind = true;
      }
    }
    return List.copyOf(all.values());
  }

  /** One queue pair's application. */
  private final class Pair implements QueuePairListener {
    @Nullable
    QueuePair queuePair;
    final Map<Integer, Operation> pending = new TreeMap<>();
    int left;
    private long retransmittedBytes;

    @Override
    public void completed(QueuePair by, Operation operation, long nowPs) {
      int row = (int) operation.id();
      if (operation.status() == Operation.Status.SUCCESS) {
        pending.remove(row);
        long before = retransmittedBytes;
        retransmittedBytes = by.retransmittedBytes();
        results.finished(row, by.stream(), flows.startPs(row), retransmittedBytes - before, nowPs);
      } else {
        pending.put(row, operation); // for the report
        results.failed(row, nowPs);
      }
      if (--left == 0) {
        by.close(nowPs);
      }
    }

    /** Sender of an operation's bytes; of a READ, that of its response, if there is one yet. */
    private @Nullable Sender senderOf(Operation operation) {
      if (queuePair == null) {
        return null;
      }
      Sender reverse = Sender.of(queuePair.stream().opposite());
      return operation.kind() == Operation.Kind.READ && reverse != null ? reverse : Sender.of(queuePair.stream());
    }
  }
}
