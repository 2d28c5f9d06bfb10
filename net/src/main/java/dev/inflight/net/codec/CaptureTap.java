package dev.inflight.net.codec;

import dev.inflight.net.link.ArrivalTap;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.wire.pcap.Capture;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Records every packet that arrives at a port, at the time when its last bit does, and as the other end of the cable has sent it. */
public final class CaptureTap implements ArrivalTap {
  private final FrameEncoder encoder;
  private final Port at;
  private final Capture capture;

  /**
   * A tap for one port.
   *
   * @param encoder turns packets into frames
   * @param at the port
   * @param capture where frames go
   */
  public CaptureTap(FrameEncoder encoder, Port at, Capture capture) {
    this.encoder = encoder;
    this.at = at;
    this.capture = capture;
  }

  /**
   * Records a packet.
   *
   * @throws UncheckedIOException when the capture cannot be written
   */
  @Override
  public void arrived(Packet packet) {
    try {
      capture.advance(packet.timePs);
      int bytes = encoder.encode(packet, at.peer());
      capture.add(packet.timePs, encoder.frame(), bytes);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
