package dev.inflight.net.codec;

import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.codec.frame.PayloadSource;
import dev.inflight.net.codec.frame.TransportEncoder;
import dev.inflight.net.credit.CreditHeader;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.rdma.HandshakeMessage;
import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.frame.TransportParser;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Deth;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Udp;
import org.jspecify.annotations.Nullable;

/**
 * Turns packets of flows and streams into RoCEv2 frames. A plain flow consists of RDMA WRITEs to its own memory from address 0
 * on. Its number determines the queue pair and remote key, which both ends share. A stream consists of its messages.
 */
final class RoceEncoder implements TransportEncoder {
  private final FrameRules rules;
  private final int marker;
  private final @Nullable HeaderPlacement placement;
  private final byte[] blank;
  private final RoceDraft draft;
  private final SwitchFeedbackEncoder answers;
  private final byte[] frame;
  private final byte[] pattern;
  private final @Nullable PayloadSource payloads;
  private final RdmaHeader plain = new RdmaHeader();

  /**
   * An encoder for a network with these rules.
   *
   * @param frame array that it writes into
   * @param pattern payload bytes
   * @param payloads source of payload bytes instead, or null
   */
  RoceEncoder(FrameRules rules, byte[] frame, byte[] pattern, @Nullable PayloadSource payloads) {
    this.payloads = payloads;
    this.rules = rules;
    this.frame = frame;
    this.pattern = pattern;
    TelemetryFormat telemetry = rules.telemetry();
    placement = telemetry == null ? null : telemetry.placement();
    marker = telemetry == null ? 0 : telemetry.marker();
    blank = rules.blank();
    draft = new RoceDraft(rules, frame);
    answers = new SwitchFeedbackEncoder(rules, draft);
  }

  @Override
  public int encode(Packet packet, Flow flow, long from, long to) {
    draft.between(from, to);
    return switch (packet.kind) {
      case DATA -> data(packet, flow);
      case ACK, NACK, TRIM_NACK, REFUSAL, NOTIFICATION -> answers.acknowledgement(packet, flow);
      case TALLY -> answers.tally(packet, flow);
      case PROBE, PATH_PROBE -> probe(packet, flow);
      case TRIMMED, RETURNED -> trimmed(packet, flow);
      case WINDOW -> answers.window(packet, flow);
      case SWITCH_ANSWER, SWITCH_ANSWER_AHEAD, PATH_REPORT -> answers.switchAnswer(packet, flow);
      case CNP -> answers.congestion(packet, flow);
      case CONTROL -> control(packet, flow);
      case PATH_SIGNAL -> throw new IllegalArgumentException(packet + " has no frame: its format is each vendor's own");
      case PAUSE, RESUME -> throw new IllegalArgumentException(packet + " is of no flow");
    };
  }

  private int data(Packet packet, Flow flow) {
    int unit = rules.payloadBytes();
    int payload = packet.payloadBytes;
    RdmaHeader header = plain;
    if (flow.beginsWithPacket()) {
      PlainMessages.describe(header, flow, packet.sequence, payload, unit);
    } else {
      header = packet.rdma();
    }
    Opcode opcode = MessageHeaders.opcode(header);
    Opcode written = rules.reliable() ? opcode : MessageHeaders.unreliable(opcode);
    int carried = MessageHeaders.carried(opcode, payload);
    int pad = -carried & 3;
    int credit = CreditHeader.isIn(packet) ? CreditHeader.BYTES : 0;
    int rocev2 = Bth.BYTES + opcode.extendedBytes() + credit + carried + pad + Icrc.BYTES;
    int telemetry = packet.telemetryBytes - credit;
    byte[] from = packet.telemetry;
    if (telemetry == 0 && rules.marks(flow)
        && packet.sizeBytes >= rules.framing().dataBytes(carried, credit + blank.length, opcode.extendedBytes())) {
      telemetry = blank.length; // the packet has room for it
      from = blank;
    }
    draft.begin(telemetry == 0 ? null : placement, telemetry, rocev2);
    draft.forward(packet, flow, packet.request());
    writeTelemetry(packet, flow, from, telemetry, rocev2);
    Bth.write(frame, draft.bthAt, written, flow.queuePair(), (int) number(packet, flow));
    Bth.padBytes(frame, draft.bthAt, pad);
    Bth.acknowledgeRequest(frame, draft.bthAt, packet.afterTimeout || header.last);
    int at = draft.bthAt + Bth.BYTES;
    at += MessageHeaders.write(frame, at, opcode, header);
    System.arraycopy(packet.telemetry, 0, frame, at, credit);
    at += credit;
    if (payloads == null) {
      System.arraycopy(pattern, 0, frame, at, carried);
    } else {
      payloads.fill(packet, frame, at, carried);
    }
    return draft.finish(draft.pad(at + carried, pad));
  }

  /** Packet number, which a plain flow's bytes also determine: a packet in which they disagree has no frame. */
  private long number(Packet packet, Flow flow) {
    if (flow.beginsWithPacket() && flow.numberOf(packet.sequence, rules.payloadBytes()) != packet.number) {
      throw new IllegalArgumentException(packet + " has number " + packet.number + ", which is another packet's");
    }
    return packet.number;
  }

