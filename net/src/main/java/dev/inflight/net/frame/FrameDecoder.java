package dev.inflight.net.frame;

import dev.inflight.net.Flow;
import dev.inflight.net.Packet;
import dev.inflight.telemetry.Outcome;
import dev.inflight.telemetry.Reflection;
import dev.inflight.telemetry.ReportSeal;
import dev.inflight.telemetry.TelemetryFormat;
import org.jspecify.annotations.Nullable;

/**
 * Turns frames of a {@link FrameEncoder} with the same rules back into packets. It believes nothing: lengths, checksums, the invariant
 * CRC, and whether the flow can have such a packet, are checked. Allocates nothing; not thread-safe.
 *
 * <p>A packet gets what the frame carries: kind, flow, sequence, payload, telemetry, sizes, group, marks. What only its sender remembers
 * or the fabric works out (time of sending, path, place in a buffer) stays as it is.
 */
public final class FrameDecoder {
  private static final int GROUP_SHIFT = 3;

  private final FrameRules rules;
  private final QueuePairs flows;
  private final @Nullable TelemetryFormat telemetry;
  private final boolean ipv6;
  private final FrameParts parts;
  private final Icrc icrc = new Icrc();

  private byte[] frame = {};

  /** A decoder for a network with these rules, and frames of these flows. */
  public FrameDecoder(FrameRules rules, QueuePairs flows) {
    this.rules = rules;
    this.flows = flows;
    telemetry = rules.telemetry();
    ipv6 = rules.ipv6();
    parts = new FrameParts(rules);
  }

  /**
   * Decodes a frame.
   *
   * @param length its bytes from {@code offset} on, without a frame check sequence
   * @param into what it becomes; on any outcome but {@link Outcome#READ} it may be half written
   * @return {@link Outcome#TRUNCATED} when bytes are missing; {@link Outcome#MALFORMED} when it contradicts itself, a checksum or its
   *     flow; {@link Outcome#UNSUPPORTED} when it is none that a network with these rules has
   */
  public Outcome decode(byte[] bytes, int offset, int length, Packet into) {
    frame = bytes;
    into.sizeBytes = Math.max(length, Ethernet.SMALLEST_BYTES) + Ethernet.FCS_BYTES;
    if (length < Ethernet.HEADER_BYTES) {
      return fail(Outcome.TRUNCATED, "the frame ends within its Ethernet header");
    }
    if (Ethernet.type(bytes, offset) == Ethernet.MAC_CONTROL) {
      return pause(offset, length, into);
    }
    Outcome outcome = parts.find(bytes, offset, length, into);
    return outcome == Outcome.READ ? transport(into) : outcome;
  }

  /** What was wrong with the frame that was not read; a clause without full stop. */
  public String problem() {
    return parts.problem;
  }

  private Outcome fail(Outcome outcome, String why) {
    return parts.fail(outcome, why);
  }

  private Outcome pause(int offset, int length, Packet into) {
    if (!Pfc.is(frame, offset, length)) {
      return fail(Outcome.UNSUPPORTED, "the MAC control frame is no PFC frame");
    }
    int enabled = Pfc.enabled(frame, offset);
    if (Integer.bitCount(enabled) != 1) {
      return fail(Outcome.UNSUPPORTED, "the PFC frame speaks of more than one priority, or of none");
    }
    int group = Integer.numberOfTrailingZeros(enabled);
    boolean paused = Pfc.quanta(frame, offset, group) > 0;
    into.kind = paused ? Packet.Kind.PAUSE : Packet.Kind.RESUME;
    into.flow = null;
    into.group = (byte) group;
    into.sequence = group << 1 | (paused ? 1 : 0);
    into.payloadBytes = 0;
    into.telemetryBytes = 0;
    into.ecnMarked = false;
    into.afterTimeout = false;
    return Outcome.READ;
  }

  private Outcome transport(Packet into) {
    int bthAt = parts.bthAt;
    int icrcAt = parts.end - Icrc.BYTES;
    if (icrcAt - bthAt < Bth.BYTES) {
      return fail(Outcome.MALFORMED, "the packet ends within its base transport header");
    }
    if (icrc.roceV2(frame, parts.ipAt, parts.udpAt, bthAt, icrcAt) != Icrc.read(frame, icrcAt)) {
      return fail(Outcome.MALFORMED, "the invariant CRC does not match");
    }
    Opcode opcode = Opcode.of(Bth.opcode(frame, bthAt));
    int at = bthAt + Bth.BYTES + opcode.extendedBytes();
    int payload = icrcAt - at - Bth.padBytes(frame, bthAt);
    if (payload < 0) {
      return fail(Outcome.MALFORMED, "the packet ends within its extended headers");
    }
    boolean data = opcode.code() >= Opcode.WRITE_FIRST.code() && opcode.code() <= Opcode.WRITE_ONLY.code()
        && !opcode.hasImmediate();
    if (!data && opcode != Opcode.ACKNOWLEDGE) {
      return fail(Outcome.UNSUPPORTED, "the opcode is neither that of a WRITE nor of an acknowledgement");
    }
    Flow flow = find(data);
    if (flow == null) {
      return fail(Outcome.UNSUPPORTED, "the queue pair and addresses are those of no flow");
    }
    int ipAt = parts.ipAt;
    int dscp = ipv6 ? Ipv6.dscp(frame, ipAt) : Ipv4.dscp(frame, ipAt);
    into.flow = flow;
    into.group = (byte) (dscp >>> GROUP_SHIFT);
    return data ? data(flow, opcode, payload, into) : acknowledgement(flow, at, payload, into);
  }

