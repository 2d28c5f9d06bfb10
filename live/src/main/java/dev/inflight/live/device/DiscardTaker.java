package dev.inflight.live.device;

/**
 * Taker that returns each frame to its memory. A device has it before it gets another taker.
 *
 * @param memory memory of the device
 */
public record DiscardTaker(FrameMemory memory) implements FrameTaker {
  @Override
  public void take(long at, int length, long arrivalPs) {
    memory.give(at);
  }
}
