package dev.inflight.net.codec.tcp;

import dev.inflight.net.codec.frame.FrameDraft;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.codec.frame.Reflections;
import dev.inflight.net.codec.frame.TransportEncoder;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.SackBlocks;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.tcp.TcpHeader;
import dev.inflight.wire.header.tcp.TcpOptions;
import dev.inflight.wire.header.tcp.TcpProbe;
import org.jspecify.annotations.Nullable;

/**
 * Turns packets of flows into TCP segments (RFC 9293) on open connections. A flow's bytes are the stream from its sender's port
 * to the receiver's; no bytes go the other way. Sequence numbers are offsets in the stream modulo 2^32. Each segment has
 * timestamps (RFC 7323) in microseconds: the sender's TSval is the time at which the packet was handed to its NIC, the receiver's
 * TSecr echoes it, and the others are unused and 0. ECE echoes marks per acknowledgement (RFC 8257 §3.2), so CWR is not needed.
 * Acknowledgements and answers are not ECN-capable (RFC 3168 §6.1.4).
 *
 * <p>Probes and their answers are segments without data of the stream, with {@link TcpProbe} behind their TCP header
 * (draft-miao-rtgwg-hpccplus-01 §7.2): a probe's sequence number is 0, an answer's acknowledgement counts. Data and
 * acknowledgements with telemetry have the same header.
 */
public final class TcpEncoder implements TransportEncoder {
  private static final int HEADER_BYTES = TcpHeader.HEADER_BYTES + TcpOptions.TIMESTAMPS_BYTES;

  private final int payloadBytes;
  private final @Nullable HeaderPlacement placement;
  /** Format number of the telemetry in the header of a probe. */
  private final int format;
  private final FrameDraft draft;
  private final Reflections reflections;
  private final byte[] frame;
  private final byte[] pattern;

  /**
   * An encoder for a network with these rules.
   *
   * @param frame array that it writes into
   * @param pattern payload bytes
   */
  public TcpEncoder(FrameRules rules, byte[] frame, byte[] pattern) {
    this.frame = frame;
    this.pattern = pattern;
    payloadBytes = rules.payloadBytes();
    TelemetryFormat telemetry = rules.telemetry();
    placement = telemetry == null ? null : telemetry.placement();
    format = telemetry != null && placement == HeaderPlacement.AFTER_UDP ? telemetry.reflectionCode() : 0;
    draft = new FrameDraft(rules, frame, Ipv4.TCP);
    reflections = new Reflections(rules);
  }

  @Override
  public int encode(Packet packet, Flow flow, long from, long to) {
    draft.between(from, to);
    return switch (packet.kind) {
      case DATA -> data(packet, flow);
      case ACK -> acknowledgement(packet, flow);
      case PROBE -> probe(packet, flow);
      case NOTIFICATION -> answer(packet, flow);
      default -> throw new IllegalArgumentException(packet + " is no packet of TCP");
    };
  }

  private int data(Packet packet, Flow flow) {
    if (packet.request() != 0 || !flow.beginsWithPacket() || flow.numberOf(packet.sequence, payloadBytes) != packet.number) {
      throw new IllegalArgumentException(packet + " has a request, number or flow that no segment has");
    }
    int payload = packet.payloadBytes;
    int bytes = packet.telemetryBytes;
    boolean carries = bytes > 0;
    if (carries) {
      requirePlace(packet);
    }
    draft.beginIp(carries ? placement : null, bytes, HEADER_BYTES + (carries ? TcpProbe.BYTES : 0) + payload);
    draft.forward(packet, flow, carries ? TcpProbe.LOW_DSCP : 0);
    boolean last = packet.sequence + payload == flow.sizeBytes();
    int at = forward(packet, flow, last ? TcpHeader.ACK | TcpHeader.PSH : TcpHeader.ACK);
    if (carries) {
      at += TcpProbe.write(frame, at, TcpProbe.DATA, format, 0);
      at += telemetry(packet, at);
    }
    System.arraycopy(pattern, 0, frame, at, payload);
    return finish(at + payload);
  }

  /** Writes a probe: a separate segment that collects telemetry. */
  private int probe(Packet packet, Flow flow) {
    int bytes = packet.telemetryBytes;
    if (bytes > 0) {
      requirePlace(packet);
    }
    draft.beginIp(bytes == 0 ? null : placement, bytes, HEADER_BYTES + TcpProbe.BYTES);
    draft.forward(packet, flow, TcpProbe.LOW_DSCP);
    int at = forward(packet, flow, TcpHeader.ACK);
    at += TcpProbe.write(frame, at, TcpProbe.PROBE, bytes == 0 ? 0 : format, (int) packet.probeNumber());
    if (bytes > 0) {
      at += telemetry(packet, at);
    }
    return finish(at);
  }

