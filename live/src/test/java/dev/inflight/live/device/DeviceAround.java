package dev.inflight.live.device;

/** Device that delegates to another one; subclasses override some methods. */
public abstract class DeviceAround implements Device {
  /** The other device. */
  protected final Device of;

  protected DeviceAround(Device of) {
    this.of = of;
  }

  @Override
  public boolean send(long at, int length) {
    return of.send(at, length);
  }

  @Override
  public boolean isWaitingForRoom() {
    return of.isWaitingForRoom();
  }

  @Override
  public Kind kind() {
    return of.kind();
  }

  @Override
  public String name() {
    return of.name();
  }

  @Override
  public long mac() {
    return of.mac();
  }

  @Override
  public FrameMemory memory() {
    return of.memory();
  }

  @Override
  public int largestFrameBytes() {
    return of.largestFrameBytes();
  }

  @Override
  public boolean isUp() {
    return of.isUp();
  }

  @Override
  public void deliverTo(FrameTaker taker) {
    of.deliverTo(taker);
  }

  @Override
  public int poll(long nowPs, int most) {
    return of.poll(nowPs, most);
  }

  @Override
  public void flush() {
    of.flush();
  }

  @Override
  public void endRound() {
    of.endRound();
  }

  @Override
  public int fileDescriptor() {
    return of.fileDescriptor();
  }

  @Override
  public DeviceCounters counters() {
    return of.counters();
  }

  @Override
  public void close() {
    of.close();
  }
}
