package dev.inflight.net.codec;

import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.codec.frame.FrameCheck;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.codec.frame.TransportDecoder;
import dev.inflight.net.codec.tcp.TcpDecoder;
import dev.inflight.net.credit.CreditHeader;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Pfc;

/**
 * Turns frames of a {@link FrameEncoder} with the same rules back into packets. It checks lengths, checksums, the invariant CRC,
 * and whether the flow can have such a packet. Allocates nothing; not thread-safe.
 *
 * <p>A packet gets the frame's content: kind, flow, number, payload, message headers, telemetry, sizes, priority, marks. Fields
 * that only its sender or the fabric knows do not change: sending time, path, place in a buffer, and position of a data packet in
 * its stream.
 */
public final class FrameDecoder {
  private final FrameCheck check;
  private final TransportDecoder transport;

  /** A decoder for a network with these rules, and frames of these flows. */
  public FrameDecoder(FrameRules rules, FlowLookup flows) {
    this(rules, flows, FlowFactory.NONE);
  }

  /**
   * Makes a decoder that also takes new flows, and adds them to the known ones.
   *
   * @throws IllegalArgumentException for TCP, as its packets lack fields that a host needs of unknown flows
   */
  public FrameDecoder(FrameRules rules, FlowLookup flows, FlowFactory newcomers) {
    if (rules.framing().isTcp() && newcomers != FlowFactory.NONE) {
      throw new IllegalArgumentException("segments of TCP do not state the end of an unknown flow");
    }
    check = new FrameCheck(rules);
    transport = rules.framing().isTcp() ? new TcpDecoder(rules, flows, check) : new RoceDecoder(rules, flows, newcomers, check);
  }

  /**
   * Decodes a frame.
   *
   * @param length its bytes from {@code offset} on, without a frame check sequence
   * @param into packet that the frame becomes; on any outcome but {@link DecodeStatus#READ} it may be half written
   * @return {@link DecodeStatus#TRUNCATED} when bytes are missing; {@link DecodeStatus#MALFORMED} when it contradicts itself, a
   *     checksum or its flow; {@link DecodeStatus#UNSUPPORTED} if these rules do not permit it
   * @throws IndexOutOfBoundsException if offset and length are not within the array
   */
  public DecodeStatus decode(byte[] bytes, int offset, int length, Packet into) {
    into.sizeBytes = Math.max(length, Ethernet.SMALLEST_BYTES) + Ethernet.FCS_BYTES;
    DecodeStatus outcome = check.read(bytes, offset, length, transport, into);
    return outcome == DecodeStatus.READ && check.view.kind == FrameView.Kind.PFC ? pause(bytes, offset, into) : outcome;
  }

  /** The IP hop limit of the frame that was read last; of a PFC frame 0. */
  public int hopLimit() {
    return check.hopLimit();
  }

  /** Offset of the last decoded data packet's payload, in the array that it was decoded from. */
  public int payloadAt() {
    return check.view.payload + (check.asks() == HeaderChoice.ASKS_CREDIT ? CreditHeader.BYTES : 0);
  }

  /** Problem of the last frame that was not read; a clause without full stop. */
  public String problem() {
    return check.problem();
  }

  private DecodeStatus pause(byte[] bytes, int offset, Packet into) {
    int enabled = Pfc.enabled(bytes, offset);
    if (Integer.bitCount(enabled) != 1) {
      return check.fail(DecodeStatus.UNSUPPORTED, "the PFC frame names more than one priority, or none");
    }
    int priority = Integer.numberOfTrailingZeros(enabled);
    boolean paused = Pfc.quanta(bytes, offset, priority) > 0;
    into.kind = paused ? Packet.Kind.PAUSE : Packet.Kind.RESUME;
    into.flow = null;
    into.priority = (byte) priority;
    into.sequence = priority << 1 | (paused ? 1 : 0);
    into.entropy = 0;
    into.payloadBytes = 0;
    into.telemetryBytes = 0;
    into.ecnMarked = false;
    into.afterTimeout = false;
    return DecodeStatus.READ;
  }
}