  private void requirePlace(Packet packet) {
    if (placement == null) {
      throw new IllegalArgumentException(packet + " has " + packet.telemetryBytes + " bytes of telemetry in a network without");
    }
  }

  /** Writes telemetry to its place; returns how much of it follows the header of the probe. */
  private int telemetry(Packet packet, int behind) {
    int bytes = packet.telemetryBytes;
    if (placement == HeaderPlacement.AFTER_UDP) {
      System.arraycopy(packet.telemetry, 0, frame, behind, bytes);
      return bytes;
    }
    if (placement == HeaderPlacement.HOP_BY_HOP) {
      System.arraycopy(packet.telemetry, 0, frame, draft.transportAt - bytes, bytes);
      frame[draft.transportAt - bytes] = Ipv4.TCP; // the next header: formats start theirs in front of UDP
    } else {
      System.arraycopy(packet.telemetry, 0, frame, Ethernet.HEADER_BYTES - 2, bytes);
    }
    return 0;
  }

  private int acknowledgement(Packet packet, Flow flow) {
    SackBlocks blocks = packet.sack();
    int count = blocks.count();
    int sack = count == 0 ? 0 : TcpOptions.SACK_BYTES + TcpOptions.SACK_BLOCK_BYTES * count;
    boolean returns = packet.telemetryBytes > 0;
    int reflected = returns ? TcpProbe.BYTES + Reflection.sizeBytes(packet.telemetryBytes) : 0;
    draft.beginIp(null, 0, HEADER_BYTES + sack + reflected);
    int at = back(packet, flow, returns ? TcpProbe.LOW_DSCP : 0, sack);
    if (count > 0) {
      at += TcpOptions.beginSack(frame, at, count);
      for (int block = 0; block < count; block++) {
        at += TcpOptions.writeSackBlock(frame, at, (int) blocks.start(block), (int) blocks.end(block));
      }
    }
    if (returns) {
      TcpProbe.write(frame, at, TcpProbe.ACKNOWLEDGEMENT, 0, 0);
      reflections.write(packet, frame, at + TcpProbe.BYTES);
    }
    return finish(at + reflected);
  }

  private int answer(Packet packet, Flow flow) {
    if (!packet.isOfProbe()) {
      throw new IllegalArgumentException(packet + " answers data, of which acknowledgements return the telemetry");
    }
    int reflected = Reflection.sizeBytes(packet.telemetryBytes);
    draft.beginIp(null, 0, HEADER_BYTES + TcpProbe.BYTES + reflected);
    int at = back(packet, flow, TcpProbe.LOW_DSCP, 0);
    at += TcpProbe.write(frame, at, TcpProbe.ANSWER, 0, (int) packet.reportedNumber());
    reflections.write(packet, frame, at);
    return finish(at + reflected);
  }

  /** Writes the TCP header of a segment in the stream's direction; returns its end. */
  private int forward(Packet packet, Flow flow, int flags) {
    int at = draft.transportAt;
    at += TcpHeader.write(frame, at, flow.sourcePort(), Segments.RECEIVER_PORT, (int) packet.sequence, 0, HEADER_BYTES, flags,
        Segments.WINDOW);
    return at + TcpOptions.writeTimestamps(frame, at, (int) (packet.sentPs / Segments.TICK_PS), 0);
  }

  /**
   * Writes addresses and TCP header of a segment against the stream's direction; returns its end without the rest of its options.
   */
  private int back(Packet packet, Flow flow, int asks, int moreOptions) {
    draft.address(flow.destination(), flow.source(), packet.priority << FrameDraft.CLASS_SELECTOR_SHIFT | asks, Ipv4.NOT_ECT,
        packet.hopLimit());
    int at = draft.transportAt;
    at += TcpHeader.write(frame, at, Segments.RECEIVER_PORT, flow.sourcePort(), 0, (int) packet.expectedByte(),
        HEADER_BYTES + moreOptions, packet.ecnMarked ? TcpHeader.ACK | TcpHeader.ECE : TcpHeader.ACK, Segments.WINDOW);
    return at + TcpOptions.writeTimestamps(frame, at, 0, (int) (packet.sentPs / Segments.TICK_PS));
  }

  /** Writes the checksum, after all else; no segment is short enough to need padding. */
  private int finish(int end) {
    TcpHeader.writeChecksum(frame, draft.transportAt, draft.ipAt, end - draft.transportAt);
    return end;
  }
}
