package dev.inflight.lab.capture;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.lab.print.AddressText;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.p4int.IntReport;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.pcap.CaptureReader;
import dev.inflight.wire.pcap.LinkType;
import dev.inflight.wire.pcap.PcapWriter;
import dev.inflight.wire.tunnel.TunnelView;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Describes the packets of a capture: addresses, RDMA headers, telemetry in both directions, errors in them, and the packets that
 * they carry.
 */
public final class PacketDescriber {
  static final String NOT_CAPTURED = "not-captured";
  /** Deepest nesting of packets that is read, as the author of a capture chooses the nesting. */
  private static final int MOST_WITHIN = 8;
  /** Length, in bytes, above that of any packet that a mirror has truncated. */
  private static final int LONGEST_PACKET_BYTES = 1 << 17;

  private final FrameView view;
  private final TunnelView tunnel = new TunnelView();
  private final PacketPrinter out;
  private final HeaderDescriber headers;
  private final TunnelDescriber tunnels;
  private final ReportDescriber reports;
  private final IntHint hints;
  private final TelemetryDescriber telemetry;
  private byte[] completed = {};

  // State of the packet that is being described.
  private byte[] bytes = {};
  private int captured;
  private LinkType linkType = LinkType.ETHERNET;

  /**
   * Creates a describer for this printer.
   *
   * @param reportPorts the UDP ports of collectors of INT reports
   * @param parametersUsed receives the format and its parameters for each header that does not state them
   */
  public PacketDescriber(SeenFormats seen, Set<Integer> reportPorts, PacketPrinter out,
      Consumer<TelemetryFormat> parametersUsed) {
    view = seen.view();
    this.out = out;
    telemetry = new TelemetryDescriber(seen, out, parametersUsed);
    headers = new HeaderDescriber(view, out);
    tunnels = new TunnelDescriber(tunnel, out);
    hints = new IntHint(view, out);
    reports = new ReportDescriber(reportPorts, seen, out, parametersUsed);
  }

  /** Writes the reader's current packet. */
  public void describe(CaptureReader packet) {
    int captured = packet.capturedBytes();
    out.begin(packet.number(), packet.timeNs(), packet.frameBytes(), captured);
    int frameBytes = packet.frameBytes() - packet.checkSequenceBytes();
    int there = Math.min(captured, packet.checkSequenceBytes() == 0 ? captured : frameBytes);
    int whole = Math.min(Math.max(frameBytes, there), PcapWriter.WHOLE_FRAMES);
    outcome(parse(packet.bytes(), 0, whole, there, packet.linkType()), there < frameBytes, 0);
    out.end();
  }

  private DecodeStatus parse(byte[] frame, int at, int length, int capturedBytes, LinkType type) {
    bytes = frame;
    captured = capturedBytes;
    linkType = type;
    return view.parse(frame, at, length, type);
  }

  /** Describes the last parsed packet, and the packets in it. */
  private void outcome(DecodeStatus outcome, boolean cut, int depth) {
    boolean carries = tunnel.find(view, captured);
    IntReport report = reports.find(view, captured);
    way(depth == 0);
    kind(depth == 0, report == null ? kind() : ReportDescriber.KIND);
    headers.describe(bytes, captured);
    telemetry.describe(bytes, captured);
    tunnels.describe(bytes, captured);
    telemetry.describe(tunnel);
    if (cut) {
      out.field("capturedOnly", captured - view.frame);
    }
    if (tunnel.unread != null) {
      out.field("unknown", tunnel.unread);
    } else if (!cut && outcome != DecodeStatus.READ && !carries) {
      out.field(outcome == DecodeStatus.UNSUPPORTED ? "unknown" : "wrong", wrong(outcome));
    }
    if (report == null && tunnel.kind == TunnelView.Kind.NONE) {
      hints.describe(bytes, captured);
    }
    if (report != null) {
      reports(report, depth);
    } else if (carries) {
      inner(tunnel.inner, tunnel.innerBytes, tunnel.innerType, tunnel.innerMayBeCut, depth);
    }
  }

  private void reports(IntReport report, int depth) {
    byte[] frame = bytes;
    int there = captured;
    reports.begin(report);
    for (IntReport.Single single : report.reports()) {
      reports.single(single);
      if (single.inner() != IntReport.Inner.NONE) {
        bytes = frame;
        captured = there;
        inner(single.innerAt(), single.innerBytes(), ReportDescriber.linkType(single.inner()), true, depth);
      }
      out.close();
    }
    reports.end();
  }

