package dev.inflight.live.device.ring;

/** Receiver of copies of the frames that pass a {@link ListeningDevice}. */
@FunctionalInterface
public interface FrameListener {
  /**
   * Processes a frame, which is in the array from index 0 until the call returns.
   *
   * @param bytes array with room for {@code length} bytes; bytes behind {@code captured} have no meaning
   * @param captured captured bytes of the frame
   * @param length its bytes on the wire, without a frame check sequence
   * @param timeNs time at which the kernel received it, in nanoseconds since 1970
   */
  void take(byte[] bytes, int captured, int length, long timeNs);
}
