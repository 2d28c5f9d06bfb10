/** The packet-level fabric: hosts, links, switches and queues. */
module dev.inflight.net {
  requires static org.jspecify;
  requires transitive dev.inflight.cc;
  requires transitive dev.inflight.telemetry;

  exports dev.inflight.net;
  exports dev.inflight.net.frame;
}
