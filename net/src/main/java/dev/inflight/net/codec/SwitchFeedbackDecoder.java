package dev.inflight.net.codec;

import dev.inflight.net.codec.frame.FrameCheck;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.codec.frame.Reflections;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.ArrivedPsn;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Opcode;

/** Reads packets from a flow's receiver to its sender: acknowledgements and notifications, by a network's rules. */
final class SwitchFeedbackDecoder {
  private final FrameRules rules;
  private final FrameView view;
  private final Reflections reflections;
  private final FrameCheck check;
  private byte[] frame = {};

  SwitchFeedbackDecoder(FrameRules rules, FrameCheck check) {
    reflections = new Reflections(rules);
    this.rules = rules;
    this.check = check;
    view = check.view;
  }

  /** Reads the frame that was checked last. */
  DecodeStatus read(byte[] bytes, Flow flow, Packet into) {
    frame = bytes;
    int syndrome = Aeth.syndrome(frame, view.aeth);
    boolean notifies = view.opcode == Opcode.NOTIFICATION;
    boolean trimmed = syndrome == Aeth.NAK_TRIMMED;
    boolean namesArrival = !notifies && Aeth.namesPacket(syndrome);
    boolean gap = namesArrival || syndrome == Aeth.NAK_SEQUENCE_ERROR;
    boolean refused = syndrome == Aeth.NAK_REMOTE_ACCESS_ERROR && !flow.beginsWithPacket();
    if (notifies ? !Aeth.isAck(syndrome) : !gap && !refused && !Aeth.isAck(syndrome)) {
      return check.fail(DecodeStatus.UNSUPPORTED,
          "the acknowledgement refuses for a reason other than a gap or a message's memory");
    }
    int unit = rules.payloadBytes();
    int next = Bth.psn(frame, view.bth) + (gap || refused ? 0 : 1);
    long number = Psn.nearest(next, flow.sender == null ? 0 : flow.sender.expectedNumber());
    long sequence = flow.sequenceOf(number, unit);
    if (sequence < 0) {
      return check.fail(DecodeStatus.MALFORMED, "the acknowledgement is for packets that the flow does not have");
    }
    into.kind = notifies
        ? Packet.Kind.NOTIFICATION
        : trimmed ? Packet.Kind.TRIM_NACK : gap ? Packet.Kind.NACK : refused ? Packet.Kind.REFUSAL : Packet.Kind.ACK;
    into.acknowledge(sequence, number);
    if (!flow.beginsWithPacket()) {
      into.rdma().completedMessages = Aeth.msn(frame, view.aeth);
    }
    into.payloadBytes = 0;
    into.telemetryBytes = 0;
    into.ecnMarked = Bth.backwardCongestion(frame, view.bth);
    into.afterTimeout = false;
    into.arrivedNumber = Packet.NO_NUMBER;
    if (notifies && !fetched(flow, into) || namesArrival && !arrival(flow, into)) {
      return check.fail(DecodeStatus.MALFORMED, "the acknowledgement names a packet that the flow does not have there");
    }
    return view.payloadBytes == 0 ? DecodeStatus.READ : reflections.read(check, view.payload, view.payloadBytes, into);
  }

  /** Reads a probe's answer where nothing is acknowledged, in the frame that was checked last. */
  DecodeStatus readTally(byte[] bytes, Flow flow, Packet into) {
    frame = bytes;
    FlowEnd sender = flow.sender;
    into.kind = Packet.Kind.TALLY;
    into.code = Packet.OF_PROBE;
    into.ecnMarked = Bth.backwardCongestion(frame, view.bth);
    into.report(Psn.nearest(ArrivedPsn.psn(frame, view.arrival), sender == null ? 0 : sender.probes()));
    into.countArrived(BigEndian.get64(frame, view.arrival + ArrivedPsn.BYTES));
    if (ArrivedPsn.reserved(frame, view.arrival) != 0 || !ArrivedPsn.isProbe(frame, view.arrival) || into.reportedNumber() < 0) {
      return check.fail(DecodeStatus.MALFORMED, "the tally names no probe of the flow");
    }
    if (into.arrivedBytes() < 0 || into.arrivedBytes() > flow.sizeBytes()) {
      return check.fail(DecodeStatus.MALFORMED, "the tally counts more bytes than the flow has");
    }
    return view.payloadBytes == 0 ? DecodeStatus.READ : reflections.read(check, view.payload, view.payloadBytes, into);
  }

