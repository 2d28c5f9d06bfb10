package dev.inflight.net.codec;

import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.codec.frame.FrameCheck;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.codec.frame.Reflections;
import dev.inflight.net.codec.frame.TransportDecoder;
import dev.inflight.net.credit.CreditHeader;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.rdma.HandshakeMessage;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.rdma.StreamFlow;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.ConnectionHeader;
import dev.inflight.wire.header.Deth;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Turns RoCEv2 frames of a {@link RoceEncoder} with the same rules back into packets. */
final class RoceDecoder implements TransportDecoder {
  private static final String NO_SUCH_PACKET = "the flow has no packet of this number and size";

  private final FrameRules rules;
  private final FlowLookup flows;
  private final SwitchFeedbackDecoder answers;
  private final FrameCheck check;
  private final RoceCheck inside;
  private final FrameView view;
  private final byte[] blank;
  private final byte[] expected = new byte[ConnectionDatagram.BYTES];
  private final FlowFactory newcomers;
  private final RdmaHeader said = new RdmaHeader();
  private final RdmaHeader meant = new RdmaHeader();

  private byte[] frame = {};
  private int entropy;

  /** A decoder for a network with these rules, and frames of these flows. */
  RoceDecoder(FrameRules rules, FlowLookup flows, FlowFactory newcomers, FrameCheck check) {
    this.rules = rules;
    this.flows = flows;
    this.newcomers = newcomers;
    this.check = check;
    view = check.view;
    blank = rules.blank();
    inside = new RoceCheck(rules, check);
    answers = new SwitchFeedbackDecoder(rules, check);
  }

  @Override
  public DecodeStatus read(DecodeStatus found, Packet into) {
    frame = view.bytes;
    DecodeStatus outcome = inside.check(found);
    return outcome == DecodeStatus.READ ? roce(into) : outcome;
  }

  private DecodeStatus fail(DecodeStatus outcome, String why) {
    return check.fail(outcome, why);
  }

  private DecodeStatus roce(Packet into) {
    if (view.telemetryBytes > into.telemetry.length) {
      return fail(DecodeStatus.UNSUPPORTED, Reflections.TOO_MUCH_TELEMETRY);
    }
    Opcode opcode = MessageHeaders.reliable(view.opcode);
    if (MessageHeaders.isData(opcode) && (opcode == view.opcode) != rules.reliable()) {
      return fail(DecodeStatus.UNSUPPORTED,
          rules.reliable() ? "the network's data is acknowledged" : "the network's data is not acknowledged");
    }
    if (opcode == Opcode.UD_SEND_ONLY) {
      return control(into);
    }
    boolean data = MessageHeaders.isData(opcode);
    boolean forward = data || opcode == Opcode.PROBE || opcode == Opcode.PATH_PROBE || opcode == Opcode.TRIMMED
        || opcode == Opcode.SWITCH_ANSWER_AHEAD;
    if (!forward && opcode != Opcode.SWITCH_ANSWER && opcode != Opcode.ACKNOWLEDGE && opcode != Opcode.NOTIFICATION
        && opcode != Opcode.WINDOW && opcode != Opcode.TALLY && opcode != Opcode.PATH_REPORT && opcode != Opcode.CNP
        && opcode != Opcode.RETURNED) {
      return fail(DecodeStatus.UNSUPPORTED,
          "the opcode is none of a WRITE, a READ, an acknowledgement, a probe or what answers it");
    }
    int queuePair = Bth.destinationQp(frame, view.bth);
    Flow known = find(queuePair, forward);
    boolean begins = known == null && (opcode == Opcode.WRITE_FIRST || opcode == Opcode.WRITE_ONLY)
        && Bth.psn(frame, view.bth) == 0;
    Flow flow = begins
        ? newcomers.flow(queuePair, check.node(true), check.node(false), Udp.source(frame, view.udp), check.priority())
        : known;
    if (flow == null) {
      return fail(DecodeStatus.UNSUPPORTED, "the queue pair and addresses are those of no flow");
    }
    belongTo(flow, into);
    if (opcode == Opcode.CNP) {
      return congestion(into);
    }
    if (opcode == Opcode.PROBE || opcode == Opcode.PATH_PROBE) {
      return probe(opcode, into);
    }
    if (opcode == Opcode.TRIMMED || opcode == Opcode.RETURNED) {
      return trimmed(flow, opcode == Opcode.RETURNED, into);
    }
    if (opcode == Opcode.WINDOW) {
      congestion(into);
      return answers.readWindow(frame, into);
    }
    if (opcode == Opcode.PATH_REPORT) {
      congestion(into);
      return answers.readPathReport(frame, into);
    }
    if (opcode == Opcode.SWITCH_ANSWER || opcode == Opcode.SWITCH_ANSWER_AHEAD) {
      congestion(into);
      return answers.readSwitchAnswer(frame, flow, into);
    }
    if (opcode == Opcode.TALLY) {
      congestion(into);
      return answers.readTally(frame, flow, into);
    }
    DecodeStatus outcome = data ? data(flow, opcode, into) : answers.read(frame, flow, into);
    if (begins && outcome == DecodeStatus.READ) {
      flows.add(flow);
    }
    return outcome;
  }

