package dev.inflight.lab.cables;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Notices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cables that a file lists more than once. Tables of neighbors, such as those of LLDP, list each cable from both of its ends.
 * Only cables with a port at each end can be the same one; cables without ports may be parallel.
 */
final class CableRepeats {
  private final StatedFabric fabric;
  private final Faults faults;

  CableRepeats(StatedFabric fabric, Faults faults) {
    this.fabric = fabric;
    this.faults = faults;
  }

  /** Returns each of these cables once, in the order of the file. */
  List<StatedCable> cables(List<StatedCable> listed) {
    var cables = new ArrayList<StatedCable>();
    Map<List<String>, StatedCable> byPorts = new HashMap<>();
    StatedCable first = null;
    int turned = 0;
    for (StatedCable cable : listed) {
      StatedCable before = repeated(cable, byPorts);
      if (before == null) {
        cables.add(cable);
        continue;
      }
      boolean isTurned = before.a() != cable.a();
      faults.collect(
          () -> before.join(cable, "the two " + (isTurned ? "directions of" : "entries for") + " the cable" + ends(before)));
      if (!isTurned) {
        Notices.add(cable.place(), "cable twice",
            () -> "this cable" + ends(cable) + " is that of line " + before.place().line() + ", and counts once");
      } else {
        turned++;
        first = first == null ? cable : first;
      }
    }
    if (first != null) {
      Notices.note(first.place(),
          Humanize.count(turned, "cable") + " listed from both ends count once, as the one" + ends(first));
    }
    return cables;
  }

  private static @Nullable StatedCable repeated(StatedCable cable, Map<List<String>, StatedCable> byPorts) {
    if (cable.portA().isEmpty() || cable.portB().isEmpty()) {
      return null;
    }
    String a = cable.a() + " " + cable.portA().toLowerCase(Locale.ROOT);
    String b = cable.b() + " " + cable.portB().toLowerCase(Locale.ROOT);
    return byPorts.putIfAbsent(cable.a() < cable.b() ? List.of(a, b) : List.of(b, a), cable);
  }

  private String ends(StatedCable cable) {
    return " from " + Quoted.of(fabric.node(cable.a()).name()) + " to " + Quoted.of(fabric.node(cable.b()).name());
  }
}
