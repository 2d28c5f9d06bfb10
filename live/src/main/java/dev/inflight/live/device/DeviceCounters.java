package dev.inflight.live.device;

/** What a device has counted. */
public final class DeviceCounters {
  /** Frames that were handed over. */
  public long framesIn;
  /** Their bytes. */
  public long bytesIn;
  /** Frames that the kernel took. */
  public long framesOut;
  /** Their bytes. */
  public long bytesOut;
  /** Frames that could not be sent: no room, or the interface was down. */
  public long dropsOut;
  /** Frames that the kernel had no room for on their way in, as far as it says. */
  public long dropsIn;

  /** Starts anew; of {@link #dropsIn} what the kernel says of all time stays. */
  public void clear() {
    framesIn = 0;
    bytesIn = 0;
    framesOut = 0;
    bytesOut = 0;
    dropsOut = 0;
  }
}
