package dev.inflight.net.codec.capture;

import dev.inflight.wire.pcap.Capture;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Takes the frames that pass some ports, as the events come that say so. */
@FunctionalInterface
public interface FrameLog {
  /**
   * Takes a frame.
   *
   * @param fromPs before this, in picoseconds, nothing passes any more that has not been said
   * @param atPs when the frame's last bit passes
   * @param frame holds it from index 0 on, until this returns
   * @param bytes its length
   */
  void passes(long fromPs, long atPs, byte[] frame, int bytes);

  /** Writes them to a capture; throws an {@link UncheckedIOException} when that cannot be written. */
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
