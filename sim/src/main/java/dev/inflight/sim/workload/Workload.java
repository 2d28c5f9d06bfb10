package dev.inflight.sim.workload;

import dev.inflight.net.topology.Topology;

/**
 * A kind of traffic: a record of its parameters that adds its flows to a table. Component names carry their unit as a suffix
 * ({@code sizeBytes}); the compact constructor rejects values out of range with a sentence.
 */
public interface Workload {
  /** Checks the memory for flows, before they are made. */
  @FunctionalInterface
  interface Room {
    /**
     * Rejects, with a sentence, too large a number of flows and operations of jobs.
     *
     * @param flows least number of flows, including messages of jobs
     * @param keptFlows number of those that need memory
     * @param keptOperations least number of operations of jobs that need memory
     */
    void check(double flows, double keptFlows, double keptOperations);
  }

  /** The workload's name in scenarios, such as {@code incast}. */
  String name();

  /**
   * Adds this workload's flows after those in the table, in order of start. The same table, topology and seed give the same flows
   * on any machine. A workload with random choices draws from a stream that depends on the seed, its name and the number of flows
   * in the table, so two equal lines of a scenario differ, and a line never changes those before it.
   *
   * @param flows table that receives the flows
   * @param topology the topology of their hosts
   * @param seed the scenario's seed
   * @throws IllegalArgumentException with a sentence, when the topology lacks the hosts
   */
  void addTo(FlowTable flows, Topology topology, long seed);
}
