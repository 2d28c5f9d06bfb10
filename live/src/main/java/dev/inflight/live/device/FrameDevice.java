package dev.inflight.live.device;

/** Base of all devices: the memory of their frames, counters, and the receiver of arriving frames. */
abstract class FrameDevice implements Device {
  /** Memory of its frames. */
  protected final FrameMemory memory;
  /** Counters of received and sent frames. */
  protected final DeviceCounters counters = new DeviceCounters();
  /** Receiver of arriving frames. */
  protected FrameTaker taker;
  /** True after {@link #close} was called. */
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
