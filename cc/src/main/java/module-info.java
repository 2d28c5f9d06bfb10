/** Congestion control: HPCC++ and the algorithms it is compared with. */
module dev.inflight.cc {
  requires static org.jspecify;
  requires transitive dev.inflight.telemetry;

  exports dev.inflight.cc;
  exports dev.inflight.cc.hpcc;
  exports dev.inflight.cc.rival;
  exports dev.inflight.cc.scheme;
}
