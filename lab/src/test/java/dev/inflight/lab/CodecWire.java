package dev.inflight.lab;

import dev.inflight.net.codec.FrameCodec;
import dev.inflight.net.codec.FrameDecoder;
import dev.inflight.net.codec.FrameEncoder;
import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketNumbers.Meaning;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.link.Wire;
import dev.inflight.telemetry.DecodeStatus;
import java.util.Arrays;

/**
 * Wire that sends each packet through its bytes: it encodes the packet, clears the fields that a frame carries, decodes the frame into it
 * and passes it on. A run over such wires is the same run if frames carry all data that the datapath needs.
 */
final class CodecWire implements Wire {
  private static final byte WIPED = (byte) 0xA5;
  private static final RdmaHeader UNSAID = unsaid();

  private final FrameEncoder encoder;
  private final FrameDecoder decoder;
  private final FlowLookup flows;
  private final Port from;
  private final Wire next;

  /** Wraps the wire into which the port sends. */
  CodecWire(FrameCodec codec, Port from, Wire next) {
    encoder = codec.encoder();
    decoder = codec.decoder();
    flows = codec.flows();
    this.from = from;
    this.next = next;
  }

  /**
   * Sends a packet through its bytes.
   *
   * @throws IllegalStateException when its frame cannot be decoded
   */
  @Override
  public void send(Packet packet, long endPs) {
    if (!FrameEncoder.hasFrame(packet)) {
      next.send(packet, endPs);
      return;
    }
    Flow flow = packet.flow;
    if (flow != null) {
      flows.add(flow);
    }
    int length = encoder.encode(packet, from);
    long retransmittedBytes = packet.rdma().retransmittedBytes; // no frame carries it, and the datapath does not need it
    Packet.Kind kind = packet.kind;
    long sequence = packet.sequence;
    long number = packet.number;
    long arrivedNumber = packet.arrivedNumber;
    byte code = packet.code;
    wipe(packet);
    DecodeStatus outcome = decoder.decode(encoder.frame(), 0, length, packet);
    if (outcome != DecodeStatus.READ) {
      throw new IllegalStateException(
          "a frame of " + length + " bytes of " + flow + " that left " + from + " is " + outcome + ": " + decoder.problem());
    }
    check(packet.kind == kind, "kind", packet);
    check(kind.sequence == Meaning.UNUSED || packet.sequence == sequence, "sequence", packet);
    check(kind.number == Meaning.UNUSED || packet.number == number, "number", packet);
    check(kind.arrivedNumber == Meaning.UNUSED || packet.arrivedNumber == arrivedNumber, "arrived number", packet);
    boolean needsCode = kind.code != Meaning.UNUSED && kind != Packet.Kind.TRIMMED; // of which only a request for credit is left
    check(!needsCode || packet.code == code, "code", packet);
    packet.rdma().retransmittedBytes = retransmittedBytes;
    next.send(packet, endPs);
  }

  /** Checks that a packet's frame carries the numbers that its kind declares. */
  private static void check(boolean same, String what, Packet decoded) {
    if (!same) {
      throw new IllegalStateException("the frame of " + decoded + " has another " + what);
    }
  }

  private static RdmaHeader unsaid() {
    var header = new RdmaHeader();
    header.kind = RdmaHeader.Kind.READ_RESPONSE;
    header.address = Long.MIN_VALUE;
    header.key = Integer.MIN_VALUE;
    header.memoryBytes = Long.MIN_VALUE;
    header.completedMessages = Long.MIN_VALUE;
    return header;
  }

  private static void wipe(Packet packet) {
    boolean inStream = packet.kind == Packet.Kind.DATA && packet.flow != null && !packet.flow.beginsWithPacket();
    if (!inStream) { // a stream's data packet carries its number, and only its sender has the start of that number
      packet.sequence = Long.MIN_VALUE;
    }
    packet.number = Long.MIN_VALUE;
    packet.arrivedNumber = Long.MIN_VALUE;
    packet.rdma().set(UNSAID);
    packet.payloadBytes = Integer.MIN_VALUE;
    packet.telemetryBytes = Short.MIN_VALUE;
    packet.sizeBytes = Integer.MIN_VALUE;
    packet.code = Byte.MIN_VALUE;
    packet.priority = Byte.MIN_VALUE;
    packet.ecnMarked = !packet.ecnMarked;
    packet.afterTimeout = !packet.afterTimeout;
    packet.kind = Packet.Kind.RESUME;
    packet.flow = null;
    Arrays.fill(packet.telemetry, WIPED);
  }
}
