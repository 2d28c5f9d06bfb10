package dev.inflight.lab.cables.table;

import dev.inflight.lab.cables.CableKey;
import dev.inflight.lab.cables.StatedCable;
import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Patch panels of a fabric. Cables through panels become one cable from interface to interface. Lists of cables do not state the
 * rear port of a front port, so names decide: ports with the same number belong together, and a panel's only rear port serves all
 * its front ports. Its trunk leads to the front port of the same number at the other panel.
 */
public final class PatchPanels {
  private static final String FRONT = "dcim.frontport";
  private static final String REAR = "dcim.rearport";

  private final StatedFabric fabric;
  private final Map<End, Leg> legs = new LinkedHashMap<>();
  private final Map<String, List<End>> ports = new LinkedHashMap<>(); // by panel and kind
  private final List<Leg> starts = new ArrayList<>();
  private final Set<Leg> used = new HashSet<>();

  /**
   * End of a cable.
   *
   * @param kind NetBox's name of its kind, {@code dcim.interface} or empty for an interface
   * @param device name of the device
   * @param port name of the port
   */
  public record End(String kind, String device, String port) {
    /** Reports whether the end is a port of a patch panel. */
    public boolean isPanel() {
      return PatchPanels.isPanel(kind);
    }

    private String what() {
      return (kind.equals(FRONT) ? "front port " : "rear port ") + Quoted.of(port) + " of panel " + Quoted.of(device);
    }

    private String otherKind() {
      return kind.equals(FRONT) ? REAR : FRONT;
    }

    /** Returns a name without the words before its number: 7 for {@code Front Port 7} and for {@code R7}. */
    private String number() {
      String number = port.replaceFirst("^\\D+", "").replaceFirst("^0+(?=\\d)", "");
      return number.isEmpty() ? port.toLowerCase(Locale.ROOT).replaceAll("front|rear|port|[\\s_-]", "") : number;
    }
  }

  /** Cable with at least one end at a panel. */
  private record Leg(End a, End b, StatedCable cable) {
    private End other(End end) {
      return end == a ? b : a;
    }
  }

  /** Creates the panels of a fabric; {@link #join} adds the joined cables to it. */
  public PatchPanels(StatedFabric fabric) {
    this.fabric = fabric;
  }

  /** Reports whether a kind is that of ports of patch panels. */
  public static boolean isPanel(String kind) {
    return kind.equals(FRONT) || kind.equals(REAR);
  }

  /**
   * Adds a cable between a panel and another device.
   *
   * @return cable to which its properties are applied
   * @throws dev.inflight.lab.read.InputError when another cable ends at the same port
   */
  public StatedCable add(End a, End b, SourceLocation place) {
    var leg = new Leg(a, b, new StatedCable(place, -1, -1));
    for (End end : List.of(a, b)) {
      if (end.isPanel()) {
        Leg before = legs.putIfAbsent(end, leg);
        if (before != null) {
          throw place.error("this cable ends at " + end.what() + ", and so does that of line " + before.cable.place().line());
        }
        portsOf(end.device, end.kind).add(end);
      } else {
        fabric.node(end.device, place);
      }
    }
    if (!a.isPanel() || !b.isPanel()) { // from an interface
      starts.add(leg);
    }
    return leg.cable;
  }

  private List<End> portsOf(String device, String kind) {
    return ports.computeIfAbsent(device + "\n" + kind, _ -> new ArrayList<>());
  }

  /**
   * Adds the cables that lead from interface to interface.
   *
   * @param faults receives an error for each cable that ends at a panel
   */
  public void join(Faults faults) {
    for (Leg start : starts) {
      if (!used.contains(start)) {
        faults.collect(() -> join(start));
      }
    }
    for (Leg leg : legs.values()) {
      if (used.add(leg)) {
        Notices.add(leg.cable.place(), "panels", () -> "this cable between panels leads to no interface and is passed over");
      }
    }
  }

  private void join(Leg start) {
    End from = start.a.isPanel() ? start.b : start.a;
    SourceLocation place = start.cable.place();
    var parts = new ArrayList<StatedCable>();
    var positions = new ArrayList<String>(); // on the trunks passed so far
    Leg leg = start;
    End to = leg.other(from);
    used.add(leg);
    parts.add(leg.cable);
    while (to.isPanel()) {
      End on = across(to, positions);
      Leg next = on == null ? null : legs.get(on);
      if (on == null || next == null) {
        throw place.error("this cable leads to " + to.what() + ", and no cable continues from " + missing(to)
            + "; add that cable, or remove this one");
      }
      if (parts.contains(next.cable)) {
        throw place.error("this cable leads through " + to.what() + " and back to it");
      }
      leg = next;
      to = leg.other(on);
      used.add(leg);
      parts.add(leg.cable);
    }
    StatedCable joined = fabric.cable(fabric.node(from.device, place), fabric.node(to.device, place), place);
    joined.port(CableKey.Side.A, from.port);
    joined.port(CableKey.Side.B, to.port);
    int without = joined.joinInSeries(parts);
    if (without > 0) {
      Notices.add(place, "length", () -> without + " of the " + parts.size() + " cables from here through patch panels state"
          + " no length and count 0 m");
    }
  }

  /** Returns the port on the other side of a panel; null when no cable ends there. */
  private @Nullable End across(End at, List<String> positions) {
    List<End> others = portsOf(at.device, at.otherKind());
    boolean isTrunk = portsOf(at.device, REAR).size() == 1 && portsOf(at.device, FRONT).size() > 1;
    if (at.kind.equals(FRONT) && isTrunk) {
      positions.add(at.number());
      return others.getFirst();
    }
    String wanted = at.kind.equals(REAR) && !positions.isEmpty() ? positions.removeLast() : at.number();
    return others.stream().filter(one -> one.number().equals(wanted)).findFirst().orElse(null);
  }

  private String missing(End at) {
    List<String> others = portsOf(at.device, at.otherKind()).stream().map(End::port).limit(8).toList();
    return "the " + (at.kind.equals(FRONT) ? "rear" : "front") + " port of the same number"
        + (others.isEmpty()
            ? ", as none there has a cable"
            : "; ports there with a cable: " + Quoted.of(String.join(", ", others)));
  }
}
