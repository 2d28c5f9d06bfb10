package dev.inflight.cc.hpcc;

import dev.inflight.telemetry.Hops;
import java.util.Arrays;

/**
 * Records of links that the last report did not name, identified by node and egress port, or else by their position on a path of
 * this identity and length. A full table removes its oldest record.
 */
final class LinkTable {
  /** Result of {@link #find} without a record. */
  static final int NONE = -1;

  private static final int LEAST_ROOM = 64;

  private final Hops records = new Hops(8);
  private int count;
  private long[] links = new long[8];
  private long[] places = new long[8];
  private long[] arrivedPs = new long[8];

  /** Records by the indices that {@link #find} returns. */
  Hops records() {
    return records;
  }

  /** Arrival time of the report with this record, in picoseconds. */
  long arrivedPs(int at) {
    return arrivedPs[at];
  }

  /** Index of the record of the link that is hop {@code hop} of a report; {@link #NONE} without one. */
  int find(Hops report, int hop) {
    long link = report.link(hop);
    long place = place(report, hop);
    for (int at = 0; at < count; at++) {
      if (links[at] == link && places[at] == place) {
        return at;
      }
    }
    return NONE;
  }

  private static long place(Hops report, int hop) {
    if (report.link(hop) != 0) {
      return 0; // it is identified at any position
    }
    long length = (long) report.count() << 1 | (report.cutOff() ? 1 : 0);
    return 1L << 62 | (report.pathId() & 0xFFFFFFFFL) << 28 | (length & 0x3FFF) << 14 | hop & 0x3FFF;
  }

  /** Keeps the hops that can be measured of a report that arrived at {@code nowPs}. */
  void keep(Hops report, long nowPs) {
    for (int hop = 0; hop < report.count(); hop++) {
      if (report.isKnown(hop)) {
        int found = find(report, hop);
        put(found == NONE ? room(report.count()) : found, report, hop, nowPs);
      }
    }
  }

  private void put(int at, Hops report, int hop, long nowPs) {
    records.set(at, report, hop);
    links[at] = report.link(hop);
    places[at] = place(report, hop);
    arrivedPs[at] = nowPs;
  }

  private int room(int hops) {
    if (count >= Math.max(LEAST_ROOM, 2 * hops)) {
      return oldest();
    }
    if (count == links.length) {
      links = Arrays.copyOf(links, 2 * count);
      places = Arrays.copyOf(places, 2 * count);
      arrivedPs = Arrays.copyOf(arrivedPs, 2 * count);
      records.reserve(2 * count);
    }
    return count++;
  }

  private int oldest() {
    int oldest = 0;
    for (int at = 1; at < count; at++) {
      if (arrivedPs[at] < arrivedPs[oldest]) {
        oldest = at;
      }
    }
    return oldest;
  }
}
