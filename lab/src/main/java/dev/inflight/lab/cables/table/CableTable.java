package dev.inflight.lab.cables.table;

import dev.inflight.lab.cables.CableKey;
import dev.inflight.lab.cables.CableKey.Field;
import dev.inflight.lab.cables.CableKey.Side;
import dev.inflight.lab.cables.StatedCable;
import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.csv.CsvCells;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Table with a line for each cable: values separated by commas, semicolons or tabs, in columns that the first line names in any
 * order. A line with only one end, or only one value, names a node. NetBox exports and imports such tables; of these, cables that
 * end at no interface are no part of the fabric.
 */
public final class CableTable {
  private static final String EXAMPLE = "a,b,rate,delay or source,source_port,target,target_port,speed,length";
  private static final int MOST_COLUMNS = 100;
  private static final int LONGEST_HEADER = 4000;
  /** Columns of tables about flows, collectives and the loads of ports. */
  private static final Set<String> OF_OTHERS = Set.of("flow", "size", "bytes", "sizebytes", "start", "startseconds", "fct", "job",
      "comm_type", "msg_size", "sent_bytes", "samples");
  /** Prefix of NetBox's names for the ends of cables. */
  private static final String TERMINATION = "dcim.";
  /** Words that tools write where a neighbor did not send its name. */
  private static final Set<String> NO_NAME = Set.of("unknown", "n/a", "none", "null", "-", "--", "not advertised");

  private final InputText text;
  private final StatedFabric fabric;
  private final PatchPanels panels;
  private final Faults faults = new Faults();
  private List<String> header = List.of();
  private List<CableKey> columns = List.of();
  private TierColumns tiers = TierColumns.of(List.of());
  private char separator;

  private CableTable(InputText text) {
    this.text = text;
    fabric = new StatedFabric(text.path(), false);
    panels = new PatchPanels(fabric);
  }

  /** Reports whether a line can be the header of such a table: it names both ends. */
  public static boolean mayBegin(String line) {
    char separator = separator(line);
    if (line.indexOf(separator) <= 0 || line.length() > LONGEST_HEADER || line.chars().anyMatch(c -> "{}[]<>=".indexOf(c) >= 0)) {
      return false;
    }
    List<String> names = List.of(line.replace("\"", "").split(String.valueOf(separator), MOST_COLUMNS));
    return names.stream().noneMatch(name -> OF_OTHERS.contains(name.strip().toLowerCase(Locale.ROOT))) && ends(keys(names));
  }

  private static boolean ends(List<CableKey> columns) {
    return hasEnd(columns, Side.A) && hasEnd(columns, Side.B);
  }

  private static boolean hasEnd(List<CableKey> columns, Side side) {
    return columns.stream().anyMatch(key -> key.field() == Field.NODE && key.side() == side);
  }

  /**
   * Returns the meanings of columns. If only the other end has a word such as {@code peer}, names without one are of end a; if
   * only end a has a word, {@code z} is the other end. If no end has such a word, the ends can be {@link TierColumns}.
   */
  private static List<CableKey> keys(List<String> header) {
    List<CableKey> keys = header.stream().map(CableKey::of).toList();
    if (!hasEnd(keys, Side.A) && hasEnd(keys, Side.B)) {
      return header.stream().map(CableKey::ofOwnEnd).toList();
    }
    if (hasEnd(keys, Side.A) && !hasEnd(keys, Side.B)) {
      keys = header.stream().map(CableKey::ofOtherEnd).toList();
    }
    TierColumns tiers = TierColumns.of(header);
    return tiers.keys().isEmpty() ? keys : tiers.keys();
  }

  private static char separator(String line) {
    return line.indexOf('\t') >= 0 ? '\t' : line.indexOf(';') >= 0 ? ';' : ',';
  }

  /**
   * Returns the fabric that a table states.
   *
   * @throws dev.inflight.lab.read.InputError when the table is invalid; the message lists all errors
   */
  public static StatedFabric read(InputText text) {
    return new CableTable(text).read();
  }

  private StatedFabric read() {
    text.requireUtf8();
    int first = 0;
    while (isPassedOver(text.lines().get(first))) {
      first++;
    }
    SourceLocation place = text.at(first + 1);
    separator = separator(text.lines().get(first));
    header = CsvCells.of(text.lines().get(first), separator, place);
    columns = keys(header);
    tiers = TierColumns.of(header);
    requireColumns(place);
    fabric.header(place);
    for (int at = first + 1; at < text.lines().size(); at++) {
      String line = text.lines().get(at);
      if (!isPassedOver(line)) {
        SourceLocation here = text.at(at + 1);
        faults.collect(() -> row(CsvCells.of(line, separator, here), here));
      }
    }
    faults.throwIfAny();
    panels.join(faults);
    faults.throwIfAny();
    return fabric;
  }

  private static boolean isPassedOver(String line) {
    return line.isBlank() || line.startsWith("#");
  }

