package dev.inflight.wire.frame;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.frame.FrameView.Kind;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Pfc;
import dev.inflight.wire.pcap.LinkType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser that fills a {@link FrameView}. Each step reads one header and continues with the header that it announces. */
final class FrameParser {
  private static final int PAD_1 = 0;
  private static final int COOKED_BYTES = 16;
  private static final int COOKED_V2_BYTES = 20;
  private static final int LOOPBACK_BYTES = 4;
  private static final int SMALLEST_EXTENSION_BYTES = 8;
  private static final long SMALLEST_JUMBO_BYTES = 65_536; // RFC 2675 §3

  private final FrameView view;
  private final TelemetryMarkers linkLayer;
  private final TelemetryMarkers hopByHop;
  private final TransportParser transport;

  FrameParser(FrameView view, List<? extends TelemetryFormat> formats, int dscp, @Nullable TelemetryFormat markedByDscp) {
    this.view = view;
    linkLayer = new TelemetryMarkers(HeaderPlacement.LINK_LAYER, formats);
    hopByHop = new TelemetryMarkers(HeaderPlacement.HOP_BY_HOP, formats);
    transport = new TransportParser(view, formats, dscp, markedByDscp);
  }

  DecodeStatus parse(LinkType linkType) {
    return switch (linkType) {
      case ETHERNET -> etherType(Ethernet.HEADER_BYTES, true);
      case LINUX_COOKED -> etherType(COOKED_BYTES, false);
      case LINUX_COOKED_V2 -> cookedV2();
      case IPV4 -> ipv4(view.frame);
      case IPV6 -> ipv6(view.frame, false);
      case RAW_IP -> rawIp(view.frame);
      case LOOPBACK -> rawIp(view.frame + LOOPBACK_BYTES);
    };
  }

  private DecodeStatus rawIp(int at) {
    if (view.end <= at) {
      return DecodeStatus.TRUNCATED;
    }
    return Ipv6.is(view.bytes, at) ? ipv6(at, false) : ipv4(at);
  }

