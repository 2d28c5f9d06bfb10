package dev.inflight.net.codec;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.RdmaHeader;
import dev.inflight.net.rdma.HandshakeMessage;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.frame.TransportParser;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.ArrivedPsn;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Deth;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Pfc;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns packets into the frames that they would be on a wire: RoCEv2 for data, acknowledgements and what makes connections, PFC for pauses.
 * A plain flow is RDMA WRITEs to its own memory from address 0 on; queue pair and remote key follow from its number, and both ends have the
 * same. A stream is what its messages are. DSCP is the priority group times eight (its class selector), and one more where a data packet asks
 * for telemetry of queues only; ECN field ECT(0) or CE. Payload
 * byte i of a packet is i modulo 256.
 *
 * <p>The frame stands in an array that the next one overwrites, and has no frame check sequence. Allocates nothing;
 * not thread-safe.
 */
public final class FrameEncoder {
  private final FrameRules rules;
  private final int marker;
  private final @Nullable HeaderPlacement placement;
  private final FrameDraft draft;
  private final AnswerEncoder answers;
  private final byte[] frame;
  private final byte[] pattern = new byte[Framing.LARGEST_PAYLOAD_BYTES];
  private final RdmaHeader plain = new RdmaHeader();

  /** An encoder for a network with these rules. */
  public FrameEncoder(FrameRules rules) {
    this.rules = rules;
    TelemetryFormat telemetry = rules.telemetry();
    placement = telemetry == null ? null : telemetry.placement();
    marker = telemetry == null ? 0 : telemetry.marker();
    draft = new FrameDraft(rules);
    answers = new AnswerEncoder(rules, draft);
    frame = draft.frame;
    for (int at = 0; at < pattern.length; at++) {
      pattern[at] = (byte) at;
    }
  }

  /** The network's rules. */
  public FrameRules rules() {
    return rules;
  }

  /** The frame that was encoded last, from index 0 on. */
  public byte[] frame() {
    return frame;
  }

  /**
   * Encodes a packet as it leaves a port.
   *
   * @return bytes of the frame, without a frame check sequence: {@link Packet#sizeBytes} less 4
   * @throws IllegalArgumentException when no frame can say what the packet says
   */
  public int encode(Packet packet, Port from) {
    return encode(packet, mac(from), mac(from.peer()));
  }

  private static long mac(Port port) {
    return FrameAddresses.mac(port.node(), port.number());
  }

  /**
   * Encodes a packet as it leaves one MAC address for another, in the low 48 bits each.
   *
   * @return bytes of the frame, as above
   * @throws IllegalArgumentException when no frame can say what the packet says
   */
  public int encode(Packet packet, long from, long to) {
    draft.fromMac = from;
    draft.toMac = to;
    int length = switch (packet.kind) {
      case DATA -> data(packet, flowOf(packet));
      case ACK, NACK, REFUSAL, NOTIFICATION -> answers.acknowledgement(packet, flowOf(packet));
      case TALLY -> answers.tally(packet, flowOf(packet));
      case PROBE, PATH_PROBE -> probe(packet, flowOf(packet));
      case WINDOW -> answers.window(packet, flowOf(packet));
      case SWITCH_ANSWER, SWITCH_ANSWER_AHEAD, PATH_REPORT -> answers.switchAnswer(packet, flowOf(packet));
      case CNP -> answers.congestion(flowOf(packet));
      case CONTROL -> control(packet, flowOf(packet));
      case PAUSE -> pause(packet.group, Pfc.MOST_QUANTA);
      case RESUME -> pause(packet.group, 0);
    };
    if (length + Ethernet.FCS_BYTES != packet.sizeBytes) {
      throw new IllegalArgumentException(
          packet + " takes " + length + " bytes and " + Ethernet.FCS_BYTES + " of frame check sequence");
    }
    return length;
  }

  private static Flow flowOf(Packet packet) {
    Flow flow = packet.flow;
    if (flow == null) {
      throw new IllegalArgumentException(packet + " belongs to no flow");
    }
    return flow;
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
    int rocev2 = Bth.BYTES + opcode.extendedBytes() + carried + pad + Icrc.BYTES;
    draft.begin(packet.telemetryBytes == 0 ? null : placement, packet.telemetryBytes, rocev2);
    draft.forward(packet, flow, packet.code);
    writeTelemetry(packet, flow.sourcePort(packet.entropy), rocev2);
    Bth.write(frame, draft.bthAt, written, flow.queuePair(), (int) number(packet, flow));
    Bth.padBytes(frame, draft.bthAt, pad);
    Bth.acknowledgeRequest(frame, draft.bthAt, packet.afterTimeout || header.last);
    int at = draft.bthAt + Bth.BYTES;
    at += MessageHeaders.write(frame, at, opcode, header);
    System.arraycopy(pattern, 0, frame, at, carried);
    return draft.finish(draft.pad(at + carried, pad));
  }

  /** A packet's number, of which a plain flow's bytes say the same: what does not agree has no frame. */
  private long number(Packet packet, Flow flow) {
    if (flow.beginsWithPacket() && flow.numberOf(packet.sequence, rules.payloadBytes()) != packet.number) {
      throw new IllegalArgumentException(packet + " has number " + packet.number + ", which is another packet's");
    }
    return packet.number;
  }

  /** A data packet without data, whose number is one of its own. */
  private int probe(Packet packet, Flow flow) {
    int rocev2 = Bth.BYTES + Icrc.BYTES;
    draft.begin(packet.telemetryBytes == 0 ? null : placement, packet.telemetryBytes, rocev2);
    draft.forward(packet, flow, 0);
    writeTelemetry(packet, flow.sourcePort(packet.entropy), rocev2);
    return draft
        .finish(draft.bthAt + Bth.write(frame, draft.bthAt,
            packet.kind == Packet.Kind.PROBE ? Opcode.PROBE : Opcode.PATH_PROBE, flow.queuePair(),
            (int) packet.number & Psn.MASK));
  }

  private int control(Packet packet, Flow flow) {
    HandshakeMessage message = HandshakeMessage.of(packet.code);
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

  private int pause(int group, int quanta) {
    int length = Pfc.write(frame, 0, draft.fromMac);
    Pfc.quanta(frame, 0, group, quanta);
    return length;
  }

  /** Writes a data packet's telemetry and, since both meet there, its UDP header. */
  private void writeTelemetry(Packet packet, int sourcePort, int rocev2Bytes) {
    byte[] telemetry = packet.telemetry;
    int bytes = packet.telemetryBytes;
    int udpBytes = Udp.HEADER_BYTES + rocev2Bytes;
    int port = Udp.ROCE_V2;
    if (bytes > 0) {
      if (placement == null) {
        throw new IllegalArgumentException(packet + " has " + bytes + " bytes of telemetry in a network without");
      }
      switch (placement) {
        case AFTER_UDP -> {
          System.arraycopy(telemetry, 0, frame, draft.bthAt - bytes, bytes);
          udpBytes += bytes;
          port = marker;
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
    Udp.write(frame, draft.udpAt, sourcePort, port, udpBytes);
  }
}
