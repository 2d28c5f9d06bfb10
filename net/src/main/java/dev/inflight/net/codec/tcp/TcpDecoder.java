package dev.inflight.net.codec.tcp;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.codec.frame.FrameCheck;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.codec.frame.Reflections;
import dev.inflight.net.codec.frame.TransportDecoder;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.SackBlocks;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.tcp.TcpHeader;
import dev.inflight.wire.header.tcp.TcpOptions;
import dev.inflight.wire.header.tcp.TcpProbe;
import org.jspecify.annotations.Nullable;

/** Turns TCP segments of a {@link TcpEncoder} with the same rules back into packets. */
public final class TcpDecoder implements TransportDecoder {
  private static final String NO_SUCH_SEGMENT = "the flow has no segment of this sequence number and size";
  private static final int NOTHING = 0;

  private final int payloadBytes;
  private final boolean hopByHop;
  private final FlowLookup flows;
  private final FrameCheck check;
  private final FrameView view;
  private final Reflections reflections;
  private final TcpOptions options = new TcpOptions();
  private byte[] frame = {};

  /** A decoder for a network with these rules, and segments of these flows. */
  public TcpDecoder(FrameRules rules, FlowLookup flows, FrameCheck check) {
    payloadBytes = rules.payloadBytes();
    TelemetryFormat telemetry = rules.telemetry();
    hopByHop = telemetry != null && telemetry.placement() == HeaderPlacement.HOP_BY_HOP;
    this.flows = flows;
    this.check = check;
    view = check.view;
    reflections = new Reflections(rules);
  }

  private DecodeStatus fail(DecodeStatus outcome, String why) {
    return check.fail(outcome, why);
  }

  @Override
  public DecodeStatus read(DecodeStatus found, Packet into) {
    frame = view.bytes;
    DecodeStatus outcome = header(found);
    if (outcome != DecodeStatus.READ) {
      return outcome;
    }
    boolean forward = TcpHeader.destination(frame, view.tcp) == Segments.RECEIVER_PORT;
    Flow flow = forward ? flow(true) : null;
    if (flow == null && TcpHeader.source(frame, view.tcp) == Segments.RECEIVER_PORT) {
      forward = false; // a sender may have the receivers' port too
      flow = flow(false);
    }
    if (flow == null) {
      return fail(DecodeStatus.UNSUPPORTED, "the ports and addresses are those of no flow");
    }
    if (view.telemetryBytes > into.telemetry.length) {
      return fail(DecodeStatus.UNSUPPORTED, Reflections.TOO_MUCH_TELEMETRY);
    }
    begin(flow, into);
    boolean marked = view.tcpProbe != ABSENT;
    int type = marked ? TcpProbe.type(frame, view.tcpProbe) : NOTHING;
    boolean apart = marked && !TcpProbe.inStream(type);
    if (check.asks() != (marked ? TcpProbe.LOW_DSCP : NOTHING)) {
      return fail(DecodeStatus.UNSUPPORTED, "the low bits of DSCP hold an unknown request");
    }
    if (!marked && view.telemetry != null) {
      return fail(DecodeStatus.UNSUPPORTED, "a segment without the header for it has telemetry");
    }
    if (marked && TcpProbe.returns(type) == forward) {
      return fail(DecodeStatus.MALFORMED,
          "telemetry that is collected goes against its flow's data, or returned telemetry with it");
    }
    if (marked && !apart && TcpProbe.number(frame, view.tcpProbe) != 0) {
      return fail(DecodeStatus.MALFORMED, "the segment of the stream has the number of a probe");
    }
    if (forward) {
      return apart ? probe(flow, into) : data(flow, into);
    }
    return acknowledges(flow, into) ? apart ? answer(flow, into) : acknowledgement(flow, into) : DecodeStatus.MALFORMED;
  }

