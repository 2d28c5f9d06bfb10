package dev.inflight.net.codec.capture;

import dev.inflight.wire.pcap.Capture;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Receives the frames that pass some ports, in the order of the events that show them. */
@FunctionalInterface
public interface FrameLog {
  /**
   * Takes a frame.
   *
   * @param fromPs time in picoseconds before which no further frame passes
   * @param atPs time at which the frame's last bit passes, in picoseconds
   * @param frame holds it from index 0 on, until this returns
   * @param bytes its length
   */
  void passes(long fromPs, long atPs, byte[] frame, int bytes);

  /** Writes frames to a capture; throws an {@link UncheckedIOException} if writing fails. */
  static FrameLog into(Capture capture) {
    return (fromPs, atPs, frame, bytes) -> {
      try {
        capture.advance(fromPs);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      capture.add(atPs, frame, bytes);
    };
  }
}
