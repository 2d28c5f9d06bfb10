package dev.inflight.telemetry;

/**
 * What an egress port knows of itself and of a packet at the one instant at which the packet's first bit leaves. A port owns one and
 * fills it anew for each packet; all telemetry of that packet comes from it (draft-miao-ccwg-hpcc-info-04 §2: one single snapshot).
 */
public final class PortSnapshot {
  /** That instant, in picoseconds. */
  public long nowPs;
  /** Bytes that the port sent before this packet. */
  public long sentBytes;
  /** Bytes that wait at the port behind this packet. */
  public long queueBytes;
  /** When the packet's last bit came in, in picoseconds, at most {@link #nowPs}. */
  public long arrivedPs;
  /** Number of the port that it came in through. */
  public int ingressPort;
  /** Number of the queue that it waited in. */
  public int queue;
  /** The packet's IP time to live or hop limit as it leaves, 0 to 255. */
  public int hopLimit;

  /** Sets the instant, the bytes sent and the queue, and leaves the rest. */
  public PortSnapshot at(long instantPs, long sent, long queued) {
    nowPs = instantPs;
    sentBytes = sent;
    queueBytes = queued;
    return this;
  }
}
