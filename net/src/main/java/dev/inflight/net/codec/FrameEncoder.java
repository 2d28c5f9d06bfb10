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
  private static final int CLASS_SELECTOR_SHIFT = 3;

  private final FrameRules rules;
  private final int marker;
  private final @Nullable HeaderPlacement placement;
  private final boolean ipv6;
  private final byte[] frame = new byte[Framing.LARGEST_FRAME_BYTES];
  private final byte[] pattern = new byte[Framing.LARGEST_PAYLOAD_BYTES];
  private final Icrc icrc = new Icrc();
  private final RdmaHeader plain = new RdmaHeader();

  // Of the frame that is being written.
  private long fromMac;
  private long toMac;
  private int ipAt;
  private int udpAt;
  private int bthAt;

  /** An encoder for a network with these rules. */
  public FrameEncoder(FrameRules rules) {
    this.rules = rules;
    TelemetryFormat telemetry = rules.telemetry();
    placement = telemetry == null ? null : telemetry.placement();
    marker = telemetry == null ? 0 : telemetry.marker();
    ipv6 = rules.ipv6();
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
    fromMac = from;
    toMac = to;
    int length = switch (packet.kind) {
      case DATA -> data(packet, flowOf(packet));
      case ACK, NACK, REFUSAL, NOTIFICATION -> acknowledgement(packet, flowOf(packet));
      case PROBE -> probe(packet, flowOf(packet));
      case WINDOW -> window(packet, flowOf(packet));
      case CNP -> congestion(flowOf(packet));
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

  /** A congestion notification packet from a flow's receiver to its sender. */
  private int congestion(Flow flow) {
    int payload = Opcode.CNP.extendedBytes();
    begin(null, 0, Bth.BYTES + payload + Icrc.BYTES);
    address(flow.destination(), flow.source(), Packet.CNP_GROUP << CLASS_SELECTOR_SHIFT, Ipv4.ECT_0, Packet.FIRST_HOP_LIMIT);
    Udp.write(frame, udpAt, flow.sourcePort(), Udp.ROCE_V2, Udp.HEADER_BYTES + Bth.BYTES + payload + Icrc.BYTES);
    Bth.write(frame, bthAt, Opcode.CNP, flow.queuePair(), 0);
    Bth.backwardCongestion(frame, bthAt, true);
    Arrays.fill(frame, bthAt + Bth.BYTES, bthAt + Bth.BYTES + payload, (byte) 0);
    return finish(bthAt + Bth.BYTES + payload);
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
    int carried = MessageHeaders.carried(opcode, payload);
    int pad = -carried & 3;
    int rocev2 = Bth.BYTES + opcode.extendedBytes() + carried + pad + Icrc.BYTES;
    begin(packet.telemetryBytes == 0 ? null : placement, packet.telemetryBytes, rocev2);
    forward(packet, flow, packet.code);
    writeTelemetry(packet, flow.sourcePort(), rocev2);
    Bth.write(frame, bthAt, opcode, flow.queuePair(), (int) number(packet, flow));
    Bth.padBytes(frame, bthAt, pad);
    Bth.acknowledgeRequest(frame, bthAt, packet.afterTimeout || header.last);
    int at = bthAt + Bth.BYTES;
    at += MessageHeaders.write(frame, at, opcode, header);
    System.arraycopy(pattern, 0, frame, at, carried);
    return finish(pad(at + carried, pad));
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
    begin(packet.telemetryBytes == 0 ? null : placement, packet.telemetryBytes, rocev2);
    forward(packet, flow, 0);
    writeTelemetry(packet, flow.sourcePort(), rocev2);
    return finish(bthAt + Bth.write(frame, bthAt, Opcode.PROBE, flow.queuePair(), (int) packet.number & Psn.MASK));
  }

  /** A window, which stands where telemetry would, and its seal. */
  private int window(Packet packet, Flow flow) {
    int bytes = packet.telemetryBytes;
    int rocev2 = Bth.BYTES + bytes + Icrc.BYTES;
    begin(null, 0, rocev2);
    back(packet, flow, rocev2);
    Bth.write(frame, bthAt, Opcode.WINDOW, flow.queuePair(), (int) packet.number & Psn.MASK);
    System.arraycopy(packet.telemetry, 0, frame, bthAt + Bth.BYTES, bytes);
    return finish(bthAt + Bth.BYTES + bytes);
  }

  private int control(Packet packet, Flow flow) {
    HandshakeMessage message = HandshakeMessage.of(packet.code);
    if (!ConnectionDatagram.isSentBy(message, flow)) {
      throw new IllegalArgumentException(packet + " is no " + message + " of its connection");
    }
    int rocev2 = Bth.BYTES + ConnectionDatagram.BYTES + Icrc.BYTES;
    begin(null, 0, rocev2);
    forward(packet, flow, 0);
    Udp.write(frame, udpAt, flow.sourcePort(), Udp.ROCE_V2, Udp.HEADER_BYTES + rocev2);
    int at = bthAt + Bth.write(frame, bthAt, Opcode.UD_SEND_ONLY, Deth.MANAGEMENT_QP, 0);
    return finish(at + ConnectionDatagram.write(frame, at, message, flow, rules.payloadBytes()));
  }

  private int acknowledgement(Packet packet, Flow flow) {
    int unit = rules.payloadBytes();
    int reflected = Reflection.sizeBytes(packet.telemetryBytes);
    int pad = -reflected & 3;
    boolean notifies = packet.kind == Packet.Kind.NOTIFICATION;
    boolean namesArrival = notifies || packet.kind == Packet.Kind.NACK && packet.arrivedNumber != Packet.NO_NUMBER;
    int rocev2 = Bth.BYTES + Aeth.BYTES + (namesArrival ? ArrivedPsn.BYTES : 0) + reflected + pad + Icrc.BYTES;
    begin(null, 0, rocev2);
    back(packet, flow, rocev2);
    long expected = packet.number;
    long completed = flow.beginsWithPacket()
        ? PlainMessages.completed(flow, packet.sequence, unit)
        : packet.rdma().completedMessages;
    int syndrome = switch (packet.kind) {
      case NACK -> namesArrival ? Aeth.NAK_OUT_OF_ORDER : Aeth.NAK_SEQUENCE_ERROR;
      case REFUSAL -> Aeth.NAK_REMOTE_ACCESS_ERROR;
      default -> Aeth.ACK;
    };
    Bth.write(frame, bthAt, notifies ? Opcode.NOTIFICATION : Opcode.ACKNOWLEDGE, flow.queuePair(),
        (int) (syndrome == Aeth.ACK ? expected - 1 : expected));
    Bth.padBytes(frame, bthAt, pad);
    Bth.backwardCongestion(frame, bthAt, packet.ecnMarked);
    int at = bthAt + Bth.BYTES;
    at += Aeth.write(frame, at, syndrome, (int) completed & Psn.MASK);
    if (namesArrival) {
      at += ArrivedPsn.write(frame, at, (int) packet.arrivedNumber, notifies && packet.code == Packet.OF_PROBE);
    }
    if (reflected > 0) {
      TelemetryFormat format = Objects.requireNonNull(rules.telemetry(),
          "an acknowledgement brings back telemetry, and there is none");
      Reflection.write(frame, at, format.reflectionCode(), rules.sealed(),
          packet.telemetryBytes - (rules.sealed() ? ReportMac.BYTES : 0));
      System.arraycopy(packet.telemetry, 0, frame, at + Reflection.HEADER_BYTES, packet.telemetryBytes);
    }
    return finish(pad(at + reflected, pad));
  }

  private int pause(int group, int quanta) {
    int length = Pfc.write(frame, 0, fromMac);
    Pfc.quanta(frame, 0, group, quanta);
    return length;
  }

  /** Writes the Ethernet and IP headers but for addresses, and finds out where everything stands. */
  private void begin(@Nullable HeaderPlacement where, int telemetryBytes, int rocev2Bytes) {
    int tag = where == HeaderPlacement.LINK_LAYER ? telemetryBytes : 0;
    Ethernet.write(frame, 0, toMac, fromMac, 0);
    ipAt = Ethernet.HEADER_BYTES + tag;
    BigEndian.set16(frame, ipAt - 2, ipv6 ? Ethernet.IPV6 : Ethernet.IPV4);
    int transport = Udp.HEADER_BYTES + rocev2Bytes + telemetryBytes - tag;
    int protocol = Ipv4.UDP;
    int ahead = 0; // of UDP
    if (where == HeaderPlacement.HOP_BY_HOP) {
      protocol = Ipv6.HOP_BY_HOP;
      ahead = telemetryBytes;
    } else if (where == HeaderPlacement.AROUND_UDP) {
      protocol = marker;
      ahead = TransportParser.FIRST_PIECE_BYTES;
    }
    if (ipv6) {
      udpAt = ipAt + Ipv6.write(frame, ipAt, transport, protocol) + ahead;
    } else {
      udpAt = ipAt + Ipv4.write(frame, ipAt, Ipv4.HEADER_BYTES + transport, protocol) + ahead;
    }
    bthAt = udpAt + Udp.HEADER_BYTES + telemetryBytes - tag - ahead;
  }

  /** Addresses of a packet that travels in the direction of its flow's data, and what the low bits of its DSCP ask of switches. */
  private void forward(Packet packet, Flow flow, int asks) {
    address(flow.source(), flow.destination(), packet.group << CLASS_SELECTOR_SHIFT | asks,
        packet.ecnMarked ? Ipv4.CE : Ipv4.ECT_0,
        packet.hopLimit());
  }

  /** Addresses and UDP header of a packet that travels the other way. */
  private void back(Packet packet, Flow flow, int rocev2Bytes) {
    address(flow.destination(), flow.source(), packet.group << CLASS_SELECTOR_SHIFT, Ipv4.ECT_0, packet.hopLimit());
    Udp.write(frame, udpAt, flow.sourcePort(), Udp.ROCE_V2, Udp.HEADER_BYTES + rocev2Bytes);
  }

  private void address(int source, int destination, int dscp, int ecn, int hopLimit) {
    int limit = Math.clamp(hopLimit, 1, 255);
    if (ipv6) {
      Ipv6.trafficClass(frame, ipAt, dscp, ecn);
      Ipv6.hopLimit(frame, ipAt, limit);
      Ipv6.source(frame, ipAt, FrameAddresses.IPV6_PREFIX, FrameAddresses.ipv6Low(source));
      Ipv6.destination(frame, ipAt, FrameAddresses.IPV6_PREFIX, FrameAddresses.ipv6Low(destination));
    } else {
      Ipv4.trafficClass(frame, ipAt, dscp, ecn);
      Ipv4.ttl(frame, ipAt, limit);
      Ipv4.addresses(frame, ipAt, FrameAddresses.ipv4(source), FrameAddresses.ipv4(destination));
      Ipv4.writeChecksum(frame, ipAt);
    }
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
          System.arraycopy(telemetry, 0, frame, bthAt - bytes, bytes);
          udpBytes += bytes;
          port = marker;
        }
        case AROUND_UDP -> {
          int ahead = TransportParser.FIRST_PIECE_BYTES;
          System.arraycopy(telemetry, 0, frame, udpAt - ahead, ahead);
          System.arraycopy(telemetry, ahead, frame, bthAt - bytes + ahead, bytes - ahead); // UDP's length stays (draft-kumar-ippm-ifa)
        }
        case HOP_BY_HOP -> System.arraycopy(telemetry, 0, frame, udpAt - bytes, bytes);
        case LINK_LAYER -> System.arraycopy(telemetry, 0, frame, Ethernet.HEADER_BYTES - 2, bytes);
      }
    }
    Udp.write(frame, udpAt, sourcePort, port, udpBytes);
  }

  private int pad(int at, int bytes) {
    for (int pad = 0; pad < bytes; pad++) {
      frame[at + pad] = 0;
    }
    return at + bytes;
  }

  /** Writes the invariant CRC at this place and fills up to the smallest frame. */
  private int finish(int at) {
    int length = at + Icrc.write(frame, at, icrc.roceV2(frame, ipAt, udpAt, bthAt, at));
    while (length < Ethernet.SMALLEST_BYTES) {
      frame[length++] = 0;
    }
    return length;
  }
}
