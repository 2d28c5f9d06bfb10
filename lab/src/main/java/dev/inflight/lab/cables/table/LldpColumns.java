package dev.inflight.lab.cables.table;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Columns of a table of LLDP neighbors, by its header. Values start below the name of their column, after a blank. */
final class LldpColumns {
  private static final Pattern NAME = Pattern.compile("\\S++(?: \\S++)*+");
  private static final int LONGEST = 500;
  private static final int NONE = -1;
  private static final Set<String> PORTS = Set.of("port", "localport", "localintf", "localinterface", "interface");
  private static final Set<String> NEIGHBORS = Set.of("neighbordeviceid", "remotedevice", "remotehost", "deviceid", "systemname");
  private static final Set<String> NEIGHBOR_PORTS = Set.of("neighborportid", "remoteportid", "remoteport", "portid", "portinfo");
  private static final Set<String> DESCRIPTIONS = Set.of("remoteportdescr");
  private static final Set<String> SPEEDS = Set.of("speed");

  private final List<String> names;
  private final List<Integer> starts;
  private final int port;
  private final int neighbor;
  private final int neighborPort;
  private boolean isEmpty = true;

  private LldpColumns(List<String> names, List<Integer> starts) {
    this.names = names;
    this.starts = starts;
    port = column(PORTS);
    neighbor = column(NEIGHBORS);
    neighborPort = column(NEIGHBOR_PORTS);
  }

  /** Returns the columns of a header with a local port, a neighbor and its port; null for all other lines. */
  static @Nullable LldpColumns of(String line) {
    if (line.length() > LONGEST || line.indexOf("  ") < 0 || line.indexOf(',') >= 0) {
      return null;
    }
    var names = new ArrayList<String>();
    var starts = new ArrayList<Integer>();
    Matcher matcher = NAME.matcher(line);
    while (matcher.find()) {
      names.add(matcher.group().replace(" ", "").toLowerCase(Locale.ROOT));
      starts.add(matcher.start());
    }
    var columns = new LldpColumns(names, starts);
    return columns.port == NONE || columns.neighbor == NONE || columns.neighborPort == NONE ? null : columns;
  }

  private int column(Set<String> ofThese) {
    for (int at = 0; at < names.size(); at++) {
      if (ofThese.contains(names.get(at))) {
        return at;
      }
    }
    return NONE;
  }

  /** Reports whether the first column has names, which may be longer than the column. */
  boolean isNameFirst() {
    return neighbor == 0;
  }

  /** Reports whether the table has no row yet. */
  boolean isEmpty() {
    return isEmpty;
  }

  /** Records that the table has a row. */
  void hasRow() {
    isEmpty = false;
  }

  String port(String line, SourceLocation place) {
    return value(line, port, place);
  }

  String neighbor(String line, SourceLocation place) {
    return value(line, neighbor, place);
  }

  String neighborPort(String line, SourceLocation place) {
    return value(line, neighborPort, place);
  }

  /** Returns the description of the neighbor's port; empty if the table has none. */
  String description(String line, SourceLocation place) {
    return value(line, column(DESCRIPTIONS), place);
  }

  /** Returns the rate of the local port; empty if the table has none. */
  String speed(String line, SourceLocation place) {
    return value(line, column(SPEEDS), place);
  }

  private String value(String line, int column, SourceLocation place) {
    if (column == NONE) {
      return "";
    }
    if (isAligned(line)) {
      int start = Math.min(starts.get(column), line.length());
      int end = column + 1 < starts.size() ? Math.min(starts.get(column + 1), line.length()) : line.length();
      return line.substring(start, end).strip();
    }
    List<String> words = List.of(line.strip().split("\\s+"));
    if (words.size() != names.size()) {
      throw place.error("the values of this line are not below the names of the columns, and their number differs, so they are"
          + " ambiguous: " + Quoted.shortened(line.strip()));
    }
    return words.get(column);
  }

  /** Reports whether a blank precedes the start of each column, so that no value continues in the next column. */
  private boolean isAligned(String line) {
    for (int start : starts) {
      if (start > 0 && start <= line.length() && line.charAt(start - 1) != ' ') {
        return false;
      }
    }
    return true;
  }
}
