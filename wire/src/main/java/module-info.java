/** Frames as they are on the wire: RoCEv2, PFC, telemetry headers, captures. For programs with packets and no simulator. */
module dev.inflight.wire {
  requires static org.jspecify;
  requires transitive dev.inflight.telemetry;

  exports dev.inflight.wire.frame;
  exports dev.inflight.wire.header;
  exports dev.inflight.wire.header.tcp;
  exports dev.inflight.wire.header.tcpint;
  exports dev.inflight.wire.pcap;
  exports dev.inflight.wire.tunnel;
}
