package dev.inflight.sim.graph;

import dev.inflight.telemetry.util.Check;
import java.util.Arrays;
import java.util.BitSet;

/** A parallel program on the hosts of a fabric. Its operations have numbers that no other job's have. */
public final class Job {
  private final String name;
  private final OperationGraph graph;
  private final int[] hosts;
  private final long startPs;
  private final int firstOperation;

  /**
   * A job.
   *
   * @param hosts the host of each rank
   * @param startPs when operations that require nothing begin, 0 or more
   * @param firstOperation the number of its first operation
   */
  public Job(String name, OperationGraph graph, int[] hosts, long startPs, int firstOperation) {
    Check.time("start", startPs, 0);
    if (hosts.length != graph.ranks()) {
      throw new IllegalArgumentException("job " + name + " has " + graph.ranks() + " ranks, and hosts for " + hosts.length);
    }
    if (graph.operations() == 0) {
      throw new IllegalArgumentException("job " + name + " does nothing");
    }
    if (firstOperation > Integer.MAX_VALUE - 1 - graph.operations()) {
      throw new IllegalArgumentException("the jobs have more operations together than can be counted");
    }
    var taken = new BitSet();
    for (int rank = 0; rank < hosts.length; rank++) {
      if (taken.get(hosts[rank])) {
        throw new IllegalArgumentException("job " + name + " has two ranks on host " + hosts[rank] + "; each needs its own");
      }
      taken.set(hosts[rank]);
    }
    this.name = name;
    this.graph = graph;
    this.hosts = hosts.clone();
    this.startPs = startPs;
    this.firstOperation = firstOperation;
  }

  /** What results call it. */
  public String name() {
    return name;
  }

  /** What its ranks do. */
  public OperationGraph graph() {
    return graph;
  }

  /** When operations that require nothing begin, in picoseconds. */
  public long startPs() {
    return startPs;
  }

  /** The number of its first operation among all jobs' operations. */
  public int firstOperation() {
    return firstOperation;
  }

  /** The number behind that of its last operation. */
  public int endOperation() {
    return firstOperation + graph.operations();
  }

  /** The host on which an operation of its graph is done. */
  public int host(int operation) {
    return hosts[graph.rank(operation)];
  }

  /** The host of each rank. */
  public int[] hosts() {
    return Arrays.copyOf(hosts, hosts.length);
  }

  /** The host of a rank. */
  public int hostOf(int rank) {
    return hosts[rank];
  }
}
