package dev.inflight.net.codec;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.frame.TransportParser;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Udp;
import org.jspecify.annotations.Nullable;

/** The frame that is being written: what stands around the base transport header in every kind of frame. */
final class FrameDraft {
  static final int CLASS_SELECTOR_SHIFT = 3;

  final byte[] frame = new byte[Framing.LARGEST_FRAME_BYTES];
  private final Icrc icrc = new Icrc();
  private final boolean ipv6;
  private final int marker;
  long fromMac;
  long toMac;
  int ipAt;
  int udpAt;
  int bthAt;

  /** A draft in a network with these rules. */
  FrameDraft(FrameRules rules) {
    ipv6 = rules.ipv6();
    marker = rules.telemetry() == null ? 0 : rules.telemetry().marker();
  }

  /** Writes the Ethernet and IP headers but for addresses, and finds out where everything stands. */
  void begin(@Nullable HeaderPlacement where, int telemetryBytes, int rocev2Bytes) {
    int tag = where == HeaderPlacement.LINK_LAYER ? telemetryBytes : 0;
    Ethernet.write(frame, 0, toMac, fromMac, 0);
    ipAt = Ethernet.HEADER_BYTES + tag;
    BigEndian.set16(frame, ipAt - 2, ipv6 ? Ethernet.IPV6 : Ethernet.IPV4);
    int transport = Udp.HEADER_BYTES + rocev2Bytes + telemetryBytes - tag;
    int protocol = Ipv4.UDP;
    int ahead = 0; // of UDP
    if (where == HeaderPlacement.HOP_BY_HOP) {
      protocol = Ipv6.HOP_BY_HOP;
      ahead = telemetryBytes;
    } else if (where == HeaderPlacement.AROUND_UDP) {
      protocol = marker;
      ahead = TransportParser.FIRST_PIECE_BYTES;
    }
    if (ipv6) {
      udpAt = ipAt + Ipv6.write(frame, ipAt, transport, protocol) + ahead;
    } else {
      udpAt = ipAt + Ipv4.write(frame, ipAt, Ipv4.HEADER_BYTES + transport, protocol) + ahead;
    }
    bthAt = udpAt + Udp.HEADER_BYTES + telemetryBytes - tag - ahead;
  }

  /** Addresses of a packet that travels in the direction of its flow's data, and what the low bits of its DSCP ask of switches. */
  void forward(Packet packet, Flow flow, int asks) {
    address(flow.source(), flow.destination(), packet.group << CLASS_SELECTOR_SHIFT | asks,
        packet.ecnMarked ? Ipv4.CE : Ipv4.ECT_0,
        packet.hopLimit());
  }

  /** Addresses and UDP header of a packet that travels the other way. */
  void back(Packet packet, Flow flow, int rocev2Bytes) {
    address(flow.destination(), flow.source(), packet.group << CLASS_SELECTOR_SHIFT, Ipv4.ECT_0, packet.hopLimit());
    Udp.write(frame, udpAt, flow.sourcePort(packet.entropy), Udp.ROCE_V2, Udp.HEADER_BYTES + rocev2Bytes);
  }

  void address(int source, int destination, int dscp, int ecn, int hopLimit) {
    int limit = Math.clamp(hopLimit, 1, 255);
    if (ipv6) {
      Ipv6.trafficClass(frame, ipAt, dscp, ecn);
      Ipv6.hopLimit(frame, ipAt, limit);
      Ipv6.source(frame, ipAt, FrameAddresses.IPV6_PREFIX, FrameAddresses.ipv6Low(source));
      Ipv6.destination(frame, ipAt, FrameAddresses.IPV6_PREFIX, FrameAddresses.ipv6Low(destination));
    } else {
      Ipv4.trafficClass(frame, ipAt, dscp, ecn);
      Ipv4.ttl(frame, ipAt, limit);
      Ipv4.addresses(frame, ipAt, FrameAddresses.ipv4(source), FrameAddresses.ipv4(destination));
      Ipv4.writeChecksum(frame, ipAt);
    }
  }

  int pad(int at, int bytes) {
    for (int pad = 0; pad < bytes; pad++) {
      frame[at + pad] = 0;
    }
    return at + bytes;
  }

  /** Writes the invariant CRC at this place and fills up to the smallest frame. */
  int finish(int at) {
    int length = at + Icrc.write(frame, at, icrc.roceV2(frame, ipAt, udpAt, bthAt, at));
    while (length < Ethernet.SMALLEST_BYTES) {
      frame[length++] = 0;
    }
    return length;
  }
}
