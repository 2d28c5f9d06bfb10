package dev.inflight.net.link;

/** How often and how long a port's priorities were paused. */
public final class PauseStats {
  private final long[] sincePs = new long[Packet.PRIORITIES];
  private long pauses;
  private long pausedPs;

  public void begin(int priority, long nowPs) {
    sincePs[priority] = nowPs;
  }

  public void end(int priority, long nowPs) {
    pausedPs += nowPs - sincePs[priority];
  }

  public void countFrame() {
    pauses++;
  }

  /** Pause frames received. */
  public long pauses() {
    return pauses;
  }

  /** Time spent paused until {@code nowPs}, all priorities added up; {@code priorities} are paused still. */
  public long pausedPs(int priorities, long nowPs) {
    long total = pausedPs;
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      if ((priorities >> priority & 1) != 0) {
        total += nowPs - sincePs[priority];
      }
    }
    return total;
  }
}
