package dev.inflight.sim.rdma;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.rdma.ConnectionListener;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.rdma.Operation;
import dev.inflight.net.rdma.QueuePair;
import dev.inflight.net.rdma.QueuePairConnection;
import dev.inflight.net.rdma.QueuePairListener;
import dev.inflight.net.rdma.StreamFlow;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The connections of jobs with messages that start in one part of a run: one from host to host for each job and channel, as in
 * NCCL. Messages of a connection are WRITEs of one queue pair: they arrive one after the other in the order in which they were
 * posted, and the congestion control continues from one to the next. Each is written to a distinct address, by which the
 * receiving host recognizes it.
 */
public final class MessageConnections {
  private static final int MOST_WRITES = 64;
  /** Value for no row. */
  public static final int NO_ROW = -1;

  private record Key(int job, int source, int destination, int channel, int flowClass) {
  }

  private final FlowTable flows;
  private final FabricBuilder assembly;
  private final Fabric fabric;
  private final HostMemory memory;
  private final IntBinaryOperator sourcePorts;
  private final OperationResults results;
  private final Map<Key, Connection> connections = new HashMap<>();
  private final List<Sender> senders = new ArrayList<>();
  private final int[] hosts;
  private final int[] madeBy;

  /**
   * Makes connections; none is used yet.
   *
   * @param sourcePorts the next free UDP source port between a source and a destination
   */
  public MessageConnections(FlowTable flows, FabricBuilder assembly, HostMemory memory, IntBinaryOperator sourcePorts,
      OperationResults results) {
    this.flows = flows;
    this.assembly = assembly;
    this.memory = memory;
    this.sourcePorts = sourcePorts;
    this.results = results;
    fabric = assembly.fabric;
    hosts = fabric.topology().hosts();
    madeBy = new int[hosts.length];
  }

  /**
   * Row of a packet: of a plain flow, or of a message on a connection; {@link #NO_ROW} if it belongs to none, or does not carry
   * it. Packets that are read from bytes carry their message only at its start.
   */
  public static int rowOf(Packet packet) {
    Flow flow = packet.flow;
    if (flow == null) {
      return NO_ROW;
    }
    if (!isConnection(flow)) {
      return flow.id();
    }
    return switch (packet.kind) {
      case DATA, TRIMMED, RETURNED, ACK, NACK, TRIM_NACK -> HostMemory.rowAt(packet.rdma().address);
      default -> NO_ROW;
    };
  }

  /** True if a flow is a connection that messages of a job share. */
  public static boolean isConnection(Flow flow) {
    return flow instanceof StreamFlow stream && stream.connection().isPrepared();
  }

  /** True if a message of this size goes over a connection. Longer ones, of over 128 GiB, would be very many WRITEs. */
  public static boolean takes(long sizeBytes) {
    return sizeBytes <= MOST_WRITES * Message.MOST_BYTES;
  }

  /**
   * Posts the message of a row.
   *
   * @param job the number of its job
   * @param channel the channel of its job
   * @return its sender; null if its connection has failed
   */
  public @Nullable Sender post(int row, int job, int channel, long nowPs) {
    Key key = key(row, job, channel);
    Connection connection = connections.get(key);
    if (connection == null) {
      connection = new Connection(row, nowPs);
      connections.put(key, connection);
    }
    connection.post(row, nowPs);
    return connection.pending.getLast().status() == Operation.Status.PENDING ? connection.queuePair.sender() : null;
  }

  /** The connection of a message; null before anything is posted to it. */
  public @Nullable Flow of(int row, int job, int channel) {
    Connection connection = connections.get(key(row, job, channel));
    return connection == null ? null : connection.queuePair.stream();
  }

  private Key key(int row, int job, int channel) {
    return new Key(job, flows.source(row), flows.destination(row), channel, flows.flowClass(row));
  }

