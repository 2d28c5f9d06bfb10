package dev.inflight.net.switching.stamp;

import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.SplitMix;
import java.util.Arrays;

/**
 * Time at which a switch last wrote into a packet of each flow: a hash table of fixed size, in sets of four. A flow without an
 * entry in its set replaces the oldest one, and its packet gets a record. So collisions cause extra records, but omit none.
 */
public final class StampTimes {
  /** Entries per switch, 16 bytes each. */
  public static final int PLACES = 1024;
  private static final int WAYS = 4;
  private static final long NEVER = Long.MIN_VALUE / 2; // so that differences do not overflow

  private final long periodPs;
  private final long[] flows;
  private final long[] stampedPs;
  private final int lastSet;

  /** An empty table, for a period of 0 or more picoseconds. */
  public StampTimes(long periodPs) {
    this(periodPs, PLACES);
  }

  /**
   * An empty table of another size.
   *
   * @param places a power of two, 4 or more
   */
  StampTimes(long periodPs, int places) {
    Check.time("period", periodPs, 0);
    if (places < WAYS || Integer.bitCount(places) != 1) {
      throw new IllegalArgumentException("places: " + places + " is no power of two from " + WAYS + " on");
    }
    this.periodPs = periodPs;
    flows = new long[places];
    stampedPs = new long[places];
    Arrays.fill(stampedPs, NEVER);
    lastSet = places / WAYS - 1;
  }

  /**
   * True if a packet of a flow is due; the call then sets the flow's last time.
   *
   * @param flow a number that distinguishes the flow
   * @param nowPs time in picoseconds, 0 or more; ports differ, so it may be less than that of the last call
   */
  public boolean isDue(long flow, long nowPs) {
    int first = ((int) SplitMix.mix(flow) & lastSet) * WAYS;
    int place = first;
    for (int at = first; at < first + WAYS; at++) {
      if (flows[at] == flow && stampedPs[at] != NEVER) {
        if (nowPs - stampedPs[at] < periodPs) {
          return false;
        }
        stampedPs[at] = nowPs;
        return true;
      }
      place = stampedPs[at] < stampedPs[place] ? at : place;
    }
    flows[place] = flow;
    stampedPs[place] = nowPs;
    return true;
  }
}
