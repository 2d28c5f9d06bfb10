/** The NIC and the switch on real packets, in real time. */
module dev.inflight.live {
  requires static org.jspecify;
  requires transitive dev.inflight.net;

  exports dev.inflight.live;
  exports dev.inflight.live.cable;
  exports dev.inflight.live.device;
  exports dev.inflight.live.device.choice;
  exports dev.inflight.live.device.ring;
  exports dev.inflight.live.device.udp;
  exports dev.inflight.live.device.xdp;
  exports dev.inflight.live.forward;
  exports dev.inflight.live.loop;
  exports dev.inflight.live.os;
  exports dev.inflight.live.report;
  exports dev.inflight.live.steer;
}
