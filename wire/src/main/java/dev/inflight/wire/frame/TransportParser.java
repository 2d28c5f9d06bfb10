package dev.inflight.wire.frame;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.frame.FrameView.Kind;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.ArrivedPsn;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Reth;
import dev.inflight.wire.header.Udp;
import dev.inflight.wire.header.tcp.TcpHeader;
import dev.inflight.wire.header.tcp.TcpProbe;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of the part of a {@link FrameView} that is inside IP. */
public final class TransportParser {
  /** Bytes of the first piece of telemetry that surrounds the transport header: the IFA header without metadata. */
  public static final int FIRST_PIECE_BYTES = 4;

  private final FrameView view;
  private final TelemetryMarkers aroundUdp;
  private final TelemetryMarkers afterUdp;
  private final @Nullable TelemetryFormat[] behindProbe = new TelemetryFormat[TcpProbe.FORMATS];
  private final int dscp;
  private final @Nullable TelemetryFormat markedByDscp;
  private final byte[] prefix = new byte[TelemetryFormat.PREFIX_BYTES];

  TransportParser(FrameView view, List<? extends TelemetryFormat> formats, int dscp, @Nullable TelemetryFormat markedByDscp) {
    this.view = view;
    aroundUdp = new TelemetryMarkers(HeaderPlacement.AROUND_UDP, formats);
    afterUdp = new TelemetryMarkers(HeaderPlacement.AFTER_UDP, formats);
    this.dscp = dscp;
    this.markedByDscp = markedByDscp;
    for (TelemetryFormat format : formats) {
      int code = format.placement() == HeaderPlacement.AFTER_UDP ? format.reflectionCode() : 0;
      if (behindProbe[code] == null) {
        behindProbe[code] = format;
      }
    }
    behindProbe[0] = null; // code 0 means no format
  }

  /**
   * Parses the payload of an IP packet.
   *
   * @param at index behind the IP header and its options or extension headers
   */
  DecodeStatus parse(int protocol, int at, int dscp) {
    int available = view.ipEnd - at;
    view.ipPayload = at;
    view.protocol = protocol;
    if (protocol == Ipv4.UDP) {
      return udp(at, dscp);
    }
    if (protocol == Ipv4.TCP) {
      return tcp(at, dscp);
    }
    TelemetryFormat format = aroundUdp.find(protocol);
    if (format == null) {
      return DecodeStatus.UNSUPPORTED;
    }
    if (available < FIRST_PIECE_BYTES) {
      return DecodeStatus.MALFORMED;
    }
    return around(format, at);
  }

  private DecodeStatus around(TelemetryFormat format, int at) {
    int original = format.displacedMarker(view.bytes, at);
    int transport = at + FIRST_PIECE_BYTES;
    int rest = transport + transportBytes(original, transport);
    if (rest == transport) {
      return DecodeStatus.UNSUPPORTED;
    }
    if (rest > view.ipEnd) {
      return DecodeStatus.MALFORMED;
    }
    int restBytes = Math.min(view.ipEnd - rest, prefix.length - FIRST_PIECE_BYTES);
    System.arraycopy(view.bytes, at, prefix, 0, FIRST_PIECE_BYTES);
    System.arraycopy(view.bytes, rest, prefix, FIRST_PIECE_BYTES, restBytes);
    int length = format.lengthBytes(prefix, 0, FIRST_PIECE_BYTES + restBytes);
    if (length < FIRST_PIECE_BYTES) {
      boolean whole = FIRST_PIECE_BYTES + restBytes >= TelemetryFormat.PREFIX_BYTES;
      if (whole) {
        view.found(format, at, FIRST_PIECE_BYTES, FrameView.ABSENT); // the kind is known, the position of the rest is not
      }
      return whole ? DecodeStatus.UNSUPPORTED : DecodeStatus.TRUNCATED;
    }
    if (rest + length - FIRST_PIECE_BYTES > view.ipEnd) {
      return DecodeStatus.MALFORMED;
    }
    view.found(format, at, length, rest);
    return original == Ipv4.UDP
        ? udpInside(transport, length - FIRST_PIECE_BYTES)
        : tcpPayload(transport, rest + length - FIRST_PIECE_BYTES);
  }