  /** Number of a host's next connection: the same for any division of the fabric. */
  private int nextId(int host) {
    int place = Arrays.binarySearch(hosts, host);
    long free = Integer.MAX_VALUE / 2 - flows.count() / 2 - flows.queuePairs() - 1;
    long number = place + (long) hosts.length * madeBy[place]++;
    if (number >= free) {
      throw new IllegalStateException("host " + host + " has more connections of jobs than can be numbered: " + madeBy[place]
          + "; connections: per-message has none");
    }
    return Math.toIntExact(flows.count() + 2L * (flows.queuePairs() + number));
  }

  /** The receiving end of a connection of another host. */
  public ConnectionListener.Acceptance accept(QueuePairConnection asked) {
    return new ConnectionListener.Acceptance(new Arrivals(), new StreamControls(assembly, asked.request().flowClass(), _ -> {
    }));
  }

  /** Senders of the connections that start here. */
  public List<Sender> senders() {
    return Collections.unmodifiableList(senders);
  }

  /** Posted messages that are not acknowledged, in order of number. */
  public List<UnfinishedOperation> unfinished() {
    var all = new ArrayList<UnfinishedOperation>();
    for (Connection connection : connections.values()) {
      boolean behind = false;
      var parts = new ArrayList<Operation>();
      for (Operation each : connection.pending) {
        parts.add(each);
        if (HostMemory.isLast(each.address())) {
          all.add(new UnfinishedOperation((int) each.id(), List.copyOf(parts), connection.queuePair.sender(), behind));
          parts.clear();
          behind = true;
        }
      }
    }
    all.sort(Comparator.comparingInt(UnfinishedOperation::row));
    return all;
  }

  /** The sending end of a connection. */
  private final class Connection implements QueuePairListener {
    final QueuePair queuePair;
    /** Operations without an acknowledgement, and those that failed. */
    final ArrayDeque<Operation> pending = new ArrayDeque<>();
    private final int key;
    private long retransmittedBytes;

    Connection(int row, long nowPs) {
      int from = flows.source(row);
      int to = flows.destination(row);
      key = memory.messageKey(to);
      var request = new QueuePairConnection.Request(from, to, sourcePorts.applyAsInt(from, to), flows.destinationPort(row),
          flows.priority(row), flows.flowClass(row));
      queuePair = fabric.open(nextId(from), request, new StreamControls(assembly, request.flowClass(), senders::add), this,
          nowPs);
    }

    /** Posts a message, as several WRITEs if it is too long for one; the last one has the message's address. */
    void post(int row, long nowPs) {
      long leftBytes = flows.sizeBytes(row);
      for (; leftBytes > Message.MOST_BYTES; leftBytes -= Message.MOST_BYTES) {
        post(row, HostMemory.addressOf(row, false), Message.MOST_BYTES, nowPs);
      }
      post(row, HostMemory.addressOf(row, true), leftBytes, nowPs);
    }

    private void post(int row, long address, long bytes, long nowPs) {
      pending.add(queuePair.write(row, address, key, bytes, nowPs)); // also one that failed at once: for the report
    }

    @Override
    public void completed(QueuePair by, Operation operation, long nowPs) {
      int row = (int) operation.id();
      boolean isLast = HostMemory.isLast(operation.address());
      if (operation.status() == Operation.Status.SUCCESS) {
        pending.remove();
        if (isLast) {
          long before = retransmittedBytes;
          retransmittedBytes = by.retransmittedBytes();
          results.finished(row, by.stream(), operation.postedPs(), retransmittedBytes - before, nowPs);
        }
      } else if (isLast) {
        results.failed(row, nowPs);
      }
    }
  }

  /** Receiving host's side of a connection. */
  private final class Arrivals implements QueuePairListener {
    @Override
    public void written(QueuePair queuePair, long address, long nowPs) {
      if (HostMemory.isLast(address)) {
        results.arrived(HostMemory.rowAt(address), nowPs);
      }
    }
  }
}
