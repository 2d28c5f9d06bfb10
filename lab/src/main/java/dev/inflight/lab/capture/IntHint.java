package dev.inflight.lab.capture;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.p4int.IntLikeness;
import dev.inflight.telemetry.format.p4int.IntLikeness.Marked;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Udp;
import dev.inflight.wire.header.tcp.TcpHeader;

/**
 * Names the option that reads a packet as INT, where the bytes after TCP or UDP look like INT and no known marker announces them.
 * The packet is still described by its markers.
 */
final class IntHint {
  private final FrameView view;
  private final PacketPrinter out;
  private final Icrc icrc = new Icrc();

  IntHint(FrameView view, PacketPrinter out) {
    this.view = view;
    this.out = out;
  }

  /** Writes the hint about the packet in the view, if there is one. */
  void describe(byte[] bytes, int captured) {
    int at = payload(bytes);
    if (at == ABSENT || at + TelemetryFormat.PREFIX_BYTES > captured || isKnown(at) || isRdma(captured)) {
      return;
    }
    int dscp = view.isIpv6() ? Ipv6.dscp(bytes, view.ip) : Ipv4.dscp(bytes, view.ip);
    Marked marked = IntLikeness.of(bytes, at, view.ipEnd - at);
    String transport = view.udp == ABSENT ? "TCP" : "UDP";
    if (marked == Marked.BY_DSCP && dscp != 0) {
      hint(transport, SeenFormats.INT_DSCP + " " + dscp);
    } else if (marked == Marked.BY_PORT && view.udp != ABSENT) {
      hint(transport, SeenFormats.TELEMETRY + " int(udpPort=" + Udp.destination(bytes, view.udp) + ")");
    }
  }

  private void hint(String transport, String option) {
    out.field("hint", "what follows " + transport + " looks like INT, which " + option + " reads");
  }

  /** Returns the offset of the transport's payload. */
  private int payload(byte[] bytes) {
    if (view.ip == ABSENT) {
      return ABSENT;
    }
    if (view.udp != ABSENT) {
      return view.udp + Udp.HEADER_BYTES;
    }
    return view.tcp == ABSENT ? ABSENT : view.tcp + TcpHeader.headerBytes(bytes, view.tcp);
  }

  private boolean isKnown(int at) {
    boolean known = view.unread != null;
    for (int index = 0; index < view.headers.count(); index++) {
      known |= view.headers.offset(index) == at || view.headers.restOffset(index) == at;
    }
    return known;
  }

  /** Reports whether the packet's check sequence proves it to be RDMA. */
  private boolean isRdma(int captured) {
    return view.icrc != ABSENT && view.icrc + Icrc.BYTES <= captured && view.icrcMatches(icrc);
  }
}
