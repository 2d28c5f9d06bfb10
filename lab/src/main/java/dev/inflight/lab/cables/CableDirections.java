package dev.inflight.lab.cables;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Cables of a directed graph. An edge joins the first unpaired edge in the other direction between the same two nodes. */
final class CableDirections {
  private final StatedFabric fabric;
  private final Faults faults;

  CableDirections(StatedFabric fabric, Faults faults) {
    this.fabric = fabric;
    this.faults = faults;
  }

  /** Returns each cable once, in the order of the file. */
  List<StatedCable> cables() {
    var cables = new ArrayList<StatedCable>();
    Map<Long, Deque<StatedCable>> open = new HashMap<>();
    for (StatedCable cable : fabric.cables()) {
      Deque<StatedCable> forth = open.get(key(cable.b(), cable.a()));
      if (forth == null || forth.isEmpty()) {
        open.computeIfAbsent(key(cable.a(), cable.b()), _ -> new ArrayDeque<>()).add(cable);
        cables.add(cable);
        continue;
      }
      StatedCable first = forth.remove();
      faults.collect(() -> first.join(cable, "the two directions of the cable from " + Quoted.of(fabric.node(first.a()).name())
          + " to " + Quoted.of(fabric.node(first.b()).name())));
    }
    return cables;
  }

  private static long key(int from, int to) {
    return (long) from << Integer.SIZE | to;
  }
}
