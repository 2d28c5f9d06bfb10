package dev.inflight.lab.explain.control;

import dev.inflight.lab.statistics.TimeParts;
import org.jspecify.annotations.Nullable;

/** What a flow's control allowed over time, and when it last decreased that. */
public final class ControlLog {
  /** A smaller change of the rate is none. */
  private static final double LEAST_DECREASE = 0.01;

  /** What the control allowed in a span of time, in bit/s. */
  public static final class Allowed {
    private long first = -1;
    private long last;
    private @Nullable Decrease lastDecrease;

    private void note(long bitsPerSec) {
      first = first < 0 ? bitsPerSec : first;
      last = bitsPerSec;
    }

    private void add(Allowed later) {
      if (later.first >= 0) {
        first = first < 0 ? later.first : first;
        last = later.last;
        lastDecrease = later.lastDecrease != null ? later.lastDecrease : lastDecrease;
      }
    }

    /** The first rate of the span; -1 where nothing was noted. */
    public long firstBitsPerSec() {
      return first;
    }

    /** The last rate of the span. */
    public long lastBitsPerSec() {
      return last;
    }

    /** The last decrease in the span; null when there was none. */
    public @Nullable Decrease lastDecrease() {
      return lastDecrease;
    }
  }

  /**
   * A decrease of the rate.
   *
   * @param at what the control received
   * @param sincePs picoseconds since the flow's start
   */
  public record Decrease(WatchedControl.Event at, long sincePs, long fromBitsPerSec, long toBitsPerSec) {
  }

  private final long startPs;
  private final TimeParts<Allowed> allowed = new TimeParts<>(Allowed::new, Allowed::add);
  private long rateBitsPerSec = -1;

  /** For a flow that starts then. */
  public ControlLog(long startPs) {
    this.startPs = startPs;
  }

  /** The control has had something to decide, or a packet leaves. */
  public void note(WatchedControl.Event event, long nowPs, long bitsPerSec) {
    Allowed now = allowed.at(nowPs - startPs);
    if (rateBitsPerSec > 0 && bitsPerSec < (1 - LEAST_DECREASE) * rateBitsPerSec) {
      now.lastDecrease = new Decrease(event, nowPs - startPs, rateBitsPerSec, bitsPerSec);
    }
    rateBitsPerSec = bitsPerSec;
    now.note(bitsPerSec);
  }

  /** What the control allowed within a part of the flow's life. */
  public Allowed within(long fromPs, long toPs) {
    return allowed.within(fromPs, toPs);
  }
}
