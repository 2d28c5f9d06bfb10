package dev.inflight.sim.parts;

import dev.inflight.sim.loop.PortOrderLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The notifications of a part, kept until all parts have come as far, because their observer needs them in the order of one loop
 * for the whole fabric.
 */
public final class PartRecords {
  /** A notification, at its place in the order. */
  private record Kept(long timePs, long order, Runnable action) {
  }

  private final PortOrderLoop loop;
  private final List<Kept> kept = new ArrayList<>();
  private boolean atOnce;

  /** None yet, for the part that runs in a loop. */
  public PartRecords(PortOrderLoop loop) {
    this.loop = loop;
  }

  /** Keeps a notification at the place of the event that runs now. */
  public void keep(Runnable action) {
    if (atOnce) {
      action.run();
    } else {
      kept.add(new Kept(loop.nowPs(), loop.order(), action));
    }
  }

  /**
   * Says whether an event of the whole runs, while all parts stand still and have delivered what they kept: its own notifications are due now.
   */
  static void tellAtOnce(List<PartRecords> parts, boolean atOnce) {
    for (int part = 0; part < parts.size(); part++) {
      parts.get(part).atOnce = atOnce;
    }
  }

  /** Delivers what all parts have kept, and keeps it no more. */
  static void deliver(List<PartRecords> parts, RankCollectives others) {
    if (!isAnythingKept(parts)) {
      return;
    }
    var all = new ArrayList<Kept>();
    for (PartRecords part : parts) {
      all.addAll(part.kept);
      part.kept.clear();
    }
    all.sort(Comparator.comparingLong(Kept::timePs).thenComparingLong(Kept::order)); // stable: notifications of one event stay as they were
    for (Kept one : all) {
      others.placeAt(one.timePs, one.order);
      one.action.run();
    }
  }

  private static boolean isAnythingKept(List<PartRecords> parts) {
    for (int part = 0; part < parts.size(); part++) { // no iterator: this is asked for each window
      if (!parts.get(part).kept.isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
