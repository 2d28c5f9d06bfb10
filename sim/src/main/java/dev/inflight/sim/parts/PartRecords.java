package dev.inflight.sim.parts;

import dev.inflight.sim.loop.PortOrderLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a part has to tell, kept until all parts have come as far, because whoever takes it is to hear of things in the order of one loop
 * for the whole fabric.
 */
public final class PartRecords {
  /** Something to be told, at its place in the order. */
  private record Told(long timePs, long order, Runnable told) {
  }

  private final PortOrderLoop loop;
  private final List<Told> kept = new ArrayList<>();
  private boolean atOnce;

  /** Nothing to tell yet of the part that runs in a loop. */
  public PartRecords(PortOrderLoop loop) {
    this.loop = loop;
  }

  /** Keeps something to be told at the place of the event that runs now. */
  public void keep(Runnable told) {
    if (atOnce) {
      told.run();
    } else {
      kept.add(new Told(loop.nowPs(), loop.order(), told));
    }
  }

  /**
   * Says whether an event of the whole runs, while all parts stand still and have told what they kept: what it makes them tell has its turn now.
   */
  static void tellAtOnce(List<PartRecords> parts, boolean atOnce) {
    for (int part = 0; part < parts.size(); part++) {
      parts.get(part).atOnce = atOnce;
    }
  }

  /** Tells what all parts have kept, and keeps it no more. */
  static void tell(List<PartRecords> parts, RankCollectives others) {
    if (!isAnythingKept(parts)) {
      return;
    }
    var all = new ArrayList<Told>();
    for (PartRecords part : parts) {
      all.addAll(part.kept);
      part.kept.clear();
    }
    all.sort(Comparator.comparingLong(Told::timePs).thenComparingLong(Told::order)); // stable: what one event tells stays as it was
    for (Told one : all) {
      others.placeAt(one.timePs, one.order);
      one.told.run();
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
