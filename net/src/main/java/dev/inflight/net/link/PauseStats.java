package dev.inflight.net.link;

/** How often and how long a port's priority groups were paused. */
public final class PauseStats {
  private final long[] sincePs = new long[Packet.GROUPS];
  private long pauses;
  private long pausedPs;

  public void begin(int group, long nowPs) {
    sincePs[group] = nowPs;
  }

  public void end(int group, long nowPs) {
    pausedPs += nowPs - sincePs[group];
  }

  public void countFrame() {
    pauses++;
  }

  /** Pause frames received. */
  public long pauses() {
    return pauses;
  }

  /** Time spent paused until {@code nowPs}, all groups added up; {@code groups} are paused still. */
  public long pausedPs(int groups, long nowPs) {
    long total = pausedPs;
    for (int group = 0; group < Packet.GROUPS; group++) {
      if ((groups >> group & 1) != 0) {
        total += nowPs - sincePs[group];
      }
    }
    return total;
  }
}
