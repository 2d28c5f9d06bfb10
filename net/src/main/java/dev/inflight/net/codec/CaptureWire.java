package dev.inflight.net.codec;

import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.wire.pcap.Capture;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Records every packet that is sent into a cable, at the time when its last bit leaves the port, and hands it on unchanged. Frames are
 * recorded without their frame check sequence, as network adapters deliver them. In virtual time the capture is in order.
 */
public final class CaptureWire implements Wire {
  private final FrameEncoder encoder;
  private final Port from;
  private final Capture capture;
  private final Wire next;

  /**
   * Wraps a wire.
   *
   * @param encoder turns packets into frames
   * @param from the port that sends into the wire
   * @param capture where frames go
   * @param next the wire that carries them
   */
  public CaptureWire(FrameEncoder encoder, Port from, Capture capture, Wire next) {
    this.encoder = encoder;
    this.from = from;
    this.capture = capture;
    this.next = next;
  }

  /**
   * Records a packet and hands it on.
   *
   * @throws UncheckedIOException when the capture cannot be written
   */
  @Override
  public void send(Packet packet, long endPs) {
    try {
      capture.advance(
          endPs - SerialisationTime.EXACT.serialisationPs(packet.sizeBytes + encoder.rules().framing().gapBytes(),
              from.rateBitsPerSec()));
      int bytes = encoder.encode(packet, from);
      capture.add(endPs, encoder.frame(), bytes);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    next.send(packet, endPs);
  }
}
