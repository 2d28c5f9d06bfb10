/** In-band telemetry: records that switches write into packets about each link of the path. */
module dev.inflight.telemetry {
  requires static org.jspecify;

  exports dev.inflight.telemetry;
  exports dev.inflight.telemetry.format;
  exports dev.inflight.telemetry.format.busiest;
  exports dev.inflight.telemetry.format.csig;
  exports dev.inflight.telemetry.format.hpcc;
  exports dev.inflight.telemetry.format.ifa;
  exports dev.inflight.telemetry.format.ioam;
  exports dev.inflight.telemetry.format.p4int;
  exports dev.inflight.telemetry.format.pint;
  exports dev.inflight.telemetry.report;
  exports dev.inflight.telemetry.util to dev.inflight.cc, dev.inflight.wire, dev.inflight.net, dev.inflight.sim, dev.inflight.live, dev.inflight.lab;
}
