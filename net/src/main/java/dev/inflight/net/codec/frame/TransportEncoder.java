package dev.inflight.net.codec.frame;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;

/** Turns packets of flows into frames of one transport. */
public interface TransportEncoder {
  /**
   * Encodes a packet from one MAC address to another, in the low 48 bits each.
   *
   * @return bytes of the frame, without a frame check sequence
   * @throws IllegalArgumentException if no frame can carry the packet's content
   */
  int encode(Packet packet, Flow flow, long from, long to);
}
