package dev.inflight.net.paths;

import dev.inflight.telemetry.Hops;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Loads of a flow's paths, from two reports of each. */
final class PathLoads {
  private final double baseRttPs;
  private final @Nullable Hops[] last;
  private final double[] before; // load of the busiest link but for the last, which all paths share
  private final double[] atLast;
  private final double[] sum; // of all but the last
  private final boolean[] known;
  private final boolean[] answered; // since the last search of all paths
  private final boolean[] twin; // the path of a port before it

  PathLoads(int entropies, long baseRttPs) {
    this.baseRttPs = baseRttPs;
    last = new Hops[entropies];
    before = new double[entropies];
    atLast = new double[entropies];
    sum = new double[entropies];
    known = new boolean[entropies];
    answered = new boolean[entropies];
    twin = new boolean[entropies];
  }

  /** Discards all loads as outdated, but not the set of paths. */
  void forget() {
    Arrays.fill(known, false);
  }

  /** Starts a new search for the paths that deliver packets. */
  void askAgain() {
    Arrays.fill(answered, false);
  }

  /** True if a probe over the path was answered since {@link #askAgain}. */
  boolean hasAnswered(int entropy) {
    return answered[entropy];
  }

  /** The first one of which a probe was answered since {@link #askAgain}; -1 when none was. */
  int answered() {
    for (int each = 0; each < answered.length; each++) {
      if (answered[each]) {
        return each;
      }
    }
    return -1;
  }

  /** Takes the report of a probe over a path; the first two of a path give its room, and each further one updates it. */
  void take(int entropy, Hops report) {
    answered[entropy] = true;
    Hops earlier = last[entropy];
    if (earlier == null) {
      earlier = new Hops(Math.max(1, report.count()));
      last[entropy] = earlier;
    } else if (report.count() > 0 && report.samePath(earlier)) {
      if (!measure(entropy, report, earlier)) {
        return;
      }
      known[entropy] = true;
    }
    earlier.copyFrom(report);
    twin[entropy] = false;
    for (int each = 0; each < entropy; each++) {
      twin[entropy] |= isSame(each, entropy);
    }
  }

  private boolean measure(int entropy, Hops report, Hops earlier) {
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
    atLast[entropy] = atEnd;
    before[entropy] = most;
    sum[entropy] = all;
    return true;
  }

  /** True if two ports lead over the same path. */
  boolean isSame(int entropy, int other) {
    Hops one = last[entropy];
    Hops two = last[other];
    return one != null && two != null && one.samePath(two);
  }

  /** True if a port before it leads over the same path. */
  boolean isTwin(int entropy) {
    return twin[entropy];
  }

  /** True if a report of the path ever came. */
  boolean isSeen(int entropy) {
    return last[entropy] != null;
  }

  /** True if the path's load is known since {@link #forget}. */
  boolean isKnown(int entropy) {
    return known[entropy];
  }

  /** Load of all links before the last together, in parts of their rates. */
  double busy(int entropy) {
    return sum[entropy];
  }

  /** Part of the least free link's rate that is available to a flow that now has {@code share} of the last link. */
  double room(int entropy, double share) {
    return Math.clamp(1 - Math.max(before[entropy], atLast[entropy] - share), 0, 1);
  }

  /** Room of the last link only. */
  double lastRoom(int entropy, double share) {
    return 1 - atLast[entropy] + share;
  }

  /** Room for a flow that has this share of each of its links. */
  double ownRoom(int entropy, double share) {
    for (int each = 0; each <= entropy; each++) {
      if (known[each] && (each == entropy || isSame(each, entropy))) {
        return Math.max(0, 1 - Math.max(before[each], atLast[each]) + share);
      }
    }
    return 0;
  }
}
