package dev.inflight.net.codec.frame;

import dev.inflight.net.link.Packet;

/** Source of the bytes of data packets in frames. */
@FunctionalInterface
public interface PayloadSource {
  /**
   * Writes a packet's payload.
   *
   * @param packet a data packet of a flow; its {@code sequence} is the byte of the flow at which it starts
   * @param frame the frame
   * @param at index of its first payload byte
   * @param bytes number of bytes; 0 for packets without data
   */
  void fill(Packet packet, byte[] frame, int at, int bytes);
}
