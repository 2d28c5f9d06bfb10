package dev.inflight.sim.workload;

import dev.inflight.net.topology.Topology;

/**
 * A kind of traffic: a record of its parameters that adds the flows it stands for. Component names carry their unit as a suffix
 * ({@code sizeBytes}); the compact constructor refuses values out of range with a sentence.
 */
public interface Workload {
  /** Is asked whether there is memory for flows, before they are made. */
  @FunctionalInterface
  interface Room {
    /**
     * Refuses, with a sentence, so many flows and operations of jobs.
     *
     * @param flows how many there are at least, messages of jobs counted
     * @param keptFlows those that memory is needed for
     * @param keptOperations operations of jobs that memory is needed for, at least
     */
    void check(double flows, double keptFlows, double keptOperations);
  }

  /** The workload's name in scenarios, such as {@code incast}. */
  String name();

  /**
   * Adds this workload's flows behind those already in the table, in order of start. The same table, topology and seed give the
   * same flows on any machine. A workload with random choices draws from a stream of its own, chosen by the seed, its name and
   * the number of flows already in the table: so two equal lines of a scenario differ, and a line never changes those before it.
   *
   * @param flows where the flows go
   * @param topology the topology of their hosts
   * @param seed the scenario's seed
   * @throws IllegalArgumentException with a sentence, when the topology lacks the hosts
   */
  void addTo(FlowTable flows, Topology topology, long seed);
}
