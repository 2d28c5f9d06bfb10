package dev.inflight.telemetry.report;

/** Window of the serial numbers that one flow has received: it accepts each once, if at most 64 behind the newest. */
public final class ReplayWindow {
  private static final int WINDOW = 64;

  private long newest = -1;
  private long seen; // bit n: newest - n was received

  /** Records a serial number; returns false if it was received before, is too old, or is negative. */
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
