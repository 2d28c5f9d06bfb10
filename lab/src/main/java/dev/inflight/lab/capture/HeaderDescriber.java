package dev.inflight.lab.capture;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.ArrivedPsn;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.ImmDt;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Pfc;
import dev.inflight.wire.header.Reth;
import dev.inflight.wire.header.Udp;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Spells out the headers of one packet, from the link layer's to those of RDMA, and checks their checksums. */
final class HeaderDescriber {
  private static final List<String> ECN = List.of("not-ect", "ect1", "ect0", "ce");
  private static final int LOW_DSCP = 7;
  /** Requests to switches in the low bits of DSCP. */
  private static final Map<Integer, String> ASKS = Map.of(1, "queues", 2, "answers");
  private static final int TYPE_BYTES = 2;

  private final FrameView view;
  private final PacketPrinter out;
  private final ConnectionDescriber datagrams;
  private final SegmentDescriber segments;
  private final Icrc icrc = new Icrc();

  // State of the packet that is being described.
  private byte[] bytes = {};
  private int captured;

  HeaderDescriber(FrameView view, PacketPrinter out) {
    this.view = view;
    this.out = out;
    datagrams = new ConnectionDescriber(view, out);
    segments = new SegmentDescriber(view, out);
  }

  /** Describes the headers that the view has found; the first {@code capturedBytes} of the array are captured. */
  void describe(byte[] frame, int capturedBytes) {
    bytes = frame;
    captured = capturedBytes;
    switch (view.kind) {
      case PFC -> pfc();
      case PAUSE -> pause();
      default -> layers();
    }
  }

  private boolean has(int offset, int length) {
    return offset != ABSENT && offset + length <= captured;
  }

  private void pause() {
    if (has(view.frame + Pfc.PAUSE_TIME, Pfc.TIME_BYTES)) {
      out.field("quanta", Pfc.pauseQuanta(bytes, view.frame));
    }
  }

