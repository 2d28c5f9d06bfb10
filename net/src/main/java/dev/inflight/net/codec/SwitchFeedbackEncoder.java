package dev.inflight.net.codec;

import dev.inflight.net.codec.frame.FrameDraft;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.codec.frame.Reflections;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.ArrivedPsn;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;

/** Writes the answers to data: packets from a flow's receiver to its sender, and answers of switches. */
final class SwitchFeedbackEncoder {
  private final FrameRules rules;
  private final RoceDraft draft;
  private final byte[] frame;
  private final Reflections reflections;

  SwitchFeedbackEncoder(FrameRules rules, RoceDraft draft) {
    this.rules = rules;
    this.draft = draft;
    frame = draft.frame;
    reflections = new Reflections(rules);
  }

  /** A congestion notification packet from a flow's receiver to its sender. */
  int congestion(Packet packet, Flow flow) {
    int payload = Opcode.CNP.extendedBytes();
    draft.begin(null, 0, Bth.BYTES + payload + Icrc.BYTES);
    draft.address(flow.destination(), flow.source(), packet.priority << FrameDraft.CLASS_SELECTOR_SHIFT, Ipv4.ECT_0,
        Packet.FIRST_HOP_LIMIT);
    Udp.write(frame, draft.udpAt, flow.sourcePort(), Udp.ROCE_V2, Udp.HEADER_BYTES + Bth.BYTES + payload + Icrc.BYTES);
    Bth.write(frame, draft.bthAt, Opcode.CNP, flow.queuePair(), 0);
    Bth.backwardCongestion(frame, draft.bthAt, true);
    Arrays.fill(frame, draft.bthAt + Bth.BYTES, draft.bthAt + Bth.BYTES + payload, (byte) 0);
    return draft.finish(draft.bthAt + Bth.BYTES + payload);
  }

  /** Writes a window, at the place of telemetry, and its seal. */
  int window(Packet packet, Flow flow) {
    int bytes = packet.telemetryBytes;
    int rocev2 = Bth.BYTES + bytes + Icrc.BYTES;
    draft.begin(null, 0, rocev2);
    draft.back(packet, flow, rocev2);
    Bth.write(frame, draft.bthAt, Opcode.WINDOW, flow.queuePair(), (int) packet.messageNumber() & Psn.MASK);
    System.arraycopy(packet.telemetry, 0, frame, draft.bthAt + Bth.BYTES, bytes);
    return draft.finish(draft.bthAt + Bth.BYTES + bytes);
  }

  int acknowledgement(Packet packet, Flow flow) {
    int unit = rules.payloadBytes();
    int reflected = Reflection.sizeBytes(packet.telemetryBytes);
    int pad = -reflected & 3;
    boolean notifies = packet.kind == Packet.Kind.NOTIFICATION;
    boolean trimmed = packet.kind == Packet.Kind.TRIM_NACK;
    boolean namesArrival = notifies || trimmed || packet.kind == Packet.Kind.NACK && packet.gapArrival() != Packet.NO_NUMBER;
    int rocev2 = Bth.BYTES + Aeth.BYTES + (namesArrival ? ArrivedPsn.BYTES : 0) + reflected + pad + Icrc.BYTES;
    draft.begin(null, 0, rocev2);
    draft.back(packet, flow, rocev2);
    long expected = packet.expectedNumber();
    long completed = flow.beginsWithPacket()
        ? PlainMessages.completed(flow, packet.expectedByte(), unit)
        : packet.rdma().completedMessages;
    int syndrome = switch (packet.kind) {
      case NACK -> namesArrival ? Aeth.NAK_OUT_OF_ORDER : Aeth.NAK_SEQUENCE_ERROR;
      case TRIM_NACK -> Aeth.NAK_TRIMMED;
      case REFUSAL -> Aeth.NAK_REMOTE_ACCESS_ERROR;
      default -> Aeth.ACK;
    };
    Bth.write(frame, draft.bthAt, notifies ? Opcode.NOTIFICATION : Opcode.ACKNOWLEDGE, flow.queuePair(),
        (int) (syndrome == Aeth.ACK ? expected - 1 : expected));
    Bth.padBytes(frame, draft.bthAt, pad);
    Bth.backwardCongestion(frame, draft.bthAt, packet.ecnMarked);
    int at = draft.bthAt + Bth.BYTES;
    at += Aeth.write(frame, at, syndrome, (int) completed & Psn.MASK);
    if (namesArrival) {
      at += ArrivedPsn.write(frame, at, (int) packet.arrivedNumber, notifies && packet.isOfProbe());
    }
    reflections.write(packet, frame, at);
    return draft.finish(draft.pad(at + reflected, pad));
  }

  /** Writes a probe's answer in a flow without acknowledgements: its own PSN has no meaning. */
  int tally(Packet packet, Flow flow) {
    int reflected = Reflection.sizeBytes(packet.telemetryBytes);
    int pad = -reflected & 3;
    int rocev2 = Bth.BYTES + Opcode.TALLY.extendedBytes() + reflected + pad + Icrc.BYTES;
    draft.begin(null, 0, rocev2);
    draft.back(packet, flow, rocev2);
    int at = draft.bthAt + Bth.write(frame, draft.bthAt, Opcode.TALLY, flow.queuePair(), 0);
    Bth.padBytes(frame, draft.bthAt, pad);
    Bth.backwardCongestion(frame, draft.bthAt, packet.ecnMarked);
    at += ArrivedPsn.write(frame, at, (int) packet.reportedNumber(), true);
    BigEndian.set64(frame, at, packet.arrivedBytes());
    at += Long.BYTES;
    reflections.write(packet, frame, at);
    return draft.finish(draft.pad(at + reflected, pad));
  }

  /** Writes a switch's answer or a path's report, with the flow's addresses; its records name the switch. */
  int switchAnswer(Packet packet, Flow flow) {
    int reflected = Reflection.sizeBytes(packet.telemetryBytes);
    int pad = -reflected & 3;
    int rocev2 = Bth.BYTES + ArrivedPsn.BYTES + reflected + pad + Icrc.BYTES;
    draft.begin(null, 0, rocev2);
    boolean ahead = packet.kind == Packet.Kind.SWITCH_ANSWER_AHEAD;
    if (ahead) {
      draft.forward(packet, flow, 0);
      Udp.write(frame, draft.udpAt, flow.sourcePort(), Udp.ROCE_V2, Udp.HEADER_BYTES + rocev2);
    } else {
      draft.back(packet, flow, rocev2);
    }
    boolean ofPath = packet.kind == Packet.Kind.PATH_REPORT;
    Opcode opcode = ofPath ? Opcode.PATH_REPORT : ahead ? Opcode.SWITCH_ANSWER_AHEAD : Opcode.SWITCH_ANSWER;
    int at = draft.bthAt + Bth.write(frame, draft.bthAt, opcode, flow.queuePair(), 0);
    Bth.padBytes(frame, draft.bthAt, pad);
    long names = ofPath ? packet.reportedNumber() : packet.answeredNumber();
    at += ArrivedPsn.write(frame, at, (int) names, ofPath || packet.isOfProbe());
    reflections.write(packet, frame, at);
    return draft.finish(draft.pad(at + reflected, pad));
  }
}
