package dev.inflight.net.codec;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;

/** Turns packets that leave ports into frames, one at a time. */
public interface FrameSource {
  /**
   * Encodes a packet that leaves a port.
   *
   * @return bytes of the frame, without a frame check sequence: {@link Packet#sizeBytes} less 4
   * @throws IllegalArgumentException if no frame can carry the packet's content
   */
  int encode(Packet packet, Port from);

  /** The frame that was encoded last, from index 0 on; the next one may overwrite it. */
  byte[] frame();
}
