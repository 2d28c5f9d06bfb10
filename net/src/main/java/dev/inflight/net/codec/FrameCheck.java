package dev.inflight.net.codec;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.frame.TransportParser;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Udp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a frame is a RoCEv2 or a PFC frame as a network with given rules has it. A {@link FrameView} finds everything, but takes what
 * any network has, and goes by no checksum: the rest is here.
 */
final class FrameCheck {
  private static final String LENGTHS_DISAGREE = "UDP and IP disagree about the packet's length";

  private final @Nullable HeaderPlacement placement;
  private final int marker;
  /** What IP may announce besides UDP. */
  private final int telemetryProtocol;
  private final boolean ipv6;
  private final Icrc icrc = new Icrc();

  /** Of the frame that was checked last. */
  final FrameView view;
  /** Why the outcome is not {@link DecodeStatus#READ}. */
  String problem = "";

  FrameCheck(FrameRules rules) {
    TelemetryFormat telemetry = rules.telemetry();
    view = new FrameView(telemetry == null ? List.of() : List.of(telemetry));
    placement = telemetry == null ? null : telemetry.placement();
    marker = telemetry == null ? ABSENT : telemetry.marker();
    telemetryProtocol = placement == HeaderPlacement.AROUND_UDP
        ? marker
        : placement == HeaderPlacement.HOP_BY_HOP
            ? Ipv6.HOP_BY_HOP
            : Ipv4.UDP;
    ipv6 = rules.ipv6();
  }

  /** Checks a frame from the outside to the inside. */
  DecodeStatus check(byte[] bytes, int offset, int length) {
    DecodeStatus found = view.parse(bytes, offset, length);
    if (view.type == ABSENT) {
      return fail(found, "the frame ends within its Ethernet header");
    }
    int type = BigEndian.get16(bytes, view.type);
    if (type == Ethernet.MAC_CONTROL) {
      return view.kind == FrameView.Kind.PFC ? found : fail(DecodeStatus.UNSUPPORTED, "the MAC control frame is no PFC frame");
    }
    DecodeStatus outcome = link(found, type);
    if (outcome == DecodeStatus.READ) {
      outcome = ip(found);
    }
    if (outcome == DecodeStatus.READ) {
      outcome = udp(found);
    }
    return outcome == DecodeStatus.READ ? roce(found) : outcome;
  }

  DecodeStatus fail(DecodeStatus outcome, String why) {
    problem = why;
    return outcome;
  }

  private DecodeStatus link(DecodeStatus found, int type) {
    if (placement == HeaderPlacement.LINK_LAYER && type == marker) {
      return fail(found, "the frame ends within its telemetry");
    }
    int typeAt = view.frame + Ethernet.HEADER_BYTES - 2 + (placement == HeaderPlacement.LINK_LAYER ? view.telemetryBytes : 0);
    if (type != (ipv6 ? Ethernet.IPV6 : Ethernet.IPV4) || view.type != typeAt) {
      return fail(DecodeStatus.UNSUPPORTED, ipv6 ? "the EtherType is not that of IPv6" : "the EtherType is not that of IPv4");
    }
    return DecodeStatus.READ;
  }

  private DecodeStatus ip(DecodeStatus found) {
    byte[] bytes = view.bytes;
    int ip = view.type + 2;
    if (!ipv6 && view.end - ip >= Ipv4.HEADER_BYTES) {
      if (!Ipv4.is(bytes, ip) || Ipv4.headerBytes(bytes, ip) != Ipv4.HEADER_BYTES || Ipv4.isFragment(bytes, ip)) {
        return fail(DecodeStatus.UNSUPPORTED, "the IPv4 header has another version, options or a fragment");
      }
      if (!Ipv4.checksumMatches(bytes, ip)) {
        return fail(DecodeStatus.MALFORMED, "the IPv4 header checksum does not match");
      }
    }
    if (view.ip == ABSENT) {
      return fail(found, found == DecodeStatus.TRUNCATED
          ? "the frame ends before its IP packet"
          : "the IP header has another version, or a length that cannot be");
    }
    int protocol = ipv6 ? Ipv6.nextHeader(bytes, ip) : Ipv4.protocol(bytes, ip);
    if (protocol != Ipv4.UDP && protocol != telemetryProtocol) {
      return fail(DecodeStatus.UNSUPPORTED, ipv6 ? "the next header is not UDP" : "the IP protocol is not UDP");
    }
    if (view.udp != ABSENT) {
      return DecodeStatus.READ;
    }
    if (protocol == Ipv4.UDP) {
      return fail(found, LENGTHS_DISAGREE);
    }
    return found == DecodeStatus.READ || found == DecodeStatus.UNSUPPORTED
        ? fail(DecodeStatus.UNSUPPORTED, "the telemetry is none of this format, or not in front of UDP")
        : fail(found, "IP, telemetry and UDP disagree about the packet's length");
  }

  private DecodeStatus udp(DecodeStatus found) {
    byte[] bytes = view.bytes;
    int udp = view.udp;
    boolean around = view.telemetryRest != ABSENT;
    int ahead = around ? TransportParser.FIRST_PIECE_BYTES : placement == HeaderPlacement.HOP_BY_HOP ? view.telemetryBytes : 0;
    if (udp != view.ip + (ipv6 ? Ipv6.HEADER_BYTES : Ipv4.HEADER_BYTES) + ahead) {
      return fail(DecodeStatus.UNSUPPORTED, "the hop-by-hop options hold no telemetry");
    }
    int foreign = around ? view.telemetryBytes - ahead : 0; // UDP does not count what is not its own
    if (Udp.length(bytes, udp) + foreign != view.ipEnd - udp) {
      return fail(DecodeStatus.MALFORMED, LENGTHS_DISAGREE);
    }
    if (view.bth != ABSENT) {
      return DecodeStatus.READ;
    }
    if (placement == HeaderPlacement.AFTER_UDP && Udp.destination(bytes, udp) == marker && view.telemetry == null) {
      return fail(found, "the telemetry header does not say how long it is, or more than there is");
    }
    return found == DecodeStatus.MALFORMED
        ? fail(found, "the packet ends within its base transport header")
        : fail(DecodeStatus.UNSUPPORTED, "the UDP destination port is not that of RoCEv2");
  }

  private DecodeStatus roce(DecodeStatus found) {
    if (!view.icrcMatches(icrc)) {
      return fail(DecodeStatus.MALFORMED, "the invariant CRC does not match");
    }
    if (found == DecodeStatus.MALFORMED) {
      return fail(found, "the packet ends within its extended headers");
    }
    return found == DecodeStatus.READ
        ? found
        : fail(found, "the base transport header has an unknown opcode, or another version");
  }
}
