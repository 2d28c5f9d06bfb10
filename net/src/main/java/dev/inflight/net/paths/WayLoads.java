package dev.inflight.net.paths;

import dev.inflight.telemetry.Hops;
import org.jspecify.annotations.Nullable;

/** How busy a flow's paths are, from two reports of each. */
final class WayLoads {
  private final double baseRttPs;
  private final @Nullable Hops[] last;
  private final double[] room;
  private final boolean[] known;

  WayLoads(int ways, long baseRttPs) {
    this.baseRttPs = baseRttPs;
    last = new Hops[ways];
    room = new double[ways];
    known = new boolean[ways];
  }

  /** Takes what a probe over a path has brought; two of a path tell its room, and each further one anew. */
  void take(int way, Hops report, double ownShare) {
    Hops before = last[way];
    if (before == null) {
      before = new Hops(Math.max(1, report.count()));
      last[way] = before;
    } else if (report.count() > 0 && report.samePath(before)) {
      double found = room(report, before, ownShare);
      if (found < 0) {
        return;
      }
      room[way] = found;
      known[way] = true;
    }
    before.copyFrom(report);
  }

  /** The part of the least free link's rate that a flow can have which has {@code ownShare} of the last link now; -1 when that is not known. */
  private double room(Hops report, Hops before, double ownShare) {
    double least = 1;
    int end = report.count() - 1;
    for (int hop = 0; hop <= end; hop++) {
      double elapsedPs = report.elapsedPs(hop, before);
      if (!report.isKnown(hop) || elapsedPs <= 0) {
        return -1;
      }
      double rate = report.rateBitsPerSec(hop);
      double sent = report.bytesSince(hop, before) * 8e12 / elapsedPs / rate;
      double queue = report.queueBytes(hop) * 8e12 / rate / baseRttPs;
      double busy = sent + queue - (hop == end ? ownShare : 0); // all paths end with the link to the receiver, with this flow on it
      least = Math.min(least, 1 - busy);
    }
    return Math.max(0, least);
  }

  /** Whether two paths are one. */
  boolean isSame(int way, int other) {
    Hops one = last[way];
    Hops two = last[other];
    return one != null && two != null && one.samePath(two);
  }

  boolean isKnown(int way) {
    return known[way];
  }

  /** What {@link #take} has found. */
  double room(int way) {
    return room[way];
  }
}
