package dev.inflight.live.device;

/** What all devices have in common that are no interface of the machine: what they send stays in this process. */
public abstract class ProcessDevice extends FrameDevice {
  private final String name;

  /**
   * A device without a taker of its frames yet.
   *
   * @throws IllegalStateException where the memory is closed
   */
  protected ProcessDevice(String name, FrameMemory memory) {
    super(memory);
    this.name = name;
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
  public int largestFrameBytes() {
    return memory.largestFrameBytes();
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
