package dev.inflight.net.frame;

import dev.inflight.net.Packet;
import dev.inflight.telemetry.Outcome;
import dev.inflight.telemetry.Placement;
import dev.inflight.telemetry.TelemetryFormat;
import org.jspecify.annotations.Nullable;

/** Finds the headers of a RoCEv2 frame in a network with given rules, and takes its telemetry out. */
final class FrameParts {
  private static final int PREFIX = TelemetryFormat.PREFIX_BYTES;

  private final @Nullable TelemetryFormat telemetry;
  private final @Nullable Placement placement;
  private final int marker;
  private final boolean ipv6;

  byte[] frame = {};
  int ipAt;
  int udpAt;
  int bthAt;
  /** Where the IP packet ends, and with it the invariant CRC. */
  int end;
  int telemetryBytes;
  /** Why the outcome is not {@link Outcome#READ}. */
  String problem = "";

  FrameParts(FrameRules rules) {
    telemetry = rules.telemetry();
    placement = telemetry == null ? null : telemetry.placement();
    marker = telemetry == null ? -1 : telemetry.marker();
    ipv6 = rules.ipv6();
  }

  /** Finds everything in {@code length} bytes, at least an Ethernet header; telemetry goes to {@code into}. */
  Outcome find(byte[] bytes, int offset, int length, Packet into) {
    frame = bytes;
    end = offset + length;
    telemetryBytes = 0;
    Outcome outcome = tag(offset, into);
    if (outcome == Outcome.READ) {
      outcome = ipv6 ? ipv6(into) : ipv4();
    }
    return outcome == Outcome.READ ? udp(into) : outcome;
  }

  Outcome fail(Outcome outcome, String why) {
    problem = why;
    return outcome;
  }

  private Outcome tag(int offset, Packet into) {
    int at = offset + Ethernet.HEADER_BYTES - 2;
    if (placement == Placement.LINK_LAYER && Ethernet.type(frame, offset) == marker) {
      Outcome outcome = take(at, 0, end - at, into);
      if (outcome != Outcome.READ) {
        return outcome;
      }
      at += telemetryBytes;
    }
    if (at + 2 > end || BigEndian.get16(frame, at) != (ipv6 ? Ethernet.IPV6 : Ethernet.IPV4)) {
      return fail(Outcome.UNSUPPORTED, ipv6 ? "the EtherType is not that of IPv6" : "the EtherType is not that of IPv4");
    }
    ipAt = at + 2;
    return Outcome.READ;
  }

  private Outcome ipv4() {
    if (end - ipAt < Ipv4.HEADER_BYTES) {
      return fail(Outcome.TRUNCATED, "the frame ends within its IPv4 header");
    }
    if (!Ipv4.is(frame, ipAt) || Ipv4.headerBytes(frame, ipAt) != Ipv4.HEADER_BYTES || Ipv4.isFragment(frame, ipAt)) {
      return fail(Outcome.UNSUPPORTED, "the IPv4 header has another version, options or a fragment");
    }
    if (!Ipv4.checksumMatches(frame, ipAt)) {
      return fail(Outcome.MALFORMED, "the IPv4 header checksum does not match");
    }
    int ahead = Ipv4.HEADER_BYTES;
    int protocol = Ipv4.protocol(frame, ipAt);
    if (placement == Placement.AROUND_UDP && protocol == marker) {
      ahead += FrameRules.TELEMETRY_BEFORE_UDP;
    } else if (protocol != Ipv4.UDP) {
      return fail(Outcome.UNSUPPORTED, "the IP protocol is not UDP");
    }
    return ipEnd(Ipv4.totalBytes(frame, ipAt), ahead);
  }

