package dev.inflight.lab;

import dev.inflight.net.EgressPort;
import dev.inflight.net.Flow;
import dev.inflight.net.Packet;
import dev.inflight.net.Wire;
import dev.inflight.net.frame.FrameCodec;
import dev.inflight.net.frame.FrameDecoder;
import dev.inflight.net.frame.FrameEncoder;
import dev.inflight.net.frame.QueuePairs;
import dev.inflight.telemetry.Outcome;
import java.util.Arrays;

/**
 * Sends each packet through its bytes: encodes it, wipes from it what a frame carries, decodes the frame into it and hands it on. A run
 * over such wires is the same run if frames carry all that the datapath needs.
 */
final class CodecWire implements Wire {
  private static final byte WIPED = (byte) 0xA5;

  private final FrameEncoder encoder;
  private final FrameDecoder decoder;
  private final QueuePairs flows;
  private final EgressPort from;
  private final Wire next;

  /** Wraps the wire into which the port sends. */
  CodecWire(FrameCodec codec, EgressPort from, Wire next) {
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
    Flow flow = packet.flow;
    if (flow != null) {
      flows.add(flow);
    }
    int length = encoder.encode(packet, from);
    wipe(packet);
    Outcome outcome = decoder.decode(encoder.frame(), 0, length, packet);
    if (outcome != Outcome.READ) {
      throw new IllegalStateException(
          "a frame of " + length + " bytes of " + flow + " that left " + from + " is " + outcome + ": "
              + decoder.problem());
    }
    next.send(packet, endPs);
  }

  private static void wipe(Packet packet) {
    packet.kind = Packet.Kind.RESUME;
    packet.flow = null;
    packet.sequence = Long.MIN_VALUE;
    packet.arrivedSequence = Long.MIN_VALUE;
    packet.payloadBytes = Integer.MIN_VALUE;
    packet.telemetryBytes = Short.MIN_VALUE;
    packet.sizeBytes = Integer.MIN_VALUE;
    packet.code = Byte.MIN_VALUE;
    packet.group = Byte.MIN_VALUE;
    packet.ecnMarked = !packet.ecnMarked;
    packet.afterTimeout = !packet.afterTimeout;
    Arrays.fill(packet.telemetry, WIPED);
  }
}
