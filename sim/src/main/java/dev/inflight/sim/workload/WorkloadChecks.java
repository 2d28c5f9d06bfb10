package dev.inflight.sim.workload;

import dev.inflight.net.topology.Topology;

/** Range checks that the workloads share; a refusal is a sentence that names the parameter. */
final class WorkloadChecks {
  /** Far above what fits a run; keeps a mistyped duration from filling the memory. */
  private static final double MOST_FLOWS = 1e8;

  private WorkloadChecks() {
  }

  static void size(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("size " + bytes + " bytes is below 1");
    }
  }

  static void start(long ps) {
    if (ps < 0) {
      throw new IllegalArgumentException("start " + ps + " ps is before 0");
    }
  }

  static void span(long startPs, long durationPs) {
    start(startPs);
    if (durationPs < 1) {
      throw new IllegalArgumentException("duration " + durationPs + " ps is below 1");
    }
    if (startPs > Long.MAX_VALUE - durationPs) {
      throw new IllegalArgumentException(
          "start " + startPs + " ps and duration " + durationPs + " ps end later than time can tell");
    }
  }

  static void load(double load) {
    if (!(load > 0 && load <= 1)) {
      throw new IllegalArgumentException("load " + load + " is outside (0, 1]");
    }
  }

  static void group(int group) {
    if (group < 1 || group > 7) {
      throw new IllegalArgumentException("group " + group + " is outside 1 to 7");
    }
  }

  static void port(int port) {
    if (port < 0 || port > 0xFFFF) {
      throw new IllegalArgumentException("port " + port + " is outside 0 to 65535");
    }
  }

  static void flows(String workload, double expected) {
    if (!(expected <= MOST_FLOWS)) {
      throw new IllegalArgumentException(
          workload + " would start about " + Math.round(expected) + " flows: at most " + (long) MOST_FLOWS);
    }
  }

  static void hosts(String workload, int needed, int present) {
    if (present < needed) {
      throw new IllegalArgumentException(workload + " needs " + needed + " hosts; the topology has " + present);
    }
  }

  /** Checks that a node the user named is a host. */
  static void host(String name, int node, Topology topology) {
    if (node < 0 || node >= topology.nodeCount()) {
      throw new IllegalArgumentException(name + " " + node + " does not exist: hosts are " + hosts(topology));
    }
    if (topology.isSwitch(node)) {
      throw new IllegalArgumentException(name + " " + node + " is a switch: hosts are " + hosts(topology));
    }
  }

  private static String hosts(Topology topology) {
    int[] hosts = topology.hosts();
    int last = hosts.length - 1;
    boolean all = last >= 0 && hosts[last] == last;
    return all ? "0 to " + last : "those of the nodes 0 to " + (topology.nodeCount() - 1) + " that are not switches";
  }
}
