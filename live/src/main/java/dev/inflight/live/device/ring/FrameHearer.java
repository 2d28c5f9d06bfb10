package dev.inflight.live.device.ring;

/** Takes copies of the frames that pass a {@link ListeningDevice}. */
@FunctionalInterface
public interface FrameHearer {
  /**
   * Looks at a frame, which is in the array from 0 on until the call returns.
   *
   * @param bytes has room for {@code length} bytes; what follows {@code captured} has no meaning
   * @param captured how much of the frame is there
   * @param length its bytes on the wire, without a frame check sequence
   * @param timeNs when the kernel saw it, in nanoseconds since 1970
   */
  void take(byte[] bytes, int captured, int length, long timeNs);
}
