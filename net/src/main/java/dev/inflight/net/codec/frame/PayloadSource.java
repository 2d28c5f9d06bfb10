package dev.inflight.net.codec.frame;

import dev.inflight.net.link.Packet;

/** Where the bytes of data packets come from when they become frames. */
@FunctionalInterface
public interface PayloadSource {
  /**
   * Writes a packet's payload.
   *
   * @param packet a data packet of a flow; its {@code sequence} is the byte of the flow at which it starts
   * @param frame the frame
   * @param at index of its first payload byte
   * @param bytes how many there are; 0 for what carries none
   */
  void fill(Packet packet, byte[] frame, int at, int bytes);
}