  private Outcome ipv6(Packet into) {
    if (end - ipAt < Ipv6.HEADER_BYTES) {
      return fail(Outcome.TRUNCATED, "the frame ends within its IPv6 header");
    }
    if (!Ipv6.is(frame, ipAt)) {
      return fail(Outcome.MALFORMED, "the IPv6 header has another version");
    }
    int ahead = Ipv6.HEADER_BYTES;
    int next = Ipv6.nextHeader(frame, ipAt);
    if (placement == Placement.HOP_BY_HOP && next == Ipv6.HOP_BY_HOP) {
      int at = ipAt + Ipv6.HEADER_BYTES;
      Outcome outcome = end - at < 8
          ? fail(Outcome.TRUNCATED, "the frame ends within its hop-by-hop options")
          : take(at, 0, end - at, into);
      if (outcome != Outcome.READ) {
        return outcome;
      }
      if (Ipv6.hopByHopNextHeader(frame, at) != Ipv4.UDP || Ipv6.hopByHopBytes(frame, at) != telemetryBytes) {
        return fail(Outcome.MALFORMED, "the hop-by-hop options header is not telemetry alone, or not in front of UDP");
      }
      ahead += telemetryBytes;
    } else if (placement == Placement.AROUND_UDP && next == marker) {
      ahead += FrameRules.TELEMETRY_BEFORE_UDP;
    } else if (next != Ipv4.UDP) {
      return fail(Outcome.UNSUPPORTED, "the next header is not UDP");
    }
    return ipEnd(Ipv6.HEADER_BYTES + Ipv6.payloadBytes(frame, ipAt), ahead);
  }

  private Outcome ipEnd(int ipBytes, int ahead) {
    if (ipAt + ipBytes > end) {
      return fail(Outcome.TRUNCATED, "the frame ends before its IP packet");
    }
    end = ipAt + ipBytes; // padding follows in a small frame
    udpAt = ipAt + ahead;
    return end - udpAt < Udp.HEADER_BYTES ? fail(Outcome.MALFORMED, "the IP packet ends within its UDP header") : Outcome.READ;
  }

  private Outcome udp(Packet into) {
    int behind = udpAt + Udp.HEADER_BYTES;
    boolean around = placement == Placement.AROUND_UDP && udpAt - ipAt != (ipv6 ? Ipv6.HEADER_BYTES : Ipv4.HEADER_BYTES);
    int port = Udp.destination(frame, udpAt);
    int length = Udp.length(frame, udpAt);
    bthAt = behind;
    Outcome outcome = Outcome.READ;
    if (around) {
      int ahead = FrameRules.TELEMETRY_BEFORE_UDP;
      System.arraycopy(frame, udpAt - ahead, into.telemetry, 0, Math.min(ahead, into.telemetry.length));
      outcome = take(behind, ahead, end - behind, into);
      bthAt += telemetryBytes - ahead;
      length += telemetryBytes - ahead; // UDP does not count what is not its own
    } else if (placement == Placement.AFTER_UDP && port == marker) {
      outcome = take(behind, 0, end - behind, into);
      bthAt += telemetryBytes;
      port = Udp.ROCE_V2;
    }
    if (outcome != Outcome.READ) {
      return outcome;
    }
    if (port != Udp.ROCE_V2) {
      return fail(Outcome.UNSUPPORTED, "the UDP destination port is not that of RoCEv2");
    }
    return length != end - udpAt ? fail(Outcome.MALFORMED, "UDP and IP disagree about the packet's length") : Outcome.READ;
  }

  /** Takes a telemetry header, or what follows the bytes of it that were taken {@code already}, out of the frame. */
  private Outcome take(int at, int already, int available, Packet into) {
    byte[] bytes = into.telemetry;
    TelemetryFormat format = telemetry;
    int prefix = Math.min(Math.min(PREFIX - already, available), bytes.length - already);
    if (format == null || prefix < 0) {
      return fail(Outcome.UNSUPPORTED, "the packet has no room for telemetry");
    }
    System.arraycopy(frame, at, bytes, already, prefix);
    int length = format.lengthBytes(bytes, 0, already + prefix);
    if (length < 0) {
      return fail(Outcome.MALFORMED, "the telemetry header does not say how long it is");
    }
    if (length > already + available) {
      return fail(Outcome.TRUNCATED, "the frame ends within its telemetry");
    }
    if (length > bytes.length) {
      return fail(Outcome.UNSUPPORTED, "there is more telemetry than the packet has room for");
    }
    if (length > already + prefix) {
      System.arraycopy(frame, at + prefix, bytes, already + prefix, length - already - prefix);
    }
    telemetryBytes = length;
    return Outcome.READ;
  }
}