  private void pfc() {
    int frame = view.frame;
    if (!has(frame, Pfc.timeOffset(0))) {
      return;
    }
    int enabled = Pfc.enabled(bytes, frame);
    for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
      if ((enabled >> priority & 1) != 0 && has(frame + Pfc.timeOffset(priority), Pfc.TIME_BYTES)) {
        out.field("quanta" + priority, Pfc.quanta(bytes, frame, priority));
      }
    }
  }

  private void layers() {
    int type = view.type;
    if (view.ip == ABSENT && has(type, TYPE_BYTES)) {
      out.field("etherType", "0x" + hex(bytes, type, TYPE_BYTES));
    }
    if (has(view.tag, Ethernet.TAG_BYTES)) {
      out.field("vlan", Ethernet.tagId(bytes, view.tag));
      out.field("vlanPriority", Ethernet.tagPriority(bytes, view.tag));
    }
    if (has(view.innerTag, Ethernet.TAG_BYTES)) {
      out.field("innerVlan", Ethernet.tagId(bytes, view.innerTag));
      out.field("innerVlanPriority", Ethernet.tagPriority(bytes, view.innerTag));
    }
    ip();
    int udp = view.udp;
    if (has(udp, Udp.HEADER_BYTES)) {
      out.field("sourcePort", Udp.source(bytes, udp));
      out.field("destinationPort", Udp.destination(bytes, udp));
    }
    segments.describe(bytes, captured);
    if (has(view.bth, Bth.BYTES)) {
      rdma();
    } else if (has(view.payload, 0)) {
      out.field("payloadBytes", view.payloadBytes);
    }
  }

  private void ip() {
    int ip = view.ip;
    if (!has(ip, view.isIpv6() ? Ipv6.HEADER_BYTES : Ipv4.HEADER_BYTES)) {
      return;
    }
    boolean ipv6 = view.isIpv6();
    int dscp = ipv6 ? Ipv6.dscp(bytes, ip) : Ipv4.dscp(bytes, ip);
    out.field("dscp", dscp);
    String asks = ASKS.get(dscp & LOW_DSCP);
    if (asks != null && has(view.bth, Bth.BYTES)) {
      out.field("asks", asks);
    }
    out.field("ecn", ECN.get(ipv6 ? Ipv6.ecn(bytes, ip) : Ipv4.ecn(bytes, ip)));
    out.field("hopLimit", ipv6 ? Ipv6.hopLimit(bytes, ip) : Ipv4.ttl(bytes, ip));
    if (!ipv6 && has(ip, Ipv4.headerBytes(bytes, ip)) && !Ipv4.checksumMatches(bytes, ip)) {
      out.field("ipChecksum", "wrong");
    }
    if (view.protocol != Ipv4.UDP && view.protocol != Ipv4.TCP && has(view.ipPayload, 0)) {
      out.field("protocol", view.protocol);
    }
    if (view.lengthUnstated || view.jumbogram) {
      out.field(view.jumbogram ? "jumbogram" : "lengthUnstated", true);
    }
  }

  private void rdma() {
    int bth = view.bth;
    if (view.opcode == Opcode.UNKNOWN) {
      out.field("opcode", Bth.opcode(bytes, bth));
    }
    out.field("queuePair", Bth.destinationQp(bytes, bth));
    out.field("psn", Bth.psn(bytes, bth));
    out.field("ackRequest", Bth.acknowledgeRequest(bytes, bth));
    out.field("fecn", Bth.forwardCongestion(bytes, bth));
    out.field("becn", Bth.backwardCongestion(bytes, bth));
    datagrams.describe(bytes, captured);
    int reth = view.reth;
    if (has(reth, Reth.BYTES)) {
      out.open("reth");
      out.field("virtualAddress", "0x" + HexFormat.of().toHexDigits(Reth.virtualAddress(bytes, reth)));
      out.field("remoteKey", "0x" + HexFormat.of().toHexDigits(Reth.remoteKey(bytes, reth)));
      out.field("messageBytes", Reth.messageBytes(bytes, reth));
      out.close();
    }
    if (has(view.aeth, Aeth.BYTES)) {
      aeth(view.aeth);
    }
    if (has(view.arrival, ArrivedPsn.BYTES)) {
      arrival(view.arrival);
    }
    if (view.opcode == Opcode.WINDOW) {
      window();
    }
    if (has(view.immediate, ImmDt.BYTES)) {
      out.field("immediate", "0x" + hex(bytes, view.immediate, ImmDt.BYTES));
    }
    if (has(view.payload, 0)) {
      out.field("payloadBytes", view.payloadBytes);
    }
    if (view.icrc != ABSENT) {
      out.field("icrc", !has(view.icrc, Icrc.BYTES) ? PacketDescriber.NOT_CAPTURED : view.icrcMatches(icrc) ? "ok" : "wrong");
    }
  }

  /** Describes the packet that an acknowledgement names besides the acknowledged one. */
  private void arrival(int at) {
    out.field("arrivedPsn", ArrivedPsn.psn(bytes, at));
    if (view.opcode != Opcode.ACKNOWLEDGE) {
      out.field("arrivedIs", ArrivedPsn.isProbe(bytes, at) ? "probe" : "data");
    }
    if (ArrivedPsn.reserved(bytes, at) != 0) {
      out.field("arrivedReserved", ArrivedPsn.reserved(bytes, at));
    }
    if (view.opcode == Opcode.TALLY && has(at + ArrivedPsn.BYTES, Long.BYTES)) {
      out.field("arrivedBytes", BigEndian.get64(bytes, at + ArrivedPsn.BYTES));
    }
  }

  /** A window, and its seal where it has one. */
  private void window() {
    boolean sealed = view.payloadBytes == Long.BYTES + ReportMac.BYTES;
    if (!sealed && view.payloadBytes != Long.BYTES) {
      out.field("wrong", "a window has 8 bytes, or 24 with a seal, and not " + view.payloadBytes);
    } else if (has(view.payload, Long.BYTES)) {
      out.field("windowBytes", BigEndian.get64(bytes, view.payload));
      out.field("sealed", sealed);
    }
    if (sealed && has(view.payload + Long.BYTES, ReportMac.BYTES)) {
      out.field("serial", ReportMac.serial(bytes, view.payload + Long.BYTES));
    }
  }

  private void aeth(int at) {
    int syndrome = Aeth.syndrome(bytes, at);
    out.open("aeth");
    out.field("answer",
        Aeth.isAck(syndrome) ? "ack" : Aeth.isRnrNak(syndrome) ? "rnr-nak" : Aeth.isNak(syndrome) ? "nak" : "reserved");
    if (Aeth.isAck(syndrome) && Aeth.credits(syndrome) >= 0) {
      out.field("credits", Aeth.credits(syndrome));
    }
    if (Aeth.isRnrNak(syndrome)) {
      out.field("waitPs", Aeth.rnrPs(syndrome));
    }
    if (Aeth.isNak(syndrome)) {
      out.field("reason", switch (syndrome) {
        case Aeth.NAK_SEQUENCE_ERROR -> "sequence-error";
        case Aeth.NAK_OUT_OF_ORDER -> "out-of-order";
        case Aeth.NAK_TRIMMED -> "trimmed";
        case Aeth.NAK_INVALID_REQUEST -> "invalid-request";
        case Aeth.NAK_REMOTE_ACCESS_ERROR -> "remote-access-error";
        case Aeth.NAK_REMOTE_OPERATIONAL_ERROR -> "remote-operational-error";
        case Aeth.NAK_INVALID_RD_REQUEST -> "invalid-rd-request";
        default -> Integer.toString(syndrome & 0x1F);
      });
    }
    out.field("msn", Aeth.msn(bytes, at));
    out.close();
  }

  private static String hex(byte[] bytes, int at, int length) {
    return HexFormat.of().formatHex(bytes, at, at + length);
  }
}
