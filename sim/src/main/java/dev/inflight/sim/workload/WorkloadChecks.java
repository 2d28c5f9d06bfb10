package dev.inflight.sim.workload;

import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.util.Check;

/** Range checks that the workloads share. An error is a sentence that names the parameter. */
final class WorkloadChecks {
  /** Bound far above any run's flows; it keeps a mistyped duration from filling the memory. */
  private static final double MOST_FLOWS = 1e8;
  private static final long LATEST_START_PS = 1_000_000_000_000_000_000L;

  private WorkloadChecks() {
  }

  static void flow(int source, int destination, int priority, int destinationPort, long sizeBytes, long startPs) {
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
  }

  static void start(long ps) {
    if (ps < 0) {
      throw new IllegalArgumentException("start " + ps + " ps is before 0");
    }
  }

  static void span(long startPs, long durationPs) {
    start(startPs);
    Check.time("duration", durationPs, 1);
    if (startPs > Long.MAX_VALUE - durationPs) {
      throw new IllegalArgumentException(
          "start " + startPs + " ps and duration " + durationPs + " ps end beyond the range of time");
    }
  }

  static void packets(int priority, int port) {
    Check.check("priority", priority, 1, 7);
    Check.check("port", port, 0, 0xFFFF);
  }

  static void flows(String workload, double expected) {
    if (!(expected <= MOST_FLOWS)) {
      throw new IllegalArgumentException(
          workload + " would start about " + Math.round(expected) + " flows; at most " + (long) MOST_FLOWS + " are allowed");
    }
  }

  static void hosts(String workload, int needed, int present) {
    if (present < needed) {
      throw new IllegalArgumentException(workload + " needs " + needed + " hosts; the topology has " + present);
    }
  }

  /** Checks that a node that the user named is a host. */
  static void host(String name, int node, Topology topology) {
    if (node < 0 || node >= topology.nodeCount()) {
      throw new IllegalArgumentException(name + " " + node + " does not exist; hosts are " + hosts(topology));
    }
    if (topology.isSwitch(node)) {
      throw new IllegalArgumentException(name + " " + node + " is a switch; hosts are " + hosts(topology));
    }
  }

  private static String hosts(Topology topology) {
    int[] hosts = topology.hosts();
    int last = hosts.length - 1;
    boolean all = last >= 0 && hosts[last] == last;
    return all ? "0 to " + last : "those of the nodes 0 to " + (topology.nodeCount() - 1) + " that are not switches";
  }
}
