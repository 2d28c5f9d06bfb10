package dev.inflight.net.codec.frame;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.frame.TransportParser;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks by a network's rules that a frame is PFC or of its transport. A {@link FrameView} finds all parts, but accepts any
 * network's frames, and verifies no checksum. So this class checks the fields outside the transport's header.
 */
public final class FrameCheck {
  private final @Nullable HeaderPlacement placement;
  private final int marker;
  private final int transport;
  // Possible problems, as constants, so that a flood of bad frames makes no strings.
  private final String otherProtocol;
  private final String otherLength;
  private final String otherTelemetry;
  private final String otherLengths;
  /** IP protocol besides the transport's. */
  private final int telemetryProtocol;
  private final boolean ipv6;
  private final AddressBook addresses;

  /** View of the last checked frame. */
  public final FrameView view;
  /** Why the outcome is not {@link DecodeStatus#READ}. */
  private String problem = "";

  /** A check for frames of a network with these rules. */
  public FrameCheck(FrameRules rules) {
    transport = rules.framing().isTcp() ? Ipv4.TCP : Ipv4.UDP;
    String transportName = transport == Ipv4.TCP ? "TCP" : "UDP";
    TelemetryFormat telemetry = rules.telemetry();
    view = new FrameView(telemetry == null ? List.of() : List.of(telemetry));
    placement = telemetry == null ? null : telemetry.placement();
    marker = telemetry == null ? ABSENT : telemetry.marker();
    telemetryProtocol = placement == HeaderPlacement.AROUND_UDP
        ? marker
        : placement == HeaderPlacement.HOP_BY_HOP ? Ipv6.HOP_BY_HOP : transport;
    ipv6 = rules.ipv6();
    addresses = rules.addresses();
    otherProtocol = (ipv6 ? "the next header is not " : "the IP protocol is not ") + transportName;
    otherLength = transportName + " and IP disagree about the packet's length";
    otherTelemetry = "the telemetry is none of this format, or not in front of " + transportName;
    otherLengths = "IP, telemetry and " + transportName + " disagree about the packet's length";
  }

  /**
   * Checks a frame from the outside to its transport's header, and has that read; or all of it, if it is a PFC frame.
   *
   * @param into packet that the frame becomes
   */
  public DecodeStatus read(byte[] bytes, int offset, int length, TransportDecoder inside, Packet into) {
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
    return outcome == DecodeStatus.READ ? inside.read(found, into) : outcome;
  }

  /** Stores the reason why a frame is not read; returns the outcome. */
  public DecodeStatus fail(DecodeStatus outcome, String why) {
    problem = why;
    return outcome;
  }

  /** Last problem. */
  public String problem() {
    return problem;
  }

  /** The node that the frame comes from, or that it is for. */
  public int node(boolean source) {
    byte[] bytes = view.bytes;
    int ip = view.ip;
    if (ipv6) {
      return source
          ? addresses.nodeOfIpv6(Ipv6.source(bytes, ip, true), Ipv6.source(bytes, ip, false))
          : addresses.nodeOfIpv6(Ipv6.destination(bytes, ip, true), Ipv6.destination(bytes, ip, false));
    }
    return addresses.nodeOfIpv4(source ? Ipv4.source(bytes, ip) : Ipv4.destination(bytes, ip));
  }

  /** Priority of the frame. */
  public int priority() {
    return dscp() >>> FrameDraft.CLASS_SELECTOR_SHIFT;
  }

  /** The low bits of its DSCP, below the priority. */
  public int asks() {
    return dscp() & (1 << FrameDraft.CLASS_SELECTOR_SHIFT) - 1;
  }

  /** DSCP of the frame. */
  public int dscp() {
    return ipv6 ? Ipv6.dscp(view.bytes, view.ip) : Ipv4.dscp(view.bytes, view.ip);
  }

  /** Number of further routers that it may pass; 0 without an IP header. */
  public int hopLimit() {
    return view.ip == ABSENT ? 0 : ipv6 ? Ipv6.hopLimit(view.bytes, view.ip) : Ipv4.ttl(view.bytes, view.ip);
  }

  /** True if it has experienced congestion. */
  public boolean isMarked() {
    return (ipv6 ? Ipv6.ecn(view.bytes, view.ip) : Ipv4.ecn(view.bytes, view.ip)) == Ipv4.CE;
  }

  /** Bytes of telemetry between IP and the transport's header, as the view has found them. */
  public int aheadOfTransport() {
    return view.telemetryRest != ABSENT
        ? TransportParser.FIRST_PIECE_BYTES
        : placement == HeaderPlacement.HOP_BY_HOP ? view.telemetryBytes : 0;
  }

  /** Offset of the transport's header, if exactly this many bytes are between IP and it. */
  public int behindIp(int ahead) {
    return view.ip + (ipv6 ? Ipv6.HEADER_BYTES : Ipv4.HEADER_BYTES) + ahead;
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
      return fail(found,
          found == DecodeStatus.TRUNCATED
              ? "the frame ends before its IP packet"
              : "the IP header has another version, or a length that cannot be");
    }
    int protocol = ipv6 ? Ipv6.nextHeader(bytes, ip) : Ipv4.protocol(bytes, ip);
    if (protocol != transport && protocol != telemetryProtocol) {
      return fail(DecodeStatus.UNSUPPORTED, otherProtocol);
    }
    if ((transport == Ipv4.TCP ? view.tcp : view.udp) != ABSENT) {
      return DecodeStatus.READ;
    }
    if (protocol == transport) {
      return fail(found, otherLength);
    }
    return found == DecodeStatus.READ || found == DecodeStatus.UNSUPPORTED
        ? fail(DecodeStatus.UNSUPPORTED, otherTelemetry)
        : fail(found, otherLengths);
  }
}
