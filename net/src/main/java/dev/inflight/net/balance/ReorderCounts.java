package dev.inflight.net.balance;

/** Counters of a leaf switch that moves flows to other paths, and restores the order of their packets. */
public final class ReorderCounts {
  /** Times that it moved a flow to another path. */
  public long reroutes;
  /** Packets that it held back until those before them had come. */
  public long heldPackets;
  /** Times that it stopped waiting for packets, which were late or lost. */
  public long timeouts;
  /** Packets that hosts received behind later ones, because it had stopped waiting, or had no queue left. */
  public long latePackets;
  /** Bytes of frames that it holds back now. */
  public long heldBytes;
  /** The most that it held back at once, in bytes. */
  public long peakHeldBytes;
  /** The most queues that held packets back at one port at once. */
  public long peakQueues;
}
