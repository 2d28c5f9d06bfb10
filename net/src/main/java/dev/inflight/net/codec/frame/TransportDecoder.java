package dev.inflight.net.codec.frame;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;

/** Turns frames of one transport into packets, when the part around the transport's header has been checked. */
@FunctionalInterface
public interface TransportDecoder {
  /**
   * Decodes the frame that was checked last.
   *
   * @param found what the view said of it
   * @param into what it becomes; half written where the outcome is not {@link DecodeStatus#READ}
   * @return as {@code FrameDecoder} has it
   */
  DecodeStatus read(DecodeStatus found, Packet into);
}
