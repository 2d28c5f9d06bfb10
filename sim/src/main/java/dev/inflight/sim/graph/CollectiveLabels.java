package dev.inflight.sim.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The collectives of a graph under construction, with their operations; takes no memory per operation without any. */
final class CollectiveLabels {
  private final List<Collective> collectives = new ArrayList<>();
  /** By collective; empty if none has any. */
  private final List<HopDelays> delays = new ArrayList<>();
  private int current = OperationGraph.NO_COLLECTIVE;
  private int[] collectiveOf = {};

  void begin(Collective collective, HopDelays hops) {
    current = collectives.size();
    collectives.add(collective);
    if (!hops.areNone() || !delays.isEmpty()) {
      delays.addAll(Collections.nCopies(current - delays.size(), HopDelays.none()));
      delays.add(hops);
    }
  }

  void end() {
    current = OperationGraph.NO_COLLECTIVE;
  }

  /** The number of the current collective. */
  int current() {
    return current;
  }

  /** Labels an operation with the current collective, if there is one. */
  void label(int operation) {
    if (current == OperationGraph.NO_COLLECTIVE) {
      return;
    }
    if (collectiveOf.length <= operation) {
      collectiveOf = filledTo(operation + (operation >> 1) + 16);
    }
    collectiveOf[operation] = current;
  }

  private int[] filledTo(int operations) {
    int[] all = Arrays.copyOf(collectiveOf, operations);
    Arrays.fill(all, Math.min(operations, collectiveOf.length), operations, OperationGraph.NO_COLLECTIVE);
    return all;
  }

  List<HopDelays> delays() {
    return delays;
  }

  List<Collective> collectives() {
    return collectives;
  }

  /** Number of the collective of each operation; empty without collectives. */
  int[] ofOperations(int operations) {
    return collectiveOf.length == 0 ? collectiveOf : filledTo(operations);
  }
}
