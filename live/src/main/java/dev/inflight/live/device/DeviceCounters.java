package dev.inflight.live.device;

/** Counters of a device. */
public final class DeviceCounters {
  /** Received frames. */
  public long framesIn;
  /** Received bytes. */
  public long bytesIn;
  /** Frames that the kernel accepted for sending. */
  public long framesOut;
  /** Bytes of these frames. */
  public long bytesOut;
  /** Frames that could not be sent: no room, or the interface was down. */
  public long dropsOut;
  /** Arriving frames for which the kernel had no room, if it reports them. */
  public long dropsIn;

  /** Resets the counters; the kernel's own total behind {@link #dropsIn} stays. */
  public void clear() {
    framesIn = 0;
    bytesIn = 0;
    framesOut = 0;
    bytesOut = 0;
    dropsOut = 0;
  }
}
