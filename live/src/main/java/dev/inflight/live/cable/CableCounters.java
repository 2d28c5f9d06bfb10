package dev.inflight.live.cable;

/** What all real cables of a run have counted together. */
public final class CableCounters {
  /** Frames that became packets at the other end. */
  public long arrived;
  /** Frames that were none of this network's. */
  public long unreadable;
  /** Packets that were lost for lack of memory for frames. */
  public long withoutMemory;
}
