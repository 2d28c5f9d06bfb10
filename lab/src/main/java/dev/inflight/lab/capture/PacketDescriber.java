package dev.inflight.lab.capture;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.lab.print.AddressText;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryFormat;
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
import dev.inflight.wire.pcap.CaptureReader;
import dev.inflight.wire.pcap.LinkType;
import dev.inflight.wire.pcap.PcapWriter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Spells out the packets of a capture: addresses, RDMA headers, telemetry under way and brought back, and what is wrong with them. */
public final class PacketDescriber {
  private static final List<String> ECN = List.of("not-ect", "ect1", "ect0", "ce");
  private static final int LOW_DSCP = 7;
  /** What the low bits of DSCP ask of switches. */
  private static final Map<Integer, String> ASKS = Map.of(1, "queues", 2, "answers");
  static final String NOT_CAPTURED = "not-captured";
  private static final int TYPE_BYTES = 2;

  private final FrameView view;
  private final PacketPrinter out;
  private final ConnectionDescriber datagrams;
  private final SegmentDescriber segments;
  private final TelemetryDescriber telemetry;
  private final Icrc icrc = new Icrc();

  // Of the packet that is being described.
  private byte[] bytes = {};
  private int captured;
  private LinkType linkType = LinkType.ETHERNET;

  /**
   * Describes packets to this printer.
   *
   * @param parametersUsed receives each format by whose parameters a header was described that does not state them, for each such header
   */
  public PacketDescriber(SeenFormats seen, PacketPrinter out, Consumer<TelemetryFormat> parametersUsed) {
    view = seen.view();
    this.out = out;
    telemetry = new TelemetryDescriber(view, seen.formats(), out, parametersUsed);
    datagrams = new ConnectionDescriber(view, out);
    segments = new SegmentDescriber(view, out);
  }

  /** Writes the packet at which the reader stands. */
  public void describe(CaptureReader packet) {
    bytes = packet.bytes();
    captured = packet.capturedBytes();
    int whole = Math.min(Math.max(packet.frameBytes(), captured), PcapWriter.WHOLE_FRAMES);
    linkType = packet.linkType();
    DecodeStatus outcome = view.parse(bytes, 0, whole, linkType);
    out.begin(packet.number(), packet.timeNs(), packet.frameBytes(), captured);
    way();
    out.kind(kind());
    switch (view.kind) {
      case PFC -> pfc();
      case PAUSE -> pause();
      default -> layers();
    }
    if (captured < whole) {
      out.field("capturedOnly", captured);
    } else if (outcome != DecodeStatus.READ) {
      out.field(outcome == DecodeStatus.UNSUPPORTED ? "unknown" : "wrong", wrong(outcome));
    }
    out.end();
  }

  private boolean has(int offset, int length) {
    return offset != ABSENT && offset + length <= captured;
  }

  private void way() {
    int ip = view.ip;
    if (view.isIpv6() && has(ip, Ipv6.HEADER_BYTES)) {
      out.way(AddressText.ipv6(Ipv6.source(bytes, ip, true), Ipv6.source(bytes, ip, false)),
          AddressText.ipv6(Ipv6.destination(bytes, ip, true), Ipv6.destination(bytes, ip, false)));
    } else if (!view.isIpv6() && has(ip, Ipv4.HEADER_BYTES)) {
      out.way(AddressText.ipv4(Ipv4.source(bytes, ip)), AddressText.ipv4(Ipv4.destination(bytes, ip)));
    } else if (linkType == LinkType.ETHERNET && has(0, Ethernet.HEADER_BYTES)) {
      out.way(AddressText.mac(Ethernet.source(bytes, 0)), AddressText.mac(Ethernet.destination(bytes, 0)));
    } else {
      out.way("?", "?");
    }
  }

  private String kind() {
    if (has(view.bth, Bth.BYTES)) {
      return view.opcode == Opcode.UNKNOWN ? "rdma" : EnumNames.of(view.opcode);
    }
    return view.kind == FrameView.Kind.TCP ? SegmentDescriber.kind(view, captured) : EnumNames.of(view.kind);
  }

  private void pause() {
    if (has(Pfc.PAUSE_TIME, Pfc.TIME_BYTES)) {
      out.field("quanta", Pfc.pauseQuanta(bytes, 0));
    }
  }

  private void pfc() {
    if (!has(0, Pfc.timeOffset(0))) {
      return;
    }
    int enabled = Pfc.enabled(bytes, 0);
    for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
      if ((enabled >> priority & 1) != 0 && has(Pfc.timeOffset(priority), Pfc.TIME_BYTES)) {
        out.field("quanta" + priority, Pfc.quanta(bytes, 0, priority));
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
    telemetry.describe(bytes, captured);
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
      out.field("icrc", !has(view.icrc, Icrc.BYTES) ? NOT_CAPTURED : view.icrcMatches(icrc) ? "ok" : "wrong");
    }
  }

  /** The packet that is named beside what is acknowledged. */
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

  /** What did not go well, and behind which header. */
  private String wrong(DecodeStatus outcome) {
    String behind = view.bth != ABSENT
        ? "the base transport header"
        : view.udp != ABSENT
            ? "the UDP header"
            : view.tcp != ABSENT ? "the TCP header" : view.ip != ABSENT ? "the IP header" : linkType.header();
    return switch (outcome) {
      case TRUNCATED -> "the frame ends early, in or behind " + behind;
      case MALFORMED -> "a length or version contradicts the rest, in or behind " + behind;
      case UNSUPPORTED, READ -> "what follows " + behind;
    };
  }

  private static String hex(byte[] bytes, int at, int length) {
    return HexFormat.of().formatHex(bytes, at, at + length);
  }
}
