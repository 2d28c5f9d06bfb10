package dev.inflight.sim.graph;

import dev.inflight.telemetry.util.Check;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A parallel program on the hosts of a fabric. Its operations have numbers that no other job's have. */
public final class Job {
  /** What the ranks of a job do: all of it as an {@link OperationGraph}, or a script that is unrolled while it runs. */
  public interface Program {
    /** How many ranks there are, from 0 on. */
    int ranks();

    /** How many operations there are, from 0 on. */
    int operations();

    /** How many hosts a rank has, one for each of its NICs, 1 or more. */
    int nics();
  }

  private final String name;
  private final Program program;
  private final int[] hosts;
  private final long startPs;
  private final int firstOperation;
  private final @Nullable Job after;

  /**
   * A job that starts at a time.
   *
   * @param hosts the host of each rank; where its NICs are hosts of their own, those of rank 0, then those of rank 1 and so on
   * @param startPs when operations that require nothing start, 0 or more
   * @param firstOperation the number of its first operation
   */
  public Job(String name, Program program, int[] hosts, long startPs, int firstOperation) {
    this(name, program, hosts, startPs, firstOperation, null);
  }

  /**
   * A job that may follow another one.
   *
   * @param startPs when operations that require nothing start; after the end of the other job, where there is one
   * @param after the job that has to have ended before; null for none
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

  /** What results call it. */
  public String name() {
    return name;
  }

  /** What its ranks do. */
  public Program program() {
    return program;
  }

  /** The job that has to have ended before this one starts; null for none. */
  public @Nullable Job after() {
    return after;
  }

  /** When operations that require nothing start, in picoseconds; of a job that follows another one, how long after its end. */
  public long startPs() {
    return startPs;
  }

  /** When it starts at the earliest, in picoseconds: where it follows others, if those take no time. */
  public long earliestStartPs() {
    return after == null ? startPs : Math.addExact(after.earliestStartPs(), startPs);
  }

  /** The number of its first operation among all jobs' operations. */
  public int firstOperation() {
    return firstOperation;
  }

  /** The number behind that of its last operation. */
  public int endOperation() {
    return firstOperation + program.operations();
  }

  /** The graph of a job that is one. */
  public OperationGraph graph() {
    if (program instanceof OperationGraph graph) {
      return graph;
    }
    throw new IllegalArgumentException("job " + name + " is not a graph");
  }

  /** Whether a rank may compute something: of a script that is unrolled while it runs, any rank may. */
  public boolean computes(int rank) {
    return !(program instanceof OperationGraph graph) || IntStream.range(0, graph.operations())
        .anyMatch(operation -> graph.kind(operation) == OperationGraph.Kind.COMPUTE && graph.rank(operation) == rank);
  }

  /** The host on which an operation of its graph is done. */
  public int host(int operation) {
    return host(graph(), graph().rank(operation), operation);
  }

  /** The host to which a send goes: that of its receive; where the receive is not known before the message arrives, by the send's own NIC. */
  public int destination(int send) {
    OperationGraph graph = graph();
    return graph.open().isOpen(send) ? host(graph, graph.destination(send), send) : host(graph.partner(send));
  }

  private int host(OperationGraph graph, int rank, int operation) {
    return hosts[rank * graph.nics() + graph.nic(operation)];
  }

  /** The host of each rank; with all those of its NICs. */
  public int[] hosts() {
    return Arrays.copyOf(hosts, hosts.length);
  }

  /** The host of a rank; where it has several, that of its first NIC. */
  public int hostOf(int rank) {
    return hosts[rank * program.nics()];
  }
}
