package dev.inflight.net.nic;

/** A flow's place in the scheduling engines of its NIC: the slot that it holds, or the start of its wait for one. */
public final class NicSlot {
  private static final int NONE = -1;
  private static final long NOT_WANTED = -1;

  private int number = NONE;
  private long wantedSincePs = NOT_WANTED;
  private boolean everWanted;
  private long lastWaitPs;
  private long lastWaitEndPs;

  /** The slot, counted over all engines; negative for none. */
  int number() {
    return number;
  }

  boolean isHeld() {
    return number >= 0;
  }

  /** Starts the wait for a slot, or continues it: all slots are taken. */
  void want(long nowPs, NicCounters counters) {
    if (wantedSincePs == NOT_WANTED) {
      wantedSincePs = nowPs;
    }
    if (!everWanted) {
      everWanted = true;
      counters.flowsWaitedForSlot++;
    }
  }

  /** Ends the wait, although the flow has no slot. */
  public void stopWaiting(long nowPs, NicCounters counters) {
    if (isWanted()) {
      lastWaitPs = waitedPs(nowPs);
      lastWaitEndPs = nowPs;
    }
    counters.longestSlotWaitPs = Math.max(counters.longestSlotWaitPs, waitedPs(nowPs));
    wantedSincePs = NOT_WANTED;
  }

  void take(int slot, long nowPs, NicCounters counters) {
    number = slot;
    stopWaiting(nowPs, counters);
  }

  void giveBack() {
    number = NONE;
  }

  /** True if the flow waits for a slot to become free. */
  public boolean isWanted() {
    return wantedSincePs != NOT_WANTED;
  }

  /** Time that the flow has been waiting for a slot, in picoseconds; 0 if it does not wait. */
  public long waitedPs(long nowPs) {
    return isWanted() ? Math.max(0, nowPs - wantedSincePs) : 0;
  }

  /** Duration of the last finished wait for a slot, in picoseconds; 0 without one. */
  public long lastWaitPs() {
    return lastWaitPs;
  }

  /** End of that wait, in picoseconds; 0 without one. */
  public long lastWaitEndPs() {
    return lastWaitEndPs;
  }
}
