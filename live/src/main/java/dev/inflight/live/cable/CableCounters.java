package dev.inflight.live.cable;

/** Counters of all real cables of a run together. */
public final class CableCounters {
  /** Frames that became packets at the other end. */
  public long arrived;
  /** Frames that do not belong to this network. */
  public long unreadable;
  /** Packets lost for lack of memory for frames. */
  public long withoutMemory;
}