  /** Checks the common fields of all segments. */
  private DecodeStatus header(DecodeStatus found) {
    int tcp = view.tcp;
    if (tcp != check.behindIp(check.aheadOfTransport())) {
      return fail(DecodeStatus.UNSUPPORTED, "the hop-by-hop options hold no telemetry");
    }
    if (!TcpHeader.checksumMatches(frame, tcp, view.ip, view.ipEnd - tcp)) {
      return fail(DecodeStatus.MALFORMED, "the TCP checksum does not match");
    }
    if (found != DecodeStatus.READ) {
      return fail(found, "the telemetry header has no length, or one beyond the packet");
    }
    if (view.ipEnd != view.end) {
      return fail(DecodeStatus.MALFORMED, "there are bytes behind the segment");
    }
    if (TcpHeader.reserved(frame, tcp) != 0 || TcpHeader.urgent(frame, tcp) != 0
        || TcpHeader.window(frame, tcp) != Segments.WINDOW) {
      return fail(DecodeStatus.UNSUPPORTED, "the TCP header has reserved bits, an urgent pointer, or a window that bounds");
    }
    int headerBytes = TcpHeader.headerBytes(frame, tcp);
    if (!options.read(frame, tcp + TcpHeader.HEADER_BYTES, tcp + headerBytes)) {
      return fail(DecodeStatus.MALFORMED, "the TCP options contradict themselves");
    }
    int blocks = options.sackBlocks();
    int sack = blocks == 0 ? 0 : TcpOptions.SACK_BYTES + blocks * TcpOptions.SACK_BLOCK_BYTES;
    return options.hasTimestamps() && headerBytes == TcpHeader.HEADER_BYTES + TcpOptions.TIMESTAMPS_BYTES + sack
        ? DecodeStatus.READ
        : fail(DecodeStatus.UNSUPPORTED, "the TCP options are not timestamps, and blocks of what has arrived");
  }

  private @Nullable Flow flow(boolean forward) {
    int port = forward ? TcpHeader.source(frame, view.tcp) : TcpHeader.destination(frame, view.tcp);
    return flows.find(FlowLookup.ANY_QUEUE_PAIR, check.node(forward), check.node(!forward), port);
  }

  private void begin(Flow flow, Packet into) {
    into.flow = flow;
    into.flowClass = flow.flowClass();
    into.priority = (byte) check.priority();
    into.entropy = 0;
    into.sequence = 0;
    into.number = 0;
    into.arrivedNumber = Packet.NO_NUMBER;
    into.payloadBytes = 0;
    into.telemetryBytes = 0;
    into.code = 0;
    into.afterTimeout = false;
  }

  /** Position in the stream at this end, close enough to extend 32 bits. */
  private long near(Flow flow, @Nullable FlowEnd end) {
    return end == null ? 0 : Math.min(end.expectedNumber() * payloadBytes, flow.sizeBytes());
  }

  /** True if a segment of the flow starts here, or would start if the flow had more bytes. */
  private boolean isEdge(Flow flow, long offset) {
    return offset >= 0 && (offset == flow.sizeBytes() || offset < flow.sizeBytes() && offset % payloadBytes == 0);
  }

  private boolean hasFlags(int flags, int maybe) {
    if ((TcpHeader.flags(frame, view.tcp) & ~maybe) == flags) {
      return true;
    }
    fail(DecodeStatus.UNSUPPORTED, "the flags are not those of an open connection's segment");
    return false;
  }

  /** Reads the sequence number of a segment in the stream's direction; false if no segment of the stream has it. */
  private boolean sequence(Flow flow, Packet into) {
    into.sequence = Segments.nearest(TcpHeader.sequence(frame, view.tcp), near(flow, flow.receiver));
    boolean right = isEdge(flow, into.sequence) && TcpHeader.acknowledgement(frame, view.tcp) == 0 && options.sackBlocks() == 0;
    if (!right) {
      fail(DecodeStatus.MALFORMED, NO_SUCH_SEGMENT);
    }
    return right;
  }

  private DecodeStatus data(Flow flow, Packet into) {
    if (!hasFlags(TcpHeader.ACK, TcpHeader.PSH)) {
      return DecodeStatus.UNSUPPORTED;
    }
    if (!sequence(flow, into)) {
      return DecodeStatus.MALFORMED;
    }
    int payload = view.payloadBytes;
    long left = flow.sizeBytes() - into.sequence;
    boolean pushes = (TcpHeader.flags(frame, view.tcp) & TcpHeader.PSH) != 0;
    if (payload != Math.min(left, payloadBytes) || left == 0 && flow.sizeBytes() > 0 || pushes != (payload == left)) {
      return fail(DecodeStatus.MALFORMED, NO_SUCH_SEGMENT);
    }
    if (view.tcpProbe != ABSENT && view.telemetry == null) {
      return fail(DecodeStatus.UNSUPPORTED, "the segment has the header for telemetry, and no telemetry");
    }
    into.kind = Packet.Kind.DATA;
    into.number = into.sequence / payloadBytes;
    into.payloadBytes = payload;
    into.ecnMarked = check.isMarked();
    return telemetry(into);
  }

