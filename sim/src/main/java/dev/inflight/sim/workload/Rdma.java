package dev.inflight.sim.workload;

import dev.inflight.net.rdma.Message;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.name.NodeNumber;
import dev.inflight.telemetry.util.Check;

/**
 * WRITEs or READs that one host posts on queue pairs to another. It sets the queue pairs up with control packets before the first
 * operation, and closes them after the last. Operations of a queue pair are done in order.
 *
 * @param op WRITE or READ
 * @param from the host that posts the operations
 * @param to the other host
 * @param sizeBytes bytes of each operation, 1 to 2147483648
 * @param messages operations on each queue pair, 1 or more
 * @param queuePairs number of queue pairs, 1 or more
 * @param everyPs time between operations on a queue pair; 0: all are posted at once
 * @param startPs when the first operations are posted
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record Rdma(Op op, @NodeNumber int from, @NodeNumber int to, long sizeBytes, int messages, int queuePairs, long everyPs,
    long startPs, int priority, int port) implements Workload {
  /** Operations to post. */
  public enum Op {
    /** Bytes go to the other host. */
    WRITE,
    /** Bytes come from the other host. */
    READ
  }

  /** Ten WRITEs of 100 KB from host 0 to host 1 on one queue pair. */
  public static final Rdma DEFAULT = new Rdma(Op.WRITE, 0, 1, 100_000, 10, 1, 0, 0, 3, 300);

  /** Checks the ranges. */
  public Rdma {
    if (from == to) {
      throw new IllegalArgumentException("a queue pair from host " + from + " to itself");
    }
    Check.size("size", sizeBytes, 1);
    if (sizeBytes > Message.MOST_BYTES) {
      throw new IllegalArgumentException(
          "size " + sizeBytes + " bytes is above " + Message.MOST_BYTES + ", the most of one message");
    }
    Check.count("messages", messages, 1);
    Check.count("queuePairs", queuePairs, 1);
    WorkloadChecks.flows("rdma", (double) messages * queuePairs);
    if (everyPs < 0 || everyPs > 0 && messages > Long.MAX_VALUE / 2 / everyPs) {
      throw new IllegalArgumentException("every " + everyPs + " ps is below 0, or too long for " + messages + " messages");
    }
    WorkloadChecks.start(startPs);
    WorkloadChecks.packets(priority, port);
  }

  @Override
  public String name() {
    return "rdma";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    flows.expect((double) messages * queuePairs);
    WorkloadChecks.host("from", from, topology);
    WorkloadChecks.host("to", to, topology);
    FlowTable.Kind kind = op == Op.WRITE ? FlowTable.Kind.WRITE : FlowTable.Kind.READ;
    int first = 0;
    for (int pair = 0; pair < queuePairs; pair++) {
      int number = flows.newQueuePair();
      first = pair == 0 ? number : first;
    }
    for (int message = 0; message < messages; message++) {
      for (int pair = 0; pair < queuePairs; pair++) {
        flows.addOperation(first + pair, kind, from, to, priority, port, sizeBytes, startPs + message * everyPs);
      }
    }
  }
}
