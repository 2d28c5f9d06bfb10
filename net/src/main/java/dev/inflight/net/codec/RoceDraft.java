package dev.inflight.net.codec;

import dev.inflight.net.codec.frame.FrameDraft;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Udp;
import org.jspecify.annotations.Nullable;

/** The RoCEv2 frame that is being written: UDP, and where the base transport header follows it. */
final class RoceDraft extends FrameDraft {
  private final Icrc icrc = new Icrc();
  int udpAt;
  int bthAt;

  RoceDraft(FrameRules rules, byte[] frame) {
    super(rules, frame, Ipv4.UDP);
  }

  /** Writes the Ethernet and IP headers but for addresses, and computes all offsets. */
  void begin(@Nullable HeaderPlacement where, int telemetryBytes, int rocev2Bytes) {
    beginIp(where, telemetryBytes, Udp.HEADER_BYTES + rocev2Bytes);
    udpAt = transportAt;
    bthAt = udpAt + Udp.HEADER_BYTES + behindTransport;
  }

  /** Addresses and UDP header of a packet that travels against its flow's data. */
  void back(Packet packet, Flow flow, int rocev2Bytes) {
    address(flow.destination(), flow.source(), packet.priority << CLASS_SELECTOR_SHIFT, Ipv4.ECT_0, packet.hopLimit());
    Udp.write(frame, udpAt, flow.sourcePort(packet.entropy), Udp.ROCE_V2, Udp.HEADER_BYTES + rocev2Bytes);
  }

  /** Writes the invariant CRC at this place and fills up to the smallest frame. */
  int finish(int at) {
    return fill(at + Icrc.write(frame, at, icrc.roceV2(frame, ipAt, udpAt, bthAt, at)));
  }
}
