/** For tests of the parts of fabrics: the contracts of workloads, topologies, telemetry formats and parts of switches. */
module dev.inflight.testkit.fabric {
  requires static org.jspecify;
  requires transitive dev.inflight.sim;
  requires dev.inflight.testkit;

  exports dev.inflight.sim.testing;
}