  /**
   * Parses a Linux cooked v2 header. Its EtherType is not adjacent to the content that it announces, and no tags follow the
   * header.
   */
  private DecodeStatus cookedV2() {
    if (view.end - view.frame < COOKED_V2_BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    view.type = view.frame;
    return network(BigEndian.get16(view.bytes, view.type), view.frame + COOKED_V2_BYTES, false);
  }

  /** Parses the content behind a header of {@code headerBytes} bytes that ends with an EtherType. */
  private DecodeStatus etherType(int headerBytes, boolean ethernet) {
    FrameView to = view;
    if (to.end - to.frame < headerBytes) {
      return DecodeStatus.TRUNCATED;
    }
    to.type = to.frame + headerBytes - 2;
    int type = BigEndian.get16(to.bytes, to.type);
    while (type != Ethernet.IPV4 && type != Ethernet.IPV6) {
      TelemetryFormat format = linkLayer.find(type);
      int skipped = Ethernet.TAG_BYTES;
      if (format != null) {
        skipped = format.lengthBytes(to.bytes, to.type, to.end - to.type);
        if (skipped <= 0) {
          return view.foundUnread(format, to.type, to.end - to.type);
        }
      } else if (!Ethernet.isTag(type)) {
        break;
      }
      if (to.end - to.type < skipped + 2) {
        return DecodeStatus.TRUNCATED;
      }
      if (format != null) {
        view.found(format, to.type, skipped);
      } else if (to.tag == ABSENT) {
        to.tag = to.type;
      } else {
        to.innerTag = to.type;
      }
      to.type += skipped;
      type = BigEndian.get16(to.bytes, to.type);
    }
    return network(type, to.type + 2, ethernet);
  }

  private DecodeStatus network(int type, int at, boolean ethernet) {
    view.network = at;
    return switch (type) {
      case Ethernet.IPV4 -> ipv4(at);
      case Ethernet.IPV6 -> ipv6(at, false);
      case Ethernet.ROCE_V1 -> ipv6(at, true);
      case Ethernet.MAC_CONTROL -> ethernet ? macControl() : DecodeStatus.UNSUPPORTED;
      default -> DecodeStatus.UNSUPPORTED;
    };
  }

  private DecodeStatus macControl() {
    if (Pfc.is(view.bytes, view.frame, view.end - view.frame)) {
      view.kind = Kind.PFC;
    } else if (Pfc.isPause(view.bytes, view.frame, view.end - view.frame)) {
      view.kind = Kind.PAUSE;
    } else {
      return DecodeStatus.UNSUPPORTED;
    }
    return DecodeStatus.READ;
  }

  private DecodeStatus ipv4(int at) {
    int available = view.end - at;
    if (available < Ipv4.HEADER_BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    byte[] bytes = view.bytes;
    int headerBytes = Ipv4.headerBytes(bytes, at);
    int totalBytes = Ipv4.totalBytes(bytes, at);
    if (totalBytes == 0 && view.takesUnstatedLengths) {
      view.lengthUnstated = true;
      totalBytes = available;
    }
    if (!Ipv4.is(bytes, at) || headerBytes < Ipv4.HEADER_BYTES || totalBytes < headerBytes) {
      return DecodeStatus.MALFORMED;
    }
    if (totalBytes > available) {
      return DecodeStatus.TRUNCATED;
    }
    view.ip = at;
    view.ipEnd = at + totalBytes;
    if (Ipv4.isFragment(bytes, at)) {
      return DecodeStatus.UNSUPPORTED;
    }
    return transport.parse(Ipv4.protocol(bytes, at), at + headerBytes, Ipv4.dscp(bytes, at));
  }

  private DecodeStatus ipv6(int at, boolean roceV1) {
    int available = view.end - at - Ipv6.HEADER_BYTES;
    if (available < 0) {
      return DecodeStatus.TRUNCATED;
    }
    byte[] bytes = view.bytes;
    if (!Ipv6.is(bytes, at)) {
      return DecodeStatus.MALFORMED;
    }
    long payloadBytes = Ipv6.payloadBytes(bytes, at);
    if (payloadBytes == 0 && view.takesUnstatedLengths && !roceV1) {
      payloadBytes = unstatedPayloadBytes(at, available);
      if (view.jumbogram && payloadBytes < SMALLEST_JUMBO_BYTES) {
        return DecodeStatus.MALFORMED;
      }
    }
    if (payloadBytes > available) {
      return DecodeStatus.TRUNCATED;
    }
    view.ip = at;
    view.ipEnd = at + Ipv6.HEADER_BYTES + (int) payloadBytes;
    int nextHeader = Ipv6.nextHeader(bytes, at);
    int next = at + Ipv6.HEADER_BYTES;
    if (roceV1) {
      view.kind = Kind.ROCE_V1;
      return nextHeader == Icrc.GRH_NEXT_HEADER ? transport.bth(next, view.ipEnd) : DecodeStatus.UNSUPPORTED;
    }
    boolean hopByHop = nextHeader == Ipv6.HOP_BY_HOP;
    while (hopByHop || nextHeader == Ipv6.DESTINATION_OPTIONS || nextHeader == Ipv6.ROUTING) {
      int left = view.ipEnd - next;
      if (left < SMALLEST_EXTENSION_BYTES || Ipv6.hopByHopBytes(bytes, next) > left) {
        return DecodeStatus.MALFORMED;
      }
      int end = next + Ipv6.hopByHopBytes(bytes, next);
      if (nextHeader != Ipv6.ROUTING) {
        view.foundOptions(next);
      }
      if (hopByHop) {
        hopByHop(next, end);
      }
      hopByHop = false; // only the first header can be hop-by-hop: RFC 8200 §4.1
      nextHeader = Ipv6.hopByHopNextHeader(bytes, next);
      next = end;
    }
    return transport.parse(nextHeader, next, Ipv6.dscp(bytes, at));
  }

  /** Actual bytes of a payload with the stated length 0: by its jumbo option, or else all available bytes. */
  private long unstatedPayloadBytes(int at, int available) {
    int nextHeader = Ipv6.nextHeader(view.bytes, at);
    if (nextHeader == Ipv6.NO_NEXT_HEADER) {
      return 0;
    }
    int next = at + Ipv6.HEADER_BYTES;
    if (nextHeader == Ipv6.HOP_BY_HOP && available >= SMALLEST_EXTENSION_BYTES
        && Ipv6.hopByHopBytes(view.bytes, next) <= available) {
      long jumbo = Ipv6.jumboPayloadBytes(view.bytes, next);
      if (jumbo >= 0) {
        view.jumbogram = true;
        return jumbo;
      }
    }
    view.lengthUnstated = true;
    return available;
  }

  /** Reads a hop-by-hop header; the telemetry is the whole header, including other options. */
  private void hopByHop(int at, int end) {
    int option = at + 2;
    while (option < end) {
      int type = BigEndian.get8(view.bytes, option);
      TelemetryFormat format = hopByHop.find(type);
      if (format != null) {
        view.found(format, at, end - at);
        return;
      }
      if (type == PAD_1) {
        option++;
      } else {
        option = option + 1 < end ? option + 2 + BigEndian.get8(view.bytes, option + 1) : end;
      }
    }
  }
}