  /** Reads the window that a receiver has decided, in the frame that was checked last. */
  DecodeStatus readWindow(byte[] bytes, Packet into) {
    frame = bytes;
    int length = Packet.WINDOW_BYTES + (rules.sealed() ? ReportMac.BYTES : 0);
    if (view.payloadBytes != length || view.padBytes != 0 || into.telemetry.length < length) {
      return check.fail(DecodeStatus.MALFORMED, "the packet does not hold a window, and its seal if it has one");
    }
    into.kind = Packet.Kind.WINDOW;
    into.number = Bth.psn(frame, view.bth);
    System.arraycopy(frame, view.payload, into.telemetry, 0, length);
    into.telemetryBytes = (short) length;
    return DecodeStatus.READ;
  }

  /** Reads the report of a path, in the frame that was checked last. */
  DecodeStatus readPathReport(byte[] bytes, Packet into) {
    frame = bytes;
    into.kind = Packet.Kind.PATH_REPORT;
    into.number = ArrivedPsn.psn(frame, view.arrival);
    into.report(into.probeNumber());
    if (ArrivedPsn.reserved(frame, view.arrival) != 0 || !ArrivedPsn.isProbe(frame, view.arrival)) {
      return check.fail(DecodeStatus.MALFORMED, "the report names no probe of a path");
    }
    return view.payloadBytes == 0
        ? check.fail(DecodeStatus.MALFORMED, "the report brings no telemetry")
        : reflections.read(check, view.payload, view.payloadBytes, into);
  }

  /** Reads a switch's answer, which does not come along the path, in the last checked frame. */
  DecodeStatus readSwitchAnswer(byte[] bytes, Flow flow, Packet into) {
    frame = bytes;
    boolean ahead = view.opcode == Opcode.SWITCH_ANSWER_AHEAD;
    boolean probe = ArrivedPsn.isProbe(frame, view.arrival);
    FlowEnd end = ahead ? flow.receiver : flow.sender;
    long near = end == null ? 0 : probe ? end.probes() : end.expectedNumber();
    into.kind = ahead ? Packet.Kind.SWITCH_ANSWER_AHEAD : Packet.Kind.SWITCH_ANSWER;
    into.code = probe ? Packet.OF_PROBE : Packet.OF_DATA;
    long number = Psn.nearest(ArrivedPsn.psn(frame, view.arrival), near);
    into.answer(probe ? 0 : flow.sequenceOf(number + 1, rules.payloadBytes()), number);
    if (ArrivedPsn.reserved(frame, view.arrival) != 0 || number < 0 || into.answeredEnd() < 0) {
      return check.fail(DecodeStatus.MALFORMED, "the answer names a packet that the flow does not have");
    }
    return view.payloadBytes == 0
        ? check.fail(DecodeStatus.MALFORMED, "the answer brings no telemetry")
        : reflections.read(check, view.payload, view.payloadBytes, into);
  }

  /** The packet that fetched the telemetry of a notification. */
  private boolean fetched(Flow flow, Packet into) {
    int psn = ArrivedPsn.psn(frame, view.arrival);
    boolean probe = ArrivedPsn.isProbe(frame, view.arrival);
    into.code = probe ? Packet.OF_PROBE : Packet.OF_DATA;
    FlowEnd sender = flow.sender;
    into.report(Psn.nearest(psn, probe ? sender == null ? 0 : sender.probes() : into.expectedNumber()));
    return ArrivedPsn.reserved(frame, view.arrival) == 0 && into.reportedNumber() >= 0;
  }

  private boolean arrival(Flow flow, Packet into) {
    if (view.arrival == FrameView.ABSENT || ArrivedPsn.reserved(frame, view.arrival) != 0
        || ArrivedPsn.isProbe(frame, view.arrival)) {
      return false;
    }
    long named = Psn.nearest(ArrivedPsn.psn(frame, view.arrival), into.expectedNumber());
    into.arrivedNumber = named;
    long sequence = flow.sequenceOf(named, rules.payloadBytes());
    boolean trimmed = into.kind == Packet.Kind.TRIM_NACK; // perhaps of a packet that has come meanwhile
    return (trimmed ? named >= 0 : named > into.expectedNumber()) && sequence >= 0 && sequence < flow.sizeBytes();
  }
}