  /** Bytes of a transport header; 0 for an unknown protocol. */
  private int transportBytes(int protocol, int at) {
    if (protocol == Ipv4.UDP) {
      return Udp.HEADER_BYTES;
    }
    if (protocol != Ipv4.TCP) {
      return 0;
    }
    if (view.ipEnd - at < TcpHeader.HEADER_BYTES) {
      return TcpHeader.HEADER_BYTES;
    }
    return Math.max(TcpHeader.headerBytes(view.bytes, at), TcpHeader.HEADER_BYTES);
  }

  /** Parses UDP inside telemetry; by the IP length, its own length may include the {@code foreignBytes} behind its header. */
  private DecodeStatus udpInside(int at, int foreignBytes) {
    int there = view.ipEnd - at;
    int length = udpBytes(at, there);
    if (length != there && length != there - foreignBytes || length < Udp.HEADER_BYTES) {
      return DecodeStatus.MALFORMED;
    }
    view.telemetryInTransport = length == there && foreignBytes > 0 && view.telemetryRest != FrameView.ABSENT;
    view.udp = at;
    view.kind = Kind.UDP;
    view.transportEnd = view.ipEnd;
    return udpPayload(Udp.destination(view.bytes, at), at + Udp.HEADER_BYTES + foreignBytes);
  }

  private DecodeStatus udp(int at, int dscp) {
    byte[] bytes = view.bytes;
    int there = view.ipEnd - at;
    int udpBytes = there < Udp.HEADER_BYTES ? 0 : udpBytes(at, there);
    if (udpBytes < Udp.HEADER_BYTES || udpBytes > there) {
      return DecodeStatus.MALFORMED;
    }
    view.udp = at;
    view.kind = Kind.UDP;
    view.transportEnd = at + udpBytes;
    int next = at + Udp.HEADER_BYTES;
    int port = Udp.destination(bytes, at);
    boolean byDscp = markedByDscp != null && dscp == this.dscp;
    TelemetryFormat format = byDscp ? markedByDscp : afterUdp.find(port);
    if (format == null) {
      return udpPayload(port, next);
    }
    if (!byDscp && format.blankBytes() == 0 && isRoce(next)) { // other packets of the flow have a telemetry header
      return udpPayload(Udp.ROCE_V2, next);
    }
    int length = format.lengthBytes(bytes, next, view.transportEnd - next);
    if (length <= 0) {
      return view.foundUnread(format, next, view.transportEnd - next);
    }
    if (length > view.transportEnd - next) {
      return DecodeStatus.MALFORMED;
    }
    view.telemetryInTransport |= view.found(format, next, length);
    int original = byDscp ? port : format.displacedMarker(bytes, next);
    if (original < 0) {
      payload(next + length);
      return DecodeStatus.UNSUPPORTED;
    }
    return udpPayload(original, next + length);
  }

  /** True if a base transport header of the default partition is present; no telemetry header resembles it. */
  private boolean isRoce(int at) {
    return view.transportEnd - at >= Bth.BYTES + Icrc.BYTES && Bth.partition(view.bytes, at) == Bth.DEFAULT_P_KEY
        && Bth.version(view.bytes, at) == 0;
  }

  /** Length of a UDP header. 0 means all available bytes: in jumbograms (RFC 2675 §4), and before segmentation. */
  private int udpBytes(int at, int there) {
    int stated = Udp.length(view.bytes, at);
    return stated == 0 && view.takesUnstatedLengths ? there : stated;
  }

  private DecodeStatus udpPayload(int port, int at) {
    view.payloadPort = port;
    if (port == Udp.ROCE_V2) {
      return bth(at, view.transportEnd);
    }
    payload(at);
    return DecodeStatus.READ;
  }

  private void payload(int at) {
    view.payload = at;
    view.payloadBytes = view.transportEnd - at;
  }

