package dev.inflight.net.codec.capture;

import dev.inflight.net.codec.FrameEncoder;
import dev.inflight.net.codec.FrameSource;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;

/**
 * Records every packet that enters a cable, when its last bit leaves the port, and passes it on unchanged. Frames lack their
 * frame check sequence, as network adapters deliver them. In virtual time the capture is in order.
 */
public final class CaptureWire implements Wire {
  private final FrameSource encoder;
  private final Port from;
  private final FrameLog log;
  private final Wire next;

  /**
   * Wraps a wire.
   *
   * @param encoder turns packets into frames
   * @param from the port that sends into the wire
   * @param log receives the frames
   * @param next the wire that carries them
   */
  public CaptureWire(FrameSource encoder, Port from, FrameLog log, Wire next) {
    this.encoder = encoder;
    this.from = from;
    this.log = log;
    this.next = next;
  }

  @Override
  public void send(Packet packet, long endPs) {
    if (FrameEncoder.hasFrame(packet)) {
      long takesPs = from.transmitPs(packet.sizeBytes);
      int bytes = encoder.encode(packet, from);
      log.passes(endPs - takesPs, endPs, encoder.frame(), bytes);
    }
    next.send(packet, endPs);
  }
}