  private void belongTo(Flow flow, Packet into) {
    into.flow = flow;
    into.flowClass = flow.flowClass();
    if (!flow.beginsWithPacket()) {
      into.rdma().address = 0; // only some packets have one, and a reused packet has that of its former use
    }
    into.priority = (byte) check.priority();
    into.entropy = (byte) entropy;
  }

  private DecodeStatus probe(Opcode opcode, Packet into) {
    if (view.payloadBytes != 0 || view.padBytes != 0) {
      return fail(DecodeStatus.MALFORMED, "the probe has a payload");
    }
    congestion(into);
    into.kind = opcode == Opcode.PROBE ? Packet.Kind.PROBE : Packet.Kind.PATH_PROBE;
    into.code = 0;
    into.number = Bth.psn(frame, view.bth);
    into.telemetryBytes = telemetry(into.telemetry);
    into.ecnMarked = check.isMarked();
    return DecodeStatus.READ;
  }

  /** Reads a trimmed data packet; its place in the flow is unknown. */
  private DecodeStatus trimmed(Flow flow, boolean returned, Packet into) {
    int credit = !returned && check.dscp() == HeaderChoice.TRIM_CREDIT_DSCP ? CreditHeader.BYTES : 0;
    if (view.payloadBytes < credit || view.padBytes != 0 || view.telemetryBytes != 0 || credit > into.telemetry.length) {
      return fail(DecodeStatus.MALFORMED, "the trimmed packet has padding or telemetry, or no room for its request for credit");
    }
    congestion(into);
    into.kind = returned ? Packet.Kind.RETURNED : Packet.Kind.TRIMMED;
    into.code = credit == 0 ? 0 : HeaderChoice.ASKS_CREDIT;
    into.priority = Packet.APART_PRIORITY;
    into.telemetryBytes = (short) credit;
    System.arraycopy(frame, view.payload, into.telemetry, 0, credit);
    into.number = Psn.nearest(Bth.psn(frame, view.bth), expectedBy(returned ? flow.sender : flow.receiver));
    return into.number < 0 ? fail(DecodeStatus.MALFORMED, NO_SUCH_PACKET) : DecodeStatus.READ;
  }

  private static DecodeStatus congestion(Packet into) {
    into.kind = Packet.Kind.CNP;
    into.sequence = 0;
    into.number = 0;
    into.payloadBytes = 0;
    into.telemetryBytes = 0;
    into.ecnMarked = false;
    into.afterTimeout = false;
    return DecodeStatus.READ;
  }

  private DecodeStatus control(Packet into) {
    int at = view.payload;
    if (view.payloadBytes != ConnectionHeader.DATAGRAM_BYTES || !ConnectionHeader.is(frame, at)) {
      return fail(DecodeStatus.UNSUPPORTED, "the datagram neither makes nor ends a connection");
    }
    int code = ConnectionHeader.message(frame, at);
    if (!HandshakeMessage.isCode(code)) {
      return fail(DecodeStatus.UNSUPPORTED, "no message that sets up or closes a connection has this number");
    }
    HandshakeMessage message = HandshakeMessage.of(code);
    boolean asks = message == HandshakeMessage.CONNECT;
    int queuePair = asks ? ConnectionHeader.sourceQp(frame, at) : ConnectionHeader.destinationQp(frame, at);
    Flow known = find(queuePair, true);
    Flow flow = known == null && asks
        ? newcomers.connection(queuePair, check.node(true), check.node(false), Udp.source(frame, view.udp),
            ConnectionHeader.destinationPort(frame, at), ConnectionHeader.priority(frame, at))
        : known;
    if (flow == null || !ConnectionDatagram.isSentBy(message, flow)) {
      return fail(DecodeStatus.UNSUPPORTED, "the queue pairs and addresses are those of no connection");
    }
    int bytes = ConnectionDatagram.write(expected, 0, message, flow, rules.payloadBytes());
    if (Bth.destinationQp(frame, view.bth) != Deth.MANAGEMENT_QP || view.padBytes != 0
        || !Arrays.equals(frame, view.deth, view.deth + bytes, expected, 0, bytes)) {
      return fail(DecodeStatus.MALFORMED, "the message is not that of its connection");
    }
    if (known == null) {
      flows.add(flow);
      flows.add(((StreamFlow) flow).opposite());
    }
    belongTo(flow, into);
    congestion(into);
    into.kind = Packet.Kind.CONTROL;
    into.code = (byte) code;
    into.ecnMarked = check.isMarked();
    return DecodeStatus.READ;
  }

