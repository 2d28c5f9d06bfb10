/** The packet-level fabric: hosts, links, switches and queues. */
module dev.inflight.net {
  requires static org.jspecify;
  requires transitive dev.inflight.cc;
  requires transitive dev.inflight.telemetry;
  requires transitive dev.inflight.wire;

  exports dev.inflight.net.switchfeedback;
  exports dev.inflight.net.telemetrypackets;
  exports dev.inflight.net.balance;
  exports dev.inflight.net.balance.adaptive;
  exports dev.inflight.net.balance.given;
  exports dev.inflight.net.balance.weave;
  exports dev.inflight.net.codec;
  exports dev.inflight.net.codec.capture;
  exports dev.inflight.net.codec.frame;
  exports dev.inflight.net.credit;
  exports dev.inflight.net.endpoint;
  exports dev.inflight.net.event;
  exports dev.inflight.net.fabric;
  exports dev.inflight.net.fabric.unloaded;
  exports dev.inflight.net.host;
  exports dev.inflight.net.host.cnp;
  exports dev.inflight.net.feedback;
  exports dev.inflight.net.link;
  exports dev.inflight.net.link.header;
  exports dev.inflight.net.measure;
  exports dev.inflight.net.nic;
  exports dev.inflight.net.nic.slot;
  exports dev.inflight.net.paths;
  exports dev.inflight.net.ns3;
  exports dev.inflight.net.rdma;
  exports dev.inflight.net.rdma.memory;
  exports dev.inflight.net.recovery;
  exports dev.inflight.net.route;
  exports dev.inflight.net.switching;
  exports dev.inflight.net.switching.admission;
  exports dev.inflight.net.switching.ecn;
  exports dev.inflight.net.switching.pfc;
  exports dev.inflight.net.switching.queue;
  exports dev.inflight.net.switching.scope;
  exports dev.inflight.net.switching.stamp;
  exports dev.inflight.net.switching.watchdog;
  exports dev.inflight.net.topology;
  exports dev.inflight.net.topology.server;
  exports dev.inflight.net.topology.name;
  exports dev.inflight.net.topology.shape;
  exports dev.inflight.net.validation;
}
