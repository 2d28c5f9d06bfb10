/** Simulations: traffic, event loop and what is measured. */
module dev.inflight.sim {
  requires static org.jspecify;
  requires transitive dev.inflight.net;
  requires transitive dev.inflight.cc;
  requires transitive dev.inflight.telemetry;

  exports dev.inflight.sim;
}
