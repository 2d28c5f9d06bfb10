package dev.inflight.net.codec.capture;

import dev.inflight.net.codec.FrameEncoder;
import dev.inflight.net.codec.FrameSource;
import dev.inflight.net.link.ArrivalTap;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;

/** Records every packet that arrives at a port, at the time of its last bit, as the other end of the cable sent it. */
public final class CaptureTap implements ArrivalTap {
  private final FrameSource encoder;
  private final Port at;
  private final FrameLog log;

  /**
   * A tap for one port.
   *
   * @param encoder turns packets into frames
   * @param at the port
   * @param log receives the frames
   */
  public CaptureTap(FrameSource encoder, Port at, FrameLog log) {
    this.encoder = encoder;
    this.at = at;
    this.log = log;
  }

  @Override
  public void arrived(Packet packet) {
    if (FrameEncoder.hasFrame(packet)) {
      int bytes = encoder.encode(packet, at.peer());
      log.passes(packet.timePs, packet.timePs, encoder.frame(), bytes);
    }
  }
}
