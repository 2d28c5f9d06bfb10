package dev.inflight.live.device;

/**
 * Takes no frame: each is given back to its memory. What a device has before it is told of another taker.
 *
 * @param memory of the device
 */
public record DiscardTaker(FrameMemory memory) implements FrameTaker {
  @Override
  public void take(long at, int length, long arrivalPs) {
    memory.give(at);
  }
}