  /** Describes a packet within another one. */
  private void inner(int at, int length, LinkType type, boolean mayBeCut, int depth) {
    if (depth == MOST_WITHIN) {
      out.field("unknown", "more than " + MOST_WITHIN + " packets within each other");
      return;
    }
    out.open("inner");
    boolean cut = captured < at + length;
    DecodeStatus outcome = parse(bytes, at, length, captured, type);
    if (mayBeCut && !cut && outcome == DecodeStatus.TRUNCATED) {
      cut = true;
      outcome = parse(completed(at, length), 0, length + LONGEST_PACKET_BYTES, length, type);
    }
    outcome(outcome, cut, depth + 1);
    out.close();
  }

  /** Returns a truncated packet with zeros for the part that was not captured, so that the captured part can be parsed. */
  private byte[] completed(int at, int length) {
    if (completed == bytes || completed.length < length + LONGEST_PACKET_BYTES) {
      completed = new byte[length + LONGEST_PACKET_BYTES];
    }
    System.arraycopy(bytes, at, completed, 0, length);
    Arrays.fill(completed, length, completed.length, (byte) 0);
    return completed;
  }

  private boolean has(int offset, int length) {
    return offset != ABSENT && offset + length <= captured;
  }

  private void way(boolean outermost) {
    int ip = view.ip;
    if (view.isIpv6() && has(ip, Ipv6.HEADER_BYTES)) {
      way(outermost, AddressText.ipv6(Ipv6.source(bytes, ip, true), Ipv6.source(bytes, ip, false)),
          AddressText.ipv6(Ipv6.destination(bytes, ip, true), Ipv6.destination(bytes, ip, false)));
    } else if (!view.isIpv6() && has(ip, Ipv4.HEADER_BYTES)) {
      way(outermost, AddressText.ipv4(Ipv4.source(bytes, ip)), AddressText.ipv4(Ipv4.destination(bytes, ip)));
    } else if (linkType == LinkType.ETHERNET && has(view.frame, Ethernet.HEADER_BYTES)) {
      way(outermost, AddressText.mac(Ethernet.source(bytes, view.frame)),
          AddressText.mac(Ethernet.destination(bytes, view.frame)));
    } else {
      way(outermost, "?", "?");
    }
  }

  private void way(boolean outermost, String source, String destination) {
    if (outermost) {
      out.way(source, destination);
    } else {
      out.field("source", source);
      out.field("destination", destination);
    }
  }

  private void kind(boolean outermost, String kind) {
    if (outermost) {
      out.kind(kind);
    } else {
      out.field("kind", kind);
    }
  }

  private String kind() {
    if (tunnel.kind != TunnelView.Kind.NONE) {
      return EnumNames.of(tunnel.kind);
    }
    if (has(view.bth, Bth.BYTES)) {
      return view.opcode == Opcode.UNKNOWN ? "rdma" : EnumNames.of(view.opcode);
    }
    return view.kind == FrameView.Kind.TCP ? SegmentDescriber.kind(view, captured) : EnumNames.of(view.kind);
  }

  /** Describes a failure, and the header after which it occurred. */
  private String wrong(DecodeStatus outcome) {
    String behind = view.bth != ABSENT
        ? "the base transport header"
        : view.udp != ABSENT
            ? "the UDP header"
            : view.tcp != ABSENT ? "the TCP header" : view.ip != ABSENT ? "the IP header" : linkType.header();
    return switch (outcome) {
      case TRUNCATED -> "the frame ends early, in or behind " + behind;
      case MALFORMED -> "a length or version contradicts the rest, in or behind " + behind;
      case UNSUPPORTED, READ ->
        isFragment() ? "a fragment of a packet; fragments are not put together" : "the rest after " + behind;
    };
  }

  private boolean isFragment() {
    if (!has(view.ip, Ipv4.HEADER_BYTES)) {
      return false;
    }
    return view.isIpv6()
        ? has(view.ip, Ipv6.HEADER_BYTES) && Ipv6.nextHeader(bytes, view.ip) == Ipv6.FRAGMENT
        : Ipv4.isFragment(bytes, view.ip);
  }
}