  private @Nullable Flow find(int queuePair, boolean data) {
    int port = Udp.source(frame, view.udp);
    int from = check.node(data);
    int to = check.node(!data);
    Flow flow = null;
    for (entropy = 0; flow == null && entropy < Flow.ENTROPIES; entropy++) { // the queue pair determines the flow, and the port its path
      flow = flows.find(queuePair, from, to, Flow.firstPort(port, entropy));
    }
    entropy = flow == null ? 0 : entropy - 1;
    return flow;
  }

  private DecodeStatus data(Flow flow, Opcode opcode, Packet into) {
    if (!MessageHeaders.read(view, said)) {
      return fail(DecodeStatus.MALFORMED, "the READ response refuses, which only an acknowledgement does");
    }
    int asks = check.asks();
    if (asks > HeaderChoice.ASKS_CREDIT) {
      return fail(DecodeStatus.UNSUPPORTED, "the low bits of DSCP hold an unknown request");
    }
    int credit = asks == HeaderChoice.ASKS_CREDIT ? CreditHeader.BYTES : 0;
    if (credit > Math.min(view.payloadBytes, into.telemetry.length)) {
      return fail(DecodeStatus.MALFORMED, "the packet lacks the size of its credit request");
    }
    long number = Psn.nearest(Bth.psn(frame, view.bth), expectedBy(flow.receiver));
    int payload = MessageHeaders.taken(opcode, view.payloadBytes - credit);
    DecodeStatus outcome = flow.beginsWithPacket()
        ? plain(flow, opcode, number, payload, into)
        : ofStream(number, payload, view.payloadBytes - credit, into);
    if (outcome != DecodeStatus.READ) {
      return outcome;
    }
    into.kind = Packet.Kind.DATA;
    into.code = (byte) asks;
    into.number = number;
    into.payloadBytes = payload;
    if (credit > 0) {
      System.arraycopy(frame, view.payload, into.telemetry, 0, credit);
      into.telemetryBytes = CreditHeader.BYTES;
    } else {
      into.telemetryBytes = telemetry(into.telemetry);
    }
    into.ecnMarked = check.isMarked();
    into.afterTimeout = Bth.acknowledgeRequest(frame, view.bth);
    return DecodeStatus.READ;
  }

  /** Copies the frame's telemetry; returns its size, 0 for blank bytes. */
  private short telemetry(byte[] into) {
    int bytes = view.copyTelemetry(into, 0);
    return Arrays.equals(into, 0, bytes, blank, 0, blank.length) ? 0 : (short) bytes;
  }

  private static long expectedBy(@Nullable FlowEnd end) {
    return end == null ? 0 : end.expectedNumber();
  }

  private DecodeStatus plain(Flow flow, Opcode opcode, long number, int payload, Packet into) {
    int unit = rules.payloadBytes();
    into.sequence = number * unit;
    if (flow instanceof ArrivingFlow arriving) {
      boolean taken = number >= 0 && said.kind == RdmaHeader.Kind.WRITE && arriving.learn(said, into.sequence, payload, unit);
      return taken ? DecodeStatus.READ : fail(DecodeStatus.MALFORMED, NO_SUCH_PACKET);
    }
    long sequence = flow.sequenceOf(number, unit);
    boolean has = sequence >= 0 && (sequence < flow.sizeBytes() || flow.sizeBytes() == 0 && number == 0);
    int full = (int) Math.min(flow.sizeBytes() - sequence, unit);
    if (!has) {
      return fail(DecodeStatus.MALFORMED, NO_SUCH_PACKET);
    }
    PlainMessages.describe(meant, flow, sequence, full, unit);
    if (opcode != MessageHeaders.opcode(meant)) {
      return fail(DecodeStatus.MALFORMED, "the flow's messages are not those, or do not begin and end there");
    }
    if (payload != full) {
      return fail(DecodeStatus.MALFORMED, NO_SUCH_PACKET);
    }
    if (!MessageHeaders.agree(opcode, said, meant)) {
      return fail(DecodeStatus.MALFORMED, "the extended headers are not those of the flow's message");
    }
    return DecodeStatus.READ;
  }

  private DecodeStatus ofStream(long number, int payload, int behindHeaders, Packet into) {
    int unit = rules.payloadBytes();
    boolean whole = payload == unit || said.last && payload > 0 && payload < unit;
    if (number < 0 || !whole || said.kind == RdmaHeader.Kind.READ_REQUEST && behindHeaders > 0) {
      return fail(DecodeStatus.MALFORMED, "no packet of a stream has this number and size");
    }
    boolean asks = said.first && said.kind != RdmaHeader.Kind.READ_RESPONSE;
    if (asks && (said.memoryBytes == 0 || said.memoryBytes > Message.MOST_BYTES)) {
      return fail(DecodeStatus.MALFORMED, "the message moves nothing, or more than 2^31 bytes");
    }
    into.rdma().set(said);
    return DecodeStatus.READ;
  }
}
