/** Simulations: traffic, event loop and what is measured. */
module dev.inflight.sim {
  requires static org.jspecify;
  requires transitive dev.inflight.net;
  requires transitive dev.inflight.cc;
  requires transitive dev.inflight.telemetry;

  exports dev.inflight.sim;
  exports dev.inflight.sim.change;
  exports dev.inflight.sim.change.run;
  exports dev.inflight.sim.change.state;
  exports dev.inflight.sim.change.fault;
  exports dev.inflight.sim.column;
  exports dev.inflight.sim.control;
  exports dev.inflight.sim.collective;
  exports dev.inflight.sim.collective.plan;
  exports dev.inflight.sim.fidelity;
  exports dev.inflight.sim.graph;
  exports dev.inflight.sim.job;
  exports dev.inflight.sim.job.state;
  exports dev.inflight.sim.loop;
  exports dev.inflight.sim.measure;
  exports dev.inflight.sim.mpi;
  exports dev.inflight.sim.parts;
  exports dev.inflight.sim.ranks;
  exports dev.inflight.sim.random;
  exports dev.inflight.sim.rdma;
  exports dev.inflight.sim.record;
  exports dev.inflight.sim.script;
  exports dev.inflight.sim.setup;
  exports dev.inflight.sim.symmetry;
  exports dev.inflight.sim.workload;
  exports dev.inflight.sim.workload.job;
  exports dev.inflight.sim.workload.size;
  exports dev.inflight.sim.wildcard;
}
