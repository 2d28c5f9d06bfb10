package dev.inflight.lab.cables.graph;

import dev.inflight.lab.cables.CableKey;
import dev.inflight.lab.cables.CableKey.Field;
import dev.inflight.lab.cables.StatedCable;
import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.read.SourceLocation;
import java.util.Locale;
import java.util.Map;

/** Reads attributes of nodes and edges of a graph by their names. */
final class GraphAttributes {
  /** Marker of the attribute with the rate in bit/s in files of the Topology Zoo; other attributes have number and unit. */
  private static final String RAW = "raw";

  private GraphAttributes() {
  }

  /** Applies the attributes of an edge to a cable. */
  static void edge(StatedFabric fabric, StatedCable cable, Map<String, String> attributes) {
    boolean raw = attributes.entrySet().stream()
        .anyMatch(each -> isRate(each.getKey()) && isRaw(each.getKey()) && !each.getValue().isBlank());
    attributes.forEach((name, value) -> {
      CableKey key = CableKey.of(name);
      if (key.field() == Field.LENGTH_UNIT) {
        cable.lengthUnit(value);
      }
    });
    attributes.forEach((name, value) -> {
      CableKey key = CableKey.of(name);
      if (key.field() == Field.OTHER) {
        fabric.withoutEffect(name);
      } else if (!(raw && key.field() == Field.RATE && !isRaw(name))) {
        cable.set(raw && key.field() == Field.RATE ? new CableKey(Field.RATE, key.side(), "bps") : key, value);
      }
    });
  }

  private static boolean isRate(String name) {
    return CableKey.of(name).field() == Field.RATE;
  }

  private static boolean isRaw(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(RAW);
  }

  /** Applies the attributes of a node. */
  static void node(StatedFabric fabric, int node, Map<String, String> attributes, SourceLocation place) {
    attributes.forEach((name, value) -> {
      CableKey key = CableKey.of(name);
      if (key.side() == CableKey.Side.NONE) {
        fabric.set(node, key.field(), value, place);
      }
    });
  }
}
