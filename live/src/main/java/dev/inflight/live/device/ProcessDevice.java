package dev.inflight.live.device;

/** What all devices have in common that are no interface of the machine: what they send stays in this process. */
public abstract class ProcessDevice implements Device {
  /** Where its frames stand. */
  protected final FrameMemory memory;
  /** What has come and gone. */
  protected final DeviceCounters counters = new DeviceCounters();
  /** Who takes what arrives. */
  protected FrameTaker taker;
  private final String name;
  private boolean closed;

  /**
   * A device whose frames nobody takes yet.
   *
   * @throws IllegalStateException where the memory is closed
   */
  protected ProcessDevice(String name, FrameMemory memory) {
    this.name = name;
    this.memory = memory;
    taker = new DiscardTaker(memory);
    memory.addDevice();
  }

  @Override
  public final Kind kind() {
    return Kind.MEMORY;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public long mac() {
    return 0;
  }

  @Override
  public final FrameMemory memory() {
    return memory;
  }

  @Override
  public int largestFrameBytes() {
    return memory.largestFrameBytes();
  }

  @Override
  public final void deliverTo(FrameTaker newTaker) {
    taker = newTaker;
  }

  @Override
  public final void endRound() {
    flush();
  }

  @Override
  public final int fileDescriptor() {
    return NONE;
  }

  @Override
  public final DeviceCounters counters() {
    return counters;
  }

  /** Takes it down, with its other end where it has one: once, when it is closed. */
  protected abstract void release();

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    release();
    memory.removeDevice();
  }
}
