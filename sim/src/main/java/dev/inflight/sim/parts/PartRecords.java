package dev.inflight.sim.parts;

import dev.inflight.sim.loop.PortOrderLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The notifications of a part. They are kept until all parts have reached the same time, because their observer needs them in the
 * order of one loop for the whole fabric.
 */
public final class PartRecords {
  /** A notification, at its place in the order. */
  private record Kept(long timePs, long order, Runnable action) {
  }

  private final PortOrderLoop loop;
  private final List<Kept> kept = new ArrayList<>();
  private boolean atOnce;

  /** Makes an empty record for the part that runs in a loop. */
  public PartRecords(PortOrderLoop loop) {
    this.loop = loop;
  }

  /** Stores a notification at the place of the event that runs now. */
  public void keep(Runnable action) {
    if (atOnce) {
      action.run();
    } else {
      kept.add(new Kept(loop.nowPs(), loop.order(), action));
    }
  }

  /**
   * Sets whether an event of the whole runs, while no part runs and all notifications of parts are delivered: its own
   * notifications are delivered at once.
   */
  static void deliverAtOnce(List<PartRecords> parts, boolean atOnce) {
    for (int part = 0; part < parts.size(); part++) {
      parts.get(part).atOnce = atOnce;
    }
  }

  /** Delivers and removes the stored notifications of all parts. */
  static void deliver(List<PartRecords> parts, RankCollectives others) {
    if (!isAnythingKept(parts)) {
      return;
    }
    var all = new ArrayList<Kept>();
    for (PartRecords part : parts) {
      all.addAll(part.kept);
      part.kept.clear();
    }
    all.sort(Comparator.comparingLong(Kept::timePs).thenComparingLong(Kept::order)); // stable within an event
    for (Kept one : all) {
      others.placeAt(one.timePs, one.order);
      one.action.run();
    }
  }

  private static boolean isAnythingKept(List<PartRecords> parts) {
    for (int part = 0; part < parts.size(); part++) { // no iterator: this runs for each window
      if (!parts.get(part).kept.isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