  private void requireColumns(SourceLocation place) {
    if (!ends(columns)) {
      throw place.error(
          "the first line names the columns of both ends, as in " + EXAMPLE + "; found " + Quoted.of(String.join(",", header)));
    }
    if (header.size() > MOST_COLUMNS) {
      throw place.error("a table of cables has at most " + MOST_COLUMNS + " columns, found " + header.size());
    }
    var seen = new HashMap<String, String>();
    var unknown = new ArrayList<String>();
    for (int at = 0; at < columns.size(); at++) {
      CableKey key = columns.get(at);
      if (key.field() == Field.OTHER) {
        fabric.withoutEffect(header.get(at));
        unknown.add(header.get(at).strip());
        continue;
      }
      String before = key.field() == Field.ROLE ? null : seen.putIfAbsent(key.field() + " " + key.side(), header.get(at));
      if (before != null) {
        throw place.error("the columns " + Quoted.of(before.strip()) + " and " + Quoted.of(header.get(at).strip())
            + " have the same meaning; remove one of them");
      }
    }
    if (!unknown.isEmpty()) {
      Notices.note(place, "columns without effect: " + Quoted.shortened(String.join(", ", unknown)));
    }
  }

  private void row(List<String> cells, SourceLocation place) {
    if (cells.size() == 1 && tiers.keys().isEmpty() && !isNoName(cells.getFirst())) {
      fabric.node(cells.getFirst(), place);
      return;
    }
    if (cells.size() != columns.size()) {
      throw place.error(
          "expected " + columns.size() + " values, " + Quoted.shortened(String.join(",", header)) + "; found " + cells.size());
    }
    PatchPanels.End endA = end(cells, Side.A);
    PatchPanels.End endB = end(cells, Side.B);
    for (String kind : List.of(endA.kind(), endB.kind())) {
      if (!Terminations.isInterface(kind) && !PatchPanels.isPanel(kind)) {
        Terminations.passOver(kind, place);
        return;
      }
    }
    if (endA.isPanel() || endB.isPanel()) {
      describe(panels.add(endA, endB, place), cells);
      return;
    }
    String a = value(cells, Field.NODE, Side.A);
    String b = value(cells, Field.NODE, Side.B);
    if (a.isBlank() && b.isBlank()) {
      throw place.error("neither end of this cable has a node");
    }
    for (String name : List.of(a, b)) {
      if (isNoName(name)) {
        Notices.add(place, "neighbor without a name",
            () -> Quoted.of(name.strip()) + " is not the name of a node, so this line is skipped");
        return;
      }
    }
    int nodeA = a.isBlank() ? -1 : fabric.node(a, place);
    int nodeB = b.isBlank() ? -1 : fabric.node(b, place);
    setTier(nodeA, tiers.roleA(), place);
    setTier(nodeB, tiers.roleB(), place);
    StatedCable cable = null;
    if (nodeA < 0 || nodeB < 0) {
      requireNoCable(cells, nodeA < 0 ? Side.A : Side.B, place);
    } else {
      cable = fabric.cable(nodeA, nodeB, place);
      cable.lengthUnit(value(cells, Field.LENGTH_UNIT, Side.NONE));
    }
    for (int at = 0; at < columns.size(); at++) {
      CableKey key = columns.get(at);
      int node = key.side() == Side.A ? nodeA : key.side() == Side.B ? nodeB : -1;
      if (key.field() == Field.ROLE || key.field() == Field.NUMBER) {
        if (node >= 0 && !cells.get(at).startsWith(TERMINATION)) {
          fabric.set(node, key.field(), cells.get(at), place);
        }
      } else if (cable != null) {
        cable.set(key, cells.get(at));
      }
    }
  }

  private static boolean isNoName(String name) {
    return NO_NAME.contains(name.strip().toLowerCase(Locale.ROOT));
  }

  private void setTier(int node, String role, SourceLocation place) {
    if (node >= 0) {
      fabric.set(node, Field.ROLE, role, place);
    }
  }

  private PatchPanels.End end(List<String> cells, Side side) {
    String kind = value(cells, Field.ROLE, side).strip();
    return new PatchPanels.End(kind.startsWith(TERMINATION) ? kind : "", value(cells, Field.NODE, side).strip(),
        value(cells, Field.PORT, side).strip());
  }

  /** Applies a line's values, except the ends, to a cable. */
  private void describe(StatedCable cable, List<String> cells) {
    cable.lengthUnit(value(cells, Field.LENGTH_UNIT, Side.NONE));
    for (int at = 0; at < columns.size(); at++) {
      if (columns.get(at).field() != Field.PORT) {
        cable.set(columns.get(at), cells.get(at));
      }
    }
  }

  /** Requires a line with only one end to state no property of a cable, such as a rate; a port without a cable is skipped. */
  private void requireNoCable(List<String> cells, Side missing, SourceLocation place) {
    for (int at = 0; at < columns.size(); at++) {
      Field field = columns.get(at).field();
      if (field == Field.PORT && !cells.get(at).isBlank()) {
        Notices.add(place, "port without a cable",
            () -> "end " + (missing == Side.A ? "a" : "b") + " has no node, so this port has no cable and is skipped");
      }
      boolean ofCable = field == Field.RATE || field == Field.DELAY || field == Field.LENGTH;
      if (ofCable && !cells.get(at).isBlank()) {
        throw place.error("end " + (missing == Side.A ? "a" : "b")
            + " of this cable has no node; name it, or leave all values of the cable empty to list the node alone");
      }
    }
  }

  private String value(List<String> cells, Field field, Side side) {
    for (int at = 0; at < columns.size(); at++) {
      if (columns.get(at).field() == field && columns.get(at).side() == side) {
        return cells.get(at);
      }
    }
    return "";
  }
}
