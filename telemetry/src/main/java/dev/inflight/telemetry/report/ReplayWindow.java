package dev.inflight.telemetry.report;

/** The serial numbers that one flow has seen: each may come once, and 64 behind the newest at the latest. */
public final class ReplayWindow {
  private static final int WINDOW = 64;

  private long newest = -1;
  private long seen; // bit n: newest - n was seen

  /** Takes note of a serial number; false when it came before, is too old, or is negative. */
  public boolean isNew(long serial) {
    if (serial < 0) {
      return false;
    }
    if (serial > newest) {
      long ahead = serial - newest;
      seen = ahead >= WINDOW ? 1 : seen << ahead | 1;
      newest = serial;
      return true;
    }
    long behind = newest - serial;
    if (behind >= WINDOW || (seen >>> behind & 1) != 0) {
      return false;
    }
    seen |= 1L << behind;
    return true;
  }
}