  /** Writes a trimmed data packet, on its way or back: its credit request remains, and bytes of data fill up its size. */
  private int trimmed(Packet packet, Flow flow) {
    int credit = CreditHeader.isIn(packet) ? CreditHeader.BYTES : 0;
    int left = packet.sizeBytes > rules.framing().trimmedBytes(credit)
        ? packet.sizeBytes - Ethernet.FCS_BYTES - Ethernet.HEADER_BYTES - (rules.ipv6() ? Ipv6.HEADER_BYTES : Ipv4.HEADER_BYTES)
            - Udp.HEADER_BYTES - Bth.BYTES - credit - Icrc.BYTES
        : 0;
    int rocev2 = Bth.BYTES + credit + left + Icrc.BYTES;
    draft.begin(null, 0, rocev2);
    boolean returns = packet.kind == Packet.Kind.RETURNED;
    draft.address(returns ? flow.destination() : flow.source(), returns ? flow.source() : flow.destination(),
        credit == 0 ? rules.trimDscp() : HeaderChoice.TRIM_CREDIT_DSCP, Ipv4.ECT_0, packet.hopLimit());
    if (returns) {
      Udp.write(frame, draft.udpAt, flow.sourcePort(packet.entropy), Udp.ROCE_V2, Udp.HEADER_BYTES + rocev2);
    } else {
      writeTelemetry(packet, flow, blank, 0, rocev2);
    }
    Opcode opcode = returns ? Opcode.RETURNED : Opcode.TRIMMED;
    int at = draft.bthAt + Bth.write(frame, draft.bthAt, opcode, flow.queuePair(), (int) packet.number & Psn.MASK);
    System.arraycopy(packet.telemetry, 0, frame, at, credit);
    System.arraycopy(pattern, 0, frame, at + credit, left);
    return draft.finish(at + credit + left);
  }

  /** Writes a probe: a data packet without data, with a separate number. */
  private int probe(Packet packet, Flow flow) {
    int rocev2 = Bth.BYTES + Icrc.BYTES;
    draft.begin(packet.telemetryBytes == 0 ? null : placement, packet.telemetryBytes, rocev2);
    draft.forward(packet, flow, 0);
    writeTelemetry(packet, flow, packet.telemetry, packet.telemetryBytes, rocev2);
    return draft
        .finish(draft.bthAt + Bth.write(frame, draft.bthAt, packet.kind == Packet.Kind.PROBE ? Opcode.PROBE : Opcode.PATH_PROBE,
            flow.queuePair(), (int) packet.probeNumber() & Psn.MASK));
  }

  private int control(Packet packet, Flow flow) {
    HandshakeMessage message = HandshakeMessage.of(packet.controlMessage());
    if (!ConnectionDatagram.isSentBy(message, flow)) {
      throw new IllegalArgumentException(packet + " is no " + message + " of its connection");
    }
    int rocev2 = Bth.BYTES + ConnectionDatagram.BYTES + Icrc.BYTES;
    draft.begin(null, 0, rocev2);
    draft.forward(packet, flow, 0);
    Udp.write(frame, draft.udpAt, flow.sourcePort(), Udp.ROCE_V2, Udp.HEADER_BYTES + rocev2);
    int at = draft.bthAt + Bth.write(frame, draft.bthAt, Opcode.UD_SEND_ONLY, Deth.MANAGEMENT_QP, 0);
    return draft.finish(at + ConnectionDatagram.write(frame, at, message, flow, rules.payloadBytes()));
  }

  /**
   * Writes a data packet's telemetry, or blank bytes instead, and its UDP header, as they depend on each other. The destination
   * port is that of the flow's other packets, with a header and without: that of RoCEv2 if its scheme uses no telemetry.
   */
  private void writeTelemetry(Packet packet, Flow flow, byte[] telemetry, int bytes, int rocev2Bytes) {
    int udpBytes = Udp.HEADER_BYTES + rocev2Bytes;
    boolean marked = placement == HeaderPlacement.AFTER_UDP && bytes >= blank.length && rules.marks(flow);
    int port = marked ? marker : Udp.ROCE_V2;
    if (bytes > 0) {
      if (placement == null) {
        throw new IllegalArgumentException(packet + " has " + bytes + " bytes of telemetry in a network without");
      }
      switch (placement) {
        case AFTER_UDP -> {
          System.arraycopy(telemetry, 0, frame, draft.bthAt - bytes, bytes);
          udpBytes += bytes;
        }
        case AROUND_UDP -> {
          int ahead = TransportParser.FIRST_PIECE_BYTES;
          System.arraycopy(telemetry, 0, frame, draft.udpAt - ahead, ahead);
          System.arraycopy(telemetry, ahead, frame, draft.bthAt - bytes + ahead, bytes - ahead); // UDP's length stays (draft-kumar-ippm-ifa)
        }
        case HOP_BY_HOP -> System.arraycopy(telemetry, 0, frame, draft.udpAt - bytes, bytes);
        case LINK_LAYER -> System.arraycopy(telemetry, 0, frame, Ethernet.HEADER_BYTES - 2, bytes);
      }
    }
    Udp.write(frame, draft.udpAt, flow.sourcePort(packet.entropy), port, udpBytes);
  }
}
