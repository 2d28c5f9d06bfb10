package dev.inflight.net.paths;

import dev.inflight.telemetry.Hops;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How busy a flow's paths are, from two reports of each. */
final class WayLoads {
  private final double baseRttPs;
  private final @Nullable Hops[] last;
  private final double[] before; // load of the busiest link but for the last, which all paths share
  private final double[] atLast;
  private final double[] sum; // of all but the last
  private final boolean[] known;
  private final boolean[] twin; // the path of a port before it

  WayLoads(int ways, long baseRttPs) {
    this.baseRttPs = baseRttPs;
    last = new Hops[ways];
    before = new double[ways];
    atLast = new double[ways];
    sum = new double[ways];
    known = new boolean[ways];
    twin = new boolean[ways];
  }

  /** What is known is old; which paths there are is not. */
  void forget() {
    Arrays.fill(known, false);
  }

  /** Takes what a probe over a path has brought; two of a path tell its room, and each further one anew. */
  void take(int way, Hops report) {
    Hops earlier = last[way];
    if (earlier == null) {
      earlier = new Hops(Math.max(1, report.count()));
      last[way] = earlier;
    } else if (report.count() > 0 && report.samePath(earlier)) {
      if (!measure(way, report, earlier)) {
        return;
      }
      known[way] = true;
    }
    earlier.copyFrom(report);
    twin[way] = false;
    for (int each = 0; each < way; each++) {
      twin[way] |= isSame(each, way);
    }
  }

  private boolean measure(int way, Hops report, Hops earlier) {
    int end = report.count() - 1;
    double most = 0;
    double all = 0;
    double atEnd = 0;
    for (int hop = 0; hop <= end; hop++) {
      double elapsedPs = report.elapsedPs(hop, earlier);
      if (!report.isKnown(hop) || elapsedPs <= 0) {
        return false;
      }
      double rate = report.rateBitsPerSec(hop);
      double sent = report.bytesSince(hop, earlier) * 8e12 / elapsedPs / rate;
      double queue = report.queueBytes(hop) * 8e12 / rate / baseRttPs;
      if (hop == end) {
        atEnd = sent + queue;
      } else {
        most = Math.max(most, sent + queue);
        all += sent + queue;
      }
    }
    atLast[way] = atEnd;
    before[way] = most;
    sum[way] = all;
    return true;
  }

  /** Whether two paths are one. */
  boolean isSame(int way, int other) {
    Hops one = last[way];
    Hops two = last[other];
    return one != null && two != null && one.samePath(two);
  }

  /** Whether a port before it leads over the same path. */
  boolean isTwin(int way) {
    return twin[way];
  }

  /** Whether a report of it ever came. */
  boolean isSeen(int way) {
    return last[way] != null;
  }

  /** Whether its load is known since {@link #forget}. */
  boolean isKnown(int way) {
    return known[way];
  }

  /** What all links before the last have to send together, in parts of their rates. */
  double busy(int way) {
    return sum[way];
  }

  /** The part of the least free link's rate that a flow can have which has {@code share} of the last link now. */
  double room(int way, double share) {
    return Math.clamp(1 - Math.max(before[way], atLast[way] - share), 0, 1);
  }

  /** The same of the last link only. */
  double lastRoom(int way, double share) {
    return 1 - atLast[way] + share;
  }

  /** What a flow can have that has this share of each of its links. */
  double ownRoom(int way, double share) {
    for (int each = 0; each <= way; each++) {
      if (known[each] && (each == way || isSame(each, way))) {
        return Math.max(0, 1 - Math.max(before[each], atLast[each]) + share);
      }
    }
    return 0;
  }
}
