package dev.inflight.lab.capture;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.tcp.TcpHeader;
import dev.inflight.wire.header.tcp.TcpOptions;
import dev.inflight.wire.header.tcp.TcpProbe;
import java.util.List;

/** Spells out TCP segments: their numbers, flags and options, and the header of probes and their responses. */
final class SegmentDescriber {
  /** Names of the flags, the lowest bit first. */
  private static final List<String> FLAGS = List.of("fin", "syn", "rst", "psh", "ack", "urg", "ece", "cwr");

  private final FrameView view;
  private final PacketPrinter out;
  private final TcpOptions options = new TcpOptions();

  SegmentDescriber(FrameView view, PacketPrinter out) {
    this.view = view;
    this.out = out;
  }

  /** Returns the name of a segment's kind. */
  static String kind(FrameView view, int captured) {
    int probe = view.tcpProbe;
    int type = has(probe, TcpProbe.BYTES, captured) ? TcpProbe.type(view.bytes, probe) : TcpProbe.DATA;
    return TcpProbe.inStream(type) ? "tcp" : TcpProbe.returns(type) ? "notification" : "probe";
  }

  private static boolean has(int at, int length, int captured) {
    return at != ABSENT && at + length <= captured;
  }

  /** Describes the view's segment, if there is one and enough of it was captured. */
  void describe(byte[] bytes, int captured) {
    int tcp = view.tcp;
    if (!has(tcp, TcpHeader.HEADER_BYTES, captured)) {
      return;
    }
    out.field("sourcePort", TcpHeader.source(bytes, tcp));
    out.field("destinationPort", TcpHeader.destination(bytes, tcp));
    out.field("sequence", Integer.toUnsignedLong(TcpHeader.sequence(bytes, tcp)));
    out.field("acknowledgement", Integer.toUnsignedLong(TcpHeader.acknowledgement(bytes, tcp)));
    out.field("flags", flags(TcpHeader.flags(bytes, tcp)));
    out.field("windowField", TcpHeader.window(bytes, tcp));
    int headerBytes = TcpHeader.headerBytes(bytes, tcp);
    if (has(tcp, headerBytes, captured)) {
      options(bytes, tcp + TcpHeader.HEADER_BYTES, tcp + headerBytes);
    }
    boolean whole = has(view.ipEnd, 0, captured) && view.telemetryRest == ABSENT; // metadata in the segment may be counted or not
    if (whole && view.lengthUnstated) {
      out.unavailable("tcpChecksum"); // the NIC computes it for each segment that it cuts
    } else if (whole) {
      out.field("tcpChecksum", TcpHeader.checksumMatches(bytes, tcp, view.ip, view.ipEnd - tcp) ? "ok" : "wrong");
    }
    if (has(view.tcpProbe, TcpProbe.BYTES, captured) && !TcpProbe.inStream(TcpProbe.type(bytes, view.tcpProbe))) {
      out.field("probe", Integer.toUnsignedLong(TcpProbe.number(bytes, view.tcpProbe)));
    }
  }

  private String flags(int flags) {
    var text = new StringBuilder();
    for (int bit = 0; bit < FLAGS.size(); bit++) {
      if ((flags >> bit & 1) != 0) {
        text.append(text.isEmpty() ? "" : "+").append(FLAGS.get(bit));
      }
    }
    return text.isEmpty() ? "none" : text.toString();
  }

  private void options(byte[] bytes, int from, int to) {
    if (!options.read(bytes, from, to)) {
      out.field("tcpOptions", "wrong");
      return;
    }
    if (options.hasTimestamps()) {
      out.field("timestamp", Integer.toUnsignedLong(options.timestamp()));
      out.field("timestampEcho", Integer.toUnsignedLong(options.timestampEcho()));
    }
    if (options.sackBlocks() > 0) {
      out.openList("sack");
      for (int block = 0; block < options.sackBlocks(); block++) {
        out.open("block");
        out.field("left", Integer.toUnsignedLong(options.sackLeft(block)));
        out.field("right", Integer.toUnsignedLong(options.sackRight(block)));
        out.close();
      }
      out.closeList();
    }
  }
}
