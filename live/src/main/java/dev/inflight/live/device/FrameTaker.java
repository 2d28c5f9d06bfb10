package dev.inflight.live.device;

/** Receiver of the frames that arrive at a {@link Device}. */
@FunctionalInterface
public interface FrameTaker {
  /**
   * Processes a frame, which belongs to the taker from now on: the taker forwards it, or returns its chunk.
   *
   * @param at index of its first byte in the device's {@link FrameMemory}
   * @param length its length in bytes, without a frame check sequence
   * @param arrivalPs arrival time by the loop's clock, in picoseconds
   */
  void take(long at, int length, long arrivalPs);
}
