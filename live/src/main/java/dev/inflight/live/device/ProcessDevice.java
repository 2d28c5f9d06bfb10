package dev.inflight.live.device;

/** Base of devices that are not interfaces of the machine: the frames that they send stay in this process. */
public abstract class ProcessDevice extends FrameDevice {
  private final String name;

  /**
   * Creates a device without a receiver of its frames.
   *
   * @throws IllegalStateException if the memory is closed
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

  /** Takes it down, together with its other end if it has one: once, when it is closed. */
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
