package dev.inflight.net.nic;

/** Counters of NICs' slots. */
public class NicCounters {
  /** Flows that found no free slot in their NIC's scheduling engines and had to wait for one. */
  public long flowsWaitedForSlot;
  /** The longest time that a flow waited for one, in picoseconds. */
  public long longestSlotWaitPs;
}
