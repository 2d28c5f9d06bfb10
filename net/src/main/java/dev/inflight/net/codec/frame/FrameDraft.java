package dev.inflight.net.codec.frame;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.frame.TransportParser;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import org.jspecify.annotations.Nullable;

/** The frame that is being written: the parts around the transport's header that every kind of frame has. */
public class FrameDraft {
  /** The bits of the DSCP below a packet's priority. */
  public static final int CLASS_SELECTOR_SHIFT = 3;

  /** Bytes of the frame, from index 0 on. */
  public final byte[] frame;
  private final boolean ipv6;
  private final AddressBook addresses;
  private final int protocol;
  private final int marker;
  private long fromMac;
  private long toMac;
  /** Offset of the IP header. */
  public int ipAt;
  /** Offset of the transport's header. */
  public int transportAt;
  /** Bytes of telemetry that follow the transport's header. */
  public int behindTransport;

  /**
   * A draft in a network with these rules.
   *
   * @param frame room for the largest frame
   * @param protocol IP protocol number of the transport
   */
  public FrameDraft(FrameRules rules, byte[] frame, int protocol) {
    this.frame = frame;
    this.protocol = protocol;
    ipv6 = rules.ipv6();
    addresses = rules.addresses();
    marker = rules.telemetry() == null ? 0 : rules.telemetry().marker();
  }

  /** Sets the MAC addresses of the next frames. */
  public final void between(long from, long to) {
    fromMac = from;
    toMac = to;
  }

  /**
   * Writes the Ethernet and IP headers but for addresses, and computes all offsets.
   *
   * @param where place of telemetry; null for none
   * @param transportBytes bytes of the transport's header and all behind it, without telemetry
   */
  public final void beginIp(@Nullable HeaderPlacement where, int telemetryBytes, int transportBytes) {
    int tag = where == HeaderPlacement.LINK_LAYER ? telemetryBytes : 0;
    Ethernet.write(frame, 0, toMac, fromMac, 0);
    ipAt = Ethernet.HEADER_BYTES + tag;
    BigEndian.set16(frame, ipAt - 2, ipv6 ? Ethernet.IPV6 : Ethernet.IPV4);
    int payload = transportBytes + telemetryBytes - tag;
    int next = protocol;
    int ahead = 0; // of the transport
    if (where == HeaderPlacement.HOP_BY_HOP) {
      next = Ipv6.HOP_BY_HOP;
      ahead = telemetryBytes;
    } else if (where == HeaderPlacement.AROUND_UDP) {
      next = marker;
      ahead = TransportParser.FIRST_PIECE_BYTES;
    }
    if (ipv6) {
      transportAt = ipAt + Ipv6.write(frame, ipAt, payload, next) + ahead;
    } else {
      transportAt = ipAt + Ipv4.write(frame, ipAt, Ipv4.HEADER_BYTES + payload, next) + ahead;
    }
    behindTransport = telemetryBytes - tag - ahead;
  }

  /** Writes the addresses of a packet in its flow's direction, and its request to switches in the low bits of the DSCP. */
  public final void forward(Packet packet, Flow flow, int asks) {
    address(flow.source(), flow.destination(), packet.priority << CLASS_SELECTOR_SHIFT | asks,
        packet.ecnMarked ? Ipv4.CE : Ipv4.ECT_0, packet.hopLimit());
  }

  /** Writes the IP fields of a packet besides its length. */
  public final void address(int source, int destination, int dscp, int ecn, int hopLimit) {
    int limit = Math.clamp(hopLimit, 1, 255);
    if (ipv6) {
      Ipv6.trafficClass(frame, ipAt, dscp, ecn);
      Ipv6.hopLimit(frame, ipAt, limit);
      Ipv6.source(frame, ipAt, addresses.ipv6High(source), addresses.ipv6Low(source));
      Ipv6.destination(frame, ipAt, addresses.ipv6High(destination), addresses.ipv6Low(destination));
    } else {
      Ipv4.trafficClass(frame, ipAt, dscp, ecn);
      Ipv4.ttl(frame, ipAt, limit);
      Ipv4.addresses(frame, ipAt, addresses.ipv4(source), addresses.ipv4(destination));
      Ipv4.writeChecksum(frame, ipAt);
    }
  }

  /** Writes zeros; returns where they end. */
  public final int pad(int at, int bytes) {
    for (int pad = 0; pad < bytes; pad++) {
      frame[at + pad] = 0;
    }
    return at + bytes;
  }

  /** Fills up to the smallest frame; returns its length. */
  public final int fill(int length) {
    return length < Ethernet.SMALLEST_BYTES ? pad(length, Ethernet.SMALLEST_BYTES - length) : length;
  }
}
