package dev.inflight.lab.cables.graph;

import dev.inflight.lab.cables.CableKey;
import dev.inflight.lab.cables.StatedCable;
import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.cables.table.PatchPanels;
import dev.inflight.lab.cables.table.Terminations;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.util.List;

/**
 * Cables as NetBox's API lists them, {@code /api/dcim/cables/}: with {@code a_terminations} and {@code b_terminations}, or before
 * version 3.3 with one termination at each end. Each pair of several terminations becomes a cable.
 */
final class NetBoxCables {
  private static final CableKey LENGTH = CableKey.of("length");

  private final StatedFabric fabric;
  private final PatchPanels panels;
  private final Faults faults = new Faults();

  private NetBoxCables(InputText text) {
    fabric = new StatedFabric(text.path(), false);
    panels = new PatchPanels(fabric);
  }

  /** Reports whether a text is a list of cables. */
  static boolean isOne(PlacedJson whole) {
    PlacedJson list = whole.isList() ? whole : whole.field("results");
    return list.isList() && list.items().stream().limit(1).anyMatch(
        cable -> !cable.field("a_terminations", "termination_a").equals(cable.field("")));
  }

  /** Returns the fabric that the list states. */
  static StatedFabric read(InputText text, PlacedJson whole) {
    var cables = new NetBoxCables(text);
    if (whole.field("next").isText()) {
      throw whole.place().error("this is one page of NetBox's list, and 'next' names another one; request the whole list, as in"
          + " /api/dcim/cables/?limit=0");
    }
    PlacedJson list = whole.isList() ? whole : whole.field("results");
    list.items().forEach(cable -> cables.faults.collect(() -> cables.cable(cable)));
    cables.faults.throwIfAny();
    cables.panels.join(cables.faults);
    cables.faults.throwIfAny();
    return cables.fabric;
  }

  private void cable(PlacedJson cable) {
    List<PlacedJson> a = terminations(cable, "a_terminations", "termination_a");
    List<PlacedJson> b = terminations(cable, "b_terminations", "termination_b");
    SourceLocation place = cable.place();
    if (a.isEmpty() || b.isEmpty()) {
      throw place
          .error("cable " + Quoted.of(cable.field("id").text()) + " has no termination at end " + (a.isEmpty() ? "a" : "b"));
    }
    String kindA = kind(cable, a.getFirst(), "termination_a_type");
    String kindB = kind(cable, b.getFirst(), "termination_b_type");
    for (String kind : List.of(kindA, kindB)) {
      if (!Terminations.isInterface(kind) && !PatchPanels.isPanel(kind)) {
        Terminations.passOver(kind, place);
        return;
      }
    }
    if (a.size() != b.size() && Math.min(a.size(), b.size()) > 1) {
      throw place.error("cable " + Quoted.of(cable.field("id").text()) + " has " + a.size() + " terminations at end a and "
          + b.size() + " at end b; a cable has the same number at both ends, or one at either end");
    }
    for (int at = 0; at < Math.max(a.size(), b.size()); at++) {
      one(cable, a, b, at);
    }
  }

  private void one(PlacedJson cable, List<PlacedJson> a, List<PlacedJson> b, int at) {
    SourceLocation place = cable.place();
    PlacedJson terminationA = a.get(Math.min(at, a.size() - 1));
    PlacedJson terminationB = b.get(Math.min(at, b.size() - 1));
    PatchPanels.End endA = end(kind(cable, terminationA, "termination_a_type"), terminationA, place);
    PatchPanels.End endB = end(kind(cable, terminationB, "termination_b_type"), terminationB, place);
    StatedCable stated;
    if (endA.isPanel() || endB.isPanel()) {
      stated = panels.add(endA, endB, place);
    } else {
      stated = fabric.cable(fabric.node(endA.device(), place), fabric.node(endB.device(), place), place);
      int lanes = Math.max(a.size(), b.size());
      stated.port(CableKey.Side.A, endA.port() + (a.size() < lanes ? " lane " + at : ""));
      stated.port(CableKey.Side.B, endB.port() + (b.size() < lanes ? " lane " + at : ""));
    }
    PlacedJson unit = cable.field("length_unit");
    stated.lengthUnit(unit.isObject() ? unit.field("value").text() : unit.text());
    stated.set(LENGTH, cable.field("length").text());
  }

  private static List<PlacedJson> terminations(PlacedJson cable, String list, String single) {
    PlacedJson several = cable.field(list);
    return several.isList() ? several.items() : cable.field(single).isObject() ? List.of(cable.field(single)) : List.of();
  }

  private static String kind(PlacedJson cable, PlacedJson termination, String single) {
    String kind = termination.field("object_type").text();
    return kind.isEmpty() ? cable.field(single).text() : kind;
  }

  private static PatchPanels.End end(String kind, PlacedJson termination, SourceLocation place) {
    return new PatchPanels.End(kind, device(termination, place), port(termination));
  }

  private static String device(PlacedJson termination, SourceLocation place) {
    PlacedJson device = object(termination).field("device");
    String name = device.isText() ? device.text() : device.field("name", "display").text();
    if (name.isBlank()) {
      throw place
          .error("an end of this cable has no device with a name; the API's list has it in a_terminations and b_terminations,"
              + " object, device");
    }
    return name;
  }

  private static String port(PlacedJson termination) {
    return object(termination).field("name", "display").text();
  }

  private static PlacedJson object(PlacedJson termination) {
    PlacedJson object = termination.field("object");
    return object.isObject() ? object : termination;
  }
}