  private DecodeStatus tcp(int at, int dscp) {
    int next = at + transportBytes(Ipv4.TCP, at);
    if (next > view.ipEnd) {
      return DecodeStatus.MALFORMED;
    }
    if (TcpProbe.is(view.bytes, next, view.ipEnd - next, dscp)) {
      return tcpProbe(at, next);
    }
    if (markedByDscp == null || dscp != this.dscp) {
      return tcpPayload(at, next);
    }
    int length = markedByDscp.lengthBytes(view.bytes, next, view.ipEnd - next);
    if (length <= 0) {
      return view.foundUnread(markedByDscp, next, view.ipEnd - next);
    }
    if (length > view.ipEnd - next) {
      return DecodeStatus.MALFORMED;
    }
    DecodeStatus outcome = tcpPayload(at, next + length);
    if (outcome == DecodeStatus.READ) {
      view.telemetryInTransport |= view.found(markedByDscp, next, length);
    }
    return outcome;
  }

  /** Parses the header of a probe or answer. It identifies the format behind it, so no separate port is needed. */
  private DecodeStatus tcpProbe(int at, int probe) {
    int next = probe + TcpProbe.BYTES;
    DecodeStatus outcome = tcpPayload(at, next);
    if (outcome != DecodeStatus.READ) {
      return outcome;
    }
    view.tcpProbe = probe;
    TelemetryFormat format = behindProbe[TcpProbe.format(view.bytes, probe)];
    if (format == null) {
      return DecodeStatus.READ;
    }
    int length = format.lengthBytes(view.bytes, next, view.ipEnd - next);
    if (length <= 0) {
      return view.foundUnread(format, next, view.ipEnd - next);
    }
    if (length > view.ipEnd - next) {
      return DecodeStatus.MALFORMED;
    }
    view.telemetryInTransport |= view.found(format, next, length);
    payload(next + length);
    return DecodeStatus.READ;
  }

  private DecodeStatus tcpPayload(int at, int payload) {
    if (TcpHeader.headerBytes(view.bytes, at) < TcpHeader.HEADER_BYTES) {
      return DecodeStatus.MALFORMED;
    }
    view.tcp = at;
    view.kind = Kind.TCP;
    view.transportEnd = view.ipEnd;
    payload(payload);
    return DecodeStatus.READ;
  }

  DecodeStatus bth(int at, int end) {
    if (end - at < Bth.BYTES + Icrc.BYTES) {
      return DecodeStatus.MALFORMED;
    }
    byte[] bytes = view.bytes;
    if (view.kind == Kind.UDP) {
      view.kind = Kind.ROCE_V2;
    }
    view.bth = at;
    view.icrc = end - Icrc.BYTES;
    view.opcode = Opcode.of(Bth.opcode(bytes, at));
    if (view.opcode == Opcode.UNKNOWN || Bth.version(bytes, at) != 0) {
      return DecodeStatus.UNSUPPORTED;
    }
    return extended(at + Bth.BYTES);
  }

  private DecodeStatus extended(int at) {
    Opcode opcode = view.opcode;
    int payload = at + opcode.extendedBytes();
    int pad = Bth.padBytes(view.bytes, view.bth);
    if (payload + pad > view.icrc) {
      return DecodeStatus.MALFORMED;
    }
    int next = at;
    if (opcode.hasDeth()) {
      view.deth = next;
    }
    if (opcode.hasReth()) {
      view.reth = next;
      next += Reth.BYTES;
    }
    if (opcode.hasAeth()) {
      view.aeth = next;
      next += Aeth.BYTES;
    }
    if (opcode.hasArrived()) {
      view.arrival = next;
    }
    if (opcode.hasImmediate()) {
      view.immediate = next;
    }
    boolean namesArrival = opcode == Opcode.ACKNOWLEDGE && Aeth.namesPacket(Aeth.syndrome(view.bytes, view.aeth));
    if (namesArrival && payload + ArrivedPsn.BYTES + pad <= view.icrc) {
      view.arrival = payload;
      payload += ArrivedPsn.BYTES;
    }
    view.payload = payload;
    view.padBytes = pad;
    view.payloadBytes = view.icrc - pad - payload;
    return DecodeStatus.READ;
  }
}
