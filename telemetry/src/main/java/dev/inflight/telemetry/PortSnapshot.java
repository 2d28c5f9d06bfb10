package dev.inflight.telemetry;

/**
 * State of an egress port, and of a packet there, at the instant at which the packet's first bit leaves. A port refills its one
 * snapshot per packet; all telemetry of the packet comes from it (draft-miao-ccwg-hpcc-info-04 §2: one single snapshot).
 */
public final class PortSnapshot {
  /** Instant at which the packet's first bit leaves, in picoseconds. */
  public long nowPs;
  /** Bytes that the port sent before this packet. */
  public long sentBytes;
  /** Bytes that wait at the port behind this packet. */
  public long queueBytes;
  /** Time at which the packet's last bit arrived, in picoseconds, at most {@link #nowPs}. */
  public long arrivedPs;
  /** Number of the packet's ingress port. */
  public int ingressPort;
  /** Number of the packet's queue. */
  public int queue;
  /** The packet's IP time to live or hop limit on departure, 0 to 255. */
  public int hopLimit;

  /** Sets the instant, the bytes sent and the queue, and keeps the other fields. */
  public PortSnapshot at(long instantPs, long sent, long queued) {
    nowPs = instantPs;
    sentBytes = sent;
    queueBytes = queued;
    return this;
  }
}
