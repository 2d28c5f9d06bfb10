package dev.inflight.net.nic;

/** A flow's place in the scheduling engines of its NIC: which slot it holds, or since when it has been waiting for one. */
public final class NicSlot {
  private static final int NONE = -1;
  private static final long NOT_WANTED = -1;

  private int number = NONE;
  private long wantedSincePs = NOT_WANTED;
  private boolean everWanted;
  private long lastWaitPs;
  private long lastWaitEndPs;

  /** The slot that it holds, counted over all engines; negative for none. */
  int number() {
    return number;
  }

  boolean isHeld() {
    return number >= 0;
  }

  /** All slots are taken: the wait starts, or goes on. */
  void want(long nowPs, NicCounters counters) {
    if (wantedSincePs == NOT_WANTED) {
      wantedSincePs = nowPs;
    }
    if (!everWanted) {
      everWanted = true;
      counters.flowsWaitedForSlot++;
    }
  }

  /** It does not wait any more, though it has no slot. */
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

  /** Whether the flow waits for a slot to become free. */
  public boolean isWanted() {
    return wantedSincePs != NOT_WANTED;
  }

  /** How long it has been waiting for a slot, in picoseconds; 0 when it does not wait. */
  public long waitedPs(long nowPs) {
    return isWanted() ? Math.max(0, nowPs - wantedSincePs) : 0;
  }

  /** How long the last wait for a slot took that is over, in picoseconds; 0 without one. */
  public long lastWaitPs() {
    return lastWaitPs;
  }

  /** When that wait was over, in picoseconds; 0 without one. */
  public long lastWaitEndPs() {
    return lastWaitEndPs;
  }
}