  private @Nullable Flow find(boolean data) {
    int ipAt = parts.ipAt;
    int from;
    int to;
    if (ipv6) {
      from = FrameAddresses.nodeOfIpv6(Ipv6.source(frame, ipAt, true), Ipv6.source(frame, ipAt, false));
      to = FrameAddresses.nodeOfIpv6(Ipv6.destination(frame, ipAt, true), Ipv6.destination(frame, ipAt, false));
    } else {
      from = FrameAddresses.nodeOfIpv4(Ipv4.source(frame, ipAt));
      to = FrameAddresses.nodeOfIpv4(Ipv4.destination(frame, ipAt));
    }
    int queuePair = Bth.destinationQp(frame, parts.bthAt);
    return flows.find(queuePair, data ? from : to, data ? to : from, Udp.source(frame, parts.udpAt));
  }

  private Outcome data(Flow flow, Opcode opcode, int payload, Packet into) {
    int unit = rules.payloadBytes();
    long sequence = Messages.number(flow, Bth.psn(frame, parts.bthAt), unit) * unit;
    long left = flow.sizeBytes() - sequence;
    if (sequence < 0 || left <= 0 && sequence > 0 || payload != Math.min(left, unit)) {
      return fail(Outcome.MALFORMED, "the flow has no packet of this number and size");
    }
    boolean first = opcode == Opcode.WRITE_FIRST || opcode == Opcode.WRITE_ONLY;
    boolean last = opcode == Opcode.WRITE_LAST || opcode == Opcode.WRITE_ONLY;
    if (first != flow.startsMessage(sequence, unit) || last != Messages.ends(flow, sequence + payload, unit)) {
      return fail(Outcome.MALFORMED, "the flow's messages do not begin and end there");
    }
    into.kind = Packet.Kind.DATA;
    into.sequence = sequence;
    into.payloadBytes = payload;
    into.telemetryBytes = (short) parts.telemetryBytes;
    into.ecnMarked = (ipv6 ? Ipv6.ecn(frame, parts.ipAt) : Ipv4.ecn(frame, parts.ipAt)) == Ipv4.CE;
    into.afterTimeout = Bth.acknowledgeRequest(frame, parts.bthAt);
    return Outcome.READ;
  }

  private Outcome acknowledgement(Flow flow, int at, int payload, Packet into) {
    int syndrome = Aeth.syndrome(frame, at - Aeth.BYTES);
    boolean gap = syndrome == Aeth.NAK_SEQUENCE_ERROR;
    if (!gap && !Aeth.isAck(syndrome)) {
      return fail(Outcome.UNSUPPORTED, "the acknowledgement refuses for a reason other than a gap");
    }
    int unit = rules.payloadBytes();
    int next = Bth.psn(frame, parts.bthAt) + (gap ? 0 : 1);
    long number = Messages.number(flow, next, unit);
    if (number < 0 || number > Math.ceilDiv(flow.sizeBytes(), unit)) {
      return fail(Outcome.MALFORMED, "the acknowledgement is for packets that the flow does not have");
    }
    into.kind = gap ? Packet.Kind.NACK : Packet.Kind.ACK;
    into.sequence = Messages.sequence(flow, number, unit);
    into.payloadBytes = 0;
    into.telemetryBytes = 0;
    into.ecnMarked = Bth.backwardCongestion(frame, parts.bthAt);
    into.afterTimeout = false;
    return payload == 0 ? Outcome.READ : reflection(at, payload, into);
  }

  private Outcome reflection(int at, int payload, Packet into) {
    Outcome outcome = Reflection.check(frame, at, payload);
    if (outcome != Outcome.READ) {
      return fail(outcome, "the acknowledgement's payload is no reflection");
    }
    if (telemetry == null || Reflection.formatCode(frame, at) != telemetry.reflectionCode()
        || Reflection.isSealed(frame, at) != rules.sealed()) {
      return fail(Outcome.UNSUPPORTED, "the acknowledgement reflects another format, or is sealed against the rules, or not");
    }
    int bytes = Reflection.length(frame, at) + (rules.sealed() ? ReportSeal.BYTES : 0);
    if (payload - Reflection.HEADER_BYTES != bytes) {
      return fail(Outcome.MALFORMED, "the reflection does not fill the acknowledgement's payload");
    }
    if (bytes > into.telemetry.length) {
      return fail(Outcome.UNSUPPORTED, "there is more telemetry than the packet has room for");
    }
    System.arraycopy(frame, at + Reflection.HEADER_BYTES, into.telemetry, 0, bytes);
    into.telemetryBytes = (short) bytes;
    return Outcome.READ;
  }
}
