package dev.inflight.live.device;

/** Takes the frames that arrive at a {@link Device}. */
@FunctionalInterface
public interface FrameTaker {
  /**
   * Takes a frame, which belongs to the taker from now on: it sends it on, or gives its chunk back.
   *
   * @param at index of its first byte in the device's {@link FrameMemory}
   * @param length its bytes, without a frame check sequence
   * @param arrivalPs when it arrived, by the loop's clock, in picoseconds
   */
  void take(long at, int length, long arrivalPs);
}
