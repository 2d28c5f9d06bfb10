package dev.inflight.net.balance.adaptive;

import java.util.Arrays;

/** A leaf's loads of the paths to and from another leaf, each by the tag that the sending leaf assigns (CONGA §3.3). */
final class PathTable {
  private static final byte UNKNOWN = -1;

  private final byte[] there; // by tag
  private final long[] reportedPs;
  private byte[] back = {};
  private boolean[] fresh = {}; // and not reported since
  private int turn;

  /** Makes a table of paths through this number of first ports of the leaf. */
  PathTable(int ports) {
    there = new byte[ports + 1];
    reportedPs = new long[ports + 1];
  }

  /** The other leaf reports the load of a path there. */
  void reported(int tag, int metric, long nowPs) {
    if (tag < there.length) {
      there[tag] = (byte) metric;
      reportedPs[tag] = nowPs;
    }
  }

  /** The load of a path there; 0 when no report is younger than this. */
  int metric(int tag, long nowPs, long agePs) {
    return nowPs - reportedPs[tag] <= agePs ? there[tag] : 0;
  }

  /** Handles a packet that has come over a path with the other leaf's tag. */
  void came(int tag, int metric) {
    if (tag >= back.length) {
      int known = back.length;
      back = Arrays.copyOf(back, tag + 1);
      Arrays.fill(back, known, back.length, UNKNOWN);
      fresh = Arrays.copyOf(fresh, tag + 1);
    }
    fresh[tag] |= back[tag] != metric;
    back[tag] = (byte) metric;
  }

  /** Tag of the path from there to report next, in turn, those with a changed load first; 0 if no load is known. */
  int nextReport() {
    int known = 0;
    for (int step = 1; step <= back.length; step++) {
      int tag = (turn + step) % back.length;
      if (back[tag] != UNKNOWN && fresh[tag]) {
        return report(tag);
      }
      known = known == 0 && back[tag] != UNKNOWN ? tag : known;
    }
    return known == 0 ? 0 : report(known);
  }

  private int report(int tag) {
    turn = tag;
    fresh[tag] = false;
    return tag;
  }

  /** Known load of a path from there. */
  int metricBack(int tag) {
    return back[tag];
  }
}
