package dev.inflight.net.codec.frame;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;

/** Turns frames of one transport into packets, when the part around the transport's header has been checked. */
@FunctionalInterface
public interface TransportDecoder {
  /**
   * Decodes the last checked frame.
   *
   * @param found outcome of the view
   * @param into packet that the frame becomes; half written unless the outcome is {@link DecodeStatus#READ}
   * @return outcome as in {@code FrameDecoder}
   */
  DecodeStatus read(DecodeStatus found, Packet into);
}