  private DecodeStatus probe(Flow flow, Packet into) {
    if (!hasFlags(TcpHeader.ACK, 0)) {
      return DecodeStatus.UNSUPPORTED;
    }
    if (TcpHeader.sequence(frame, view.tcp) != 0 || TcpHeader.acknowledgement(frame, view.tcp) != 0
        || options.sackBlocks() != 0) {
      return fail(DecodeStatus.MALFORMED, "the probe has a place in the stream");
    }
    if (view.payloadBytes != 0) {
      return fail(DecodeStatus.MALFORMED, "the probe has a payload");
    }
    into.kind = Packet.Kind.PROBE;
    into.number = Integer.toUnsignedLong(TcpProbe.number(frame, view.tcpProbe));
    into.ecnMarked = check.isMarked();
    return telemetry(into);
  }

  private DecodeStatus telemetry(Packet into) {
    into.telemetryBytes = (short) view.copyTelemetry(into.telemetry, 0);
    if (hopByHop && into.telemetryBytes > 0) {
      if (into.telemetry[0] != Ipv4.TCP) {
        return fail(DecodeStatus.MALFORMED, "the hop-by-hop options are not in front of TCP");
      }
      into.telemetry[0] = Ipv4.UDP; // as formats start theirs
    }
    return DecodeStatus.READ;
  }

  /** Reads the common fields of acknowledgements and answers; returns false if the flow cannot have them. */
  private boolean acknowledges(Flow flow, Packet into) {
    into.sequence = Segments.nearest(TcpHeader.acknowledgement(frame, view.tcp), near(flow, flow.sender));
    if (!isEdge(flow, into.sequence) || TcpHeader.sequence(frame, view.tcp) != 0) {
      fail(DecodeStatus.MALFORMED, "the acknowledgement is for bytes that the flow does not have");
      return false;
    }
    into.number = flow.numberOf(into.sequence, payloadBytes);
    into.ecnMarked = (TcpHeader.flags(frame, view.tcp) & TcpHeader.ECE) != 0;
    return true;
  }

  private DecodeStatus acknowledgement(Flow flow, Packet into) {
    if (!hasFlags(TcpHeader.ACK, TcpHeader.ECE)) {
      return DecodeStatus.UNSUPPORTED;
    }
    boolean returns = view.tcpProbe != ABSENT;
    if (returns == (view.payloadBytes == 0)) {
      return fail(DecodeStatus.MALFORMED,
          returns ? "the acknowledgement lacks its telemetry" : "the receiver sends data, which flows have one way only");
    }
    into.kind = Packet.Kind.ACK;
    SackBlocks blocks = into.sack();
    blocks.clear();
    for (int block = 0; block < options.sackBlocks(); block++) { // at most three, as there are timestamps too
      long start = Segments.nearest(options.sackLeft(block), into.expectedByte());
      long end = Segments.nearest(options.sackRight(block), into.expectedByte());
      if (start <= into.expectedByte() || end <= start || !isEdge(flow, start) || !isEdge(flow, end)) {
        return fail(DecodeStatus.MALFORMED, "a block is of bytes that the flow does not have behind a gap");
      }
      blocks.add(start, end);
    }
    return returns ? reflections.read(check, view.payload, view.payloadBytes, into) : DecodeStatus.READ;
  }

  private DecodeStatus answer(Flow flow, Packet into) {
    if (!hasFlags(TcpHeader.ACK, TcpHeader.ECE)) {
      return DecodeStatus.UNSUPPORTED;
    }
    into.kind = Packet.Kind.NOTIFICATION;
    into.code = Packet.OF_PROBE;
    into.report(Integer.toUnsignedLong(TcpProbe.number(frame, view.tcpProbe)));
    FlowEnd sender = flow.sender;
    if (options.sackBlocks() != 0 || sender != null && into.reportedNumber() >= sender.probes()) {
      return fail(DecodeStatus.MALFORMED, "the answer names a probe that the flow has not sent");
    }
    return view.payloadBytes == 0 ? DecodeStatus.READ : reflections.read(check, view.payload, view.payloadBytes, into);
  }
}
