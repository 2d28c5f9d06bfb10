package dev.inflight.lab.explain.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.lab.statistics.TimeParts;
import org.jspecify.annotations.Nullable;

/** Log of the rate that a flow's control allowed over time, and of its decreases. */
public final class ControlLog {
  /** Smallest relative change of the rate that counts. */
  private static final double LEAST_CHANGE = 0.01;
  private static final double PS_BITS_PER_BYTE = 8e12;

  /** Rate, in bit/s, that the control allowed in a span of time. */
  public static final class Allowed {
    private long first = -1;
    private long last;
    private long least = Long.MAX_VALUE;
    private long most;
    private @Nullable Decrease lastDecrease;

    private void note(long bitsPerSec) {
      first = first < 0 ? bitsPerSec : first;
      last = bitsPerSec;
      least = Math.min(least, bitsPerSec);
      most = Math.max(most, bitsPerSec);
    }

    private void add(Allowed later) {
      if (later.first >= 0) {
        first = first < 0 ? later.first : first;
        last = later.last;
        least = Math.min(least, later.least);
        most = Math.max(most, later.most);
        lastDecrease = later.lastDecrease != null ? later.lastDecrease : lastDecrease;
      }
    }

    /** First rate of the span; -1 without a record. */
    public long firstBitsPerSec() {
      return first;
    }

    /** Last rate of the span. */
    public long lastBitsPerSec() {
      return last;
    }

    /** Lowest rate of the span. */
    public long leastBitsPerSec() {
      return least;
    }

    /** Highest rate of the span. */
    public long mostBitsPerSec() {
      return most;
    }

    /** Last decrease in the span; null when there was none. */
    public @Nullable Decrease lastDecrease() {
      return lastDecrease;
    }
  }

  /**
   * Decrease of the rate.
   *
   * @param at signal that the control received
   * @param sincePs time of the decrease, in picoseconds since the flow's start
   * @param fromBitsPerSec highest rate since the previous decrease
   */
  public record Decrease(WatchedControl.Event at, long sincePs, long fromBitsPerSec, long toBitsPerSec) {
  }

  private final long startPs;
  private final TimeParts<Allowed> allowed = new TimeParts<>(Allowed::new, Allowed::add);
  private long peakBitsPerSec;
  /** Recent average of the rate, where the rate of a horizon ago counts 1/e. */
  private double usualBitsPerSec = -1;
  private long rateBitsPerSec;
  private long notedPs;

  /** Creates a log for a flow that starts at this time. */
  public ControlLog(long startPs) {
    this.startPs = startPs;
    notedPs = startPs;
  }

  /** Returns the rate that window and pace allow on the path without queues, in bit/s, at most the line rate. */
  public static long allowedBitsPerSec(CongestionControl control, PathFacts path) {
    long window = control.windowBytes();
    double byWindow = window == CongestionControl.NO_WINDOW
        ? Double.MAX_VALUE
        : window * PS_BITS_PER_BYTE / Math.max(1, path.baseRttPs());
    return (long) Math.min(byWindow, Math.min(control.paceBitsPerSec(), path.lineRateBitsPerSec()));
  }

  /**
   * Records that the control has made a decision, or that a packet leaves.
   *
   * @param horizonPs time span within which growth of the rate counts, in picoseconds
   */
  public void note(WatchedControl.Event event, long nowPs, long bitsPerSec, long horizonPs) {
    usualBitsPerSec = usualBitsPerSec < 0
        ? bitsPerSec
        : rateBitsPerSec
            + (usualBitsPerSec - rateBitsPerSec) * StrictMath.exp((double) (notedPs - nowPs) / Math.max(1, horizonPs));
    notedPs = nowPs;
    rateBitsPerSec = bitsPerSec;
    Allowed now = allowed.at(nowPs - startPs);
    if (bitsPerSec < (1 - LEAST_CHANGE) * peakBitsPerSec) {
      now.lastDecrease = new Decrease(event, nowPs - startPs, peakBitsPerSec, bitsPerSec);
      peakBitsPerSec = bitsPerSec;
    }
    peakBitsPerSec = Math.max(peakBitsPerSec, bitsPerSec);
    now.note(bitsPerSec);
  }

  /** Reports whether the rate is above its recent average. */
  public boolean isGrowing() {
    return rateBitsPerSec > (1 + LEAST_CHANGE) * usualBitsPerSec;
  }

  /** Returns the rate that the control allowed within a part of the flow's time. */
  public Allowed within(long fromPs, long toPs) {
    return allowed.within(fromPs, toPs);
  }
}
