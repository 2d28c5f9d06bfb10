package dev.inflight.net.codec;

import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.codec.frame.PayloadSource;
import dev.inflight.net.codec.frame.TransportEncoder;
import dev.inflight.net.codec.tcp.TcpEncoder;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Pfc;
import org.jspecify.annotations.Nullable;

/**
 * Turns packets into frames as on a wire: RoCEv2 or TCP for packets of flows, PFC for pauses. The DSCP is the priority times
 * eight (its class selector), and more in packets with requests to switches, or for credit of the receiver; the ECN field is
 * ECT(0) or CE if switches may mark the packet. Payload byte i of a packet is i modulo 256.
 *
 * <p>The frame is in an array that the next one overwrites, and has no frame check sequence. Allocates nothing; not thread-safe.
 */
public final class FrameEncoder implements FrameSource {
  private final FrameRules rules;
  private final byte[] frame = new byte[Framing.LARGEST_FRAME_BYTES];
  private final TransportEncoder transport;

  /** An encoder for a network with these rules. */
  public FrameEncoder(FrameRules rules) {
    this(rules, null);
  }

  /**
   * Makes an encoder for packets with given payload bytes.
   *
   * @param payloads source of payload bytes; null for the pattern above
   * @throws IllegalArgumentException if the network is TCP's: its segments have only the pattern
   */
  public FrameEncoder(FrameRules rules, @Nullable PayloadSource payloads) {
    if (payloads != null && rules.framing().isTcp()) {
      throw new IllegalArgumentException("segments of TCP have no payload but the pattern");
    }
    this.rules = rules;
    byte[] pattern = new byte[Framing.LARGEST_PAYLOAD_BYTES];
    for (int at = 0; at < pattern.length; at++) {
      pattern[at] = (byte) at;
    }
    transport = rules.framing().isTcp()
        ? new TcpEncoder(rules, frame, pattern)
        : new RoceEncoder(rules, frame, pattern, payloads);
  }

  /** The network's rules. */
  public FrameRules rules() {
    return rules;
  }

  @Override
  public byte[] frame() {
    return frame;
  }

  @Override
  public int encode(Packet packet, Port from) {
    return encode(packet, mac(from), mac(from.peer()));
  }

  private static long mac(Port port) {
    return FrameAddresses.mac(port.node(), port.number());
  }

  /** True if a packet has a frame: signals between leaf switches have none, as their format is vendor-specific. */
  public static boolean hasFrame(Packet packet) {
    return packet.kind.taker != Packet.Kind.Taker.LEAF;
  }

  /**
   * Encodes a packet from one MAC address to another, in the low 48 bits each.
   *
   * @return bytes of the frame, as above
   * @throws IllegalArgumentException if no frame can carry the packet's content
   */
  public int encode(Packet packet, long from, long to) {
    int length = packet.kind.isLinkControl() ? pause(packet, from) : transport.encode(packet, flowOf(packet), from, to);
    if (length + Ethernet.FCS_BYTES != packet.sizeBytes) {
      throw new IllegalArgumentException(
          packet + " takes " + length + " bytes and " + Ethernet.FCS_BYTES + " of frame check sequence");
    }
    return length;
  }

  private int pause(Packet packet, long from) {
    int length = Pfc.write(frame, 0, from);
    Pfc.quanta(frame, 0, packet.priority, packet.kind == Packet.Kind.PAUSE ? Pfc.MOST_QUANTA : 0);
    return length;
  }

  private static Flow flowOf(Packet packet) {
    Flow flow = packet.flow;
    if (flow == null) {
      throw new IllegalArgumentException(packet + " belongs to no flow");
    }
    return flow;
  }
}
