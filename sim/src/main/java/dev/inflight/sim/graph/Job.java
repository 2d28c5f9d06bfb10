package dev.inflight.sim.graph;

import dev.inflight.telemetry.util.Check;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A parallel program on the hosts of a fabric. The numbers of its operations are unique among all jobs. */
public final class Job {
  /** Operations of a job's ranks: all of them as an {@link OperationGraph}, or a script that is unrolled during the run. */
  public interface Program {
    /** Number of ranks, from 0 on. */
    int ranks();

    /** Number of operations, from 0 on. */
    int operations();

    /** Number of hosts of a rank, one for each of its NICs, 1 or more. */
    int nics();
  }

  private final String name;
  private final Program program;
  private final int[] hosts;
  private final long startPs;
  private final int firstOperation;
  private final @Nullable Job after;

  /**
   * Makes a job that starts at a time.
   *
   * @param hosts host of each rank; if its NICs are separate hosts, those of rank 0, then those of rank 1 and so on
   * @param startPs start of operations without requirements, in picoseconds, 0 or more
   * @param firstOperation the number of its first operation
   */
  public Job(String name, Program program, int[] hosts, long startPs, int firstOperation) {
    this(name, program, hosts, startPs, firstOperation, null);
  }

  /**
   * Makes a job that may follow another one.
   *
   * @param startPs start of operations without requirements, in picoseconds; after the end of the other job, if there is one
   * @param after the job that must end first; null for none
   */
  public Job(String name, Program program, int[] hosts, long startPs, int firstOperation, @Nullable Job after) {
    Check.time("start", startPs, 0);
    if (hosts.length != program.ranks() * program.nics()) {
      throw new IllegalArgumentException("job " + name + " has " + program.ranks() + " ranks"
          + (program.nics() == 1 ? "" : " with " + program.nics() + " NICs each") + ", and hosts for " + hosts.length);
    }
    if (program.operations() == 0) {
      throw new IllegalArgumentException("job " + name + " does nothing");
    }
    if (firstOperation > Integer.MAX_VALUE - 1 - program.operations()) {
      throw new IllegalArgumentException("the jobs have more operations together than can be counted");
    }
    var taken = new BitSet();
    for (int host : hosts) {
      if (taken.get(host)) {
        throw new IllegalArgumentException("job " + name + " has two ranks on host " + host + "; each needs its own");
      }
      taken.set(host);
    }
    this.name = name;
    this.program = program;
    this.hosts = hosts.clone();
    this.startPs = startPs;
    this.firstOperation = firstOperation;
    this.after = after;
  }

  /** Name in results. */
  public String name() {
    return name;
  }

  /** Operations of its ranks. */
  public Program program() {
    return program;
  }

  /** The job that must end before this one starts; null for none. */
  public @Nullable Job after() {
    return after;
  }

  /** Start of operations without requirements, in picoseconds; if the job follows another one, time after the end of that one. */
  public long startPs() {
    return startPs;
  }

  /** Earliest start, in picoseconds; jobs that it follows count as taking no time. */
  public long earliestStartPs() {
    return after == null ? startPs : Math.addExact(after.earliestStartPs(), startPs);
  }

  /** The number of its first operation among all jobs' operations. */
  public int firstOperation() {
    return firstOperation;
  }

  /** The number after that of its last operation. */
  public int endOperation() {
    return firstOperation + program.operations();
  }

  /** The graph of a job that has one. */
  public OperationGraph graph() {
    if (program instanceof OperationGraph graph) {
      return graph;
    }
    throw new IllegalArgumentException("job " + name + " is not a graph");
  }

  /** True if a rank may compute. Any rank of a script that is unrolled during the run may. */
  public boolean computes(int rank) {
    return !(program instanceof OperationGraph graph) || IntStream.range(0, graph.operations())
        .anyMatch(operation -> graph.kind(operation) == OperationGraph.Kind.COMPUTE && graph.rank(operation) == rank);
  }

  /** The host on which an operation of its graph is done. */
  public int host(int operation) {
    return host(graph(), graph().rank(operation), operation);
  }

  /** Destination host of a send: that of its receive; if that is unknown before arrival, that with the send's NIC number. */
  public int destination(int send) {
    OperationGraph graph = graph();
    return graph.open().isOpen(send) ? host(graph, graph.destination(send), send) : host(graph.partner(send));
  }

  private int host(OperationGraph graph, int rank, int operation) {
    return hosts[rank * graph.nics() + graph.nic(operation)];
  }

  /** The host of each rank, with the hosts of all its NICs. */
  public int[] hosts() {
    return Arrays.copyOf(hosts, hosts.length);
  }

  /** The host of a rank; if it has several, that of its first NIC. */
  public int hostOf(int rank) {
    return hosts[rank * program.nics()];
  }
}
