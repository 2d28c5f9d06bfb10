package dev.inflight.net.endpoint;

/** Receives the frames of a {@link FrameHost}. */
@FunctionalInterface
public interface FrameSink {
  /**
   * Takes a frame; it is in an array that the next one overwrites.
   *
   * @param frame the frame from index 0 on, without a frame check sequence
   * @param length its bytes
   * @param endPs time at which its last bit leaves the NIC, in picoseconds
   */
  void take(byte[] frame, int length, long endPs);
}
