package dev.inflight.live.device;

/** What all devices have in common: the memory of their frames, counters, and what takes the frames that arrive. */
abstract class FrameDevice implements Device {
  /** Where its frames stand. */
  protected final FrameMemory memory;
  /** What has come and gone. */
  protected final DeviceCounters counters = new DeviceCounters();
  /** What takes the frames that arrive. */
  protected FrameTaker taker;
  /** Whether {@link #close} has been called. */
  protected boolean closed;

  FrameDevice(FrameMemory memory) {
    this.memory = memory;
    taker = new DiscardTaker(memory);
  }

  @Override
  public final FrameMemory memory() {
    return memory;
  }

  @Override
  public final void deliverTo(FrameTaker newTaker) {
    taker = newTaker;
  }

  @Override
  public final void endRound() {
    flush();
  }
}
