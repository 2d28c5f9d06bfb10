package dev.inflight.lab.files.flow;

import dev.inflight.lab.files.flow.FlowColumn.Field;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.csv.CsvCells;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.name.NodeNames;
import dev.inflight.sim.workload.FlowTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Table of flows with a line for each flow: values separated by commas, semicolons or tabs, in columns that the first line names
 * in any order, such as {@code src,dst,size,start_us}. Units are those of the columns' names or of the values.
 */
public final class FlowCsv {
  private static final int USUAL_PRIORITY = 3;
  private static final int MOST_PRIORITY = 7;
  private static final long MOST_PORT = 65_535;
  /** Units of sizes as values have them, by those of columns' names. */
  private static final Map<String, String> SIZE_UNITS = Map.of("", "", "b", "B", "kb", "KB", "mb", "MB", "gb", "GB", "kib", "KiB",
      "mib", "MiB", "gib", "GiB");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");
  private static final List<Field> NEEDED = List.of(Field.SOURCE, Field.DESTINATION, Field.SIZE, Field.START);

  private final Topology topology;
  private final FlowTable flows;
  private final int usualPort;
  private final Check check;
  private final Map<Field, Integer> at = new EnumMap<>(Field.class);
  private final List<FlowColumn> columns = new ArrayList<>();

  /** Check of a flow's two ends. */
  public interface Check {
    /**
     * Checks a flow from one node to another.
     *
     * @throws dev.inflight.lab.read.InputError when no flow can run between them
     */
    void check(SourceLocation place, int source, int destination);
  }

  private FlowCsv(Topology topology, FlowTable flows, Check check, int usualPort) {
    this.topology = topology;
    this.flows = flows;
    this.usualPort = usualPort;
    this.check = check;
  }

  /** Reports whether a line can be the header of such a table: it names the columns that each flow needs. */
  public static boolean mayBegin(String line) {
    List<Field> fields = List.of(line.replace("\"", "").split(String.valueOf(separator(line)))).stream()
        .map(name -> FlowColumn.of(name).field()).toList();
    return fields.containsAll(NEEDED);
  }

  private static char separator(String line) {
    return line.indexOf('\t') >= 0 ? '\t' : line.indexOf(';') >= 0 ? ';' : ',';
  }

  /** Returns the index of the first line that is neither blank nor a comment. */
  public static int firstLine(InputText text) {
    int first = 0;
    while (first < text.lines().size() - 1 && isPassedOver(text.lines().get(first))) {
      first++;
    }
    return first;
  }

  private static boolean isPassedOver(String line) {
    return line.isBlank() || line.startsWith("#");
  }

  /**
   * Adds a file's flows, in its order.
   *
   * @param usualPort port of flows without one, 0 to 65535
   * @throws dev.inflight.lab.read.InputError when the table is invalid
   */
  public static void read(InputText text, Topology topology, FlowTable flows, Check check, int usualPort) {
    text.requireUtf8();
    var table = new FlowCsv(topology, flows, check, usualPort);
    int first = firstLine(text);
    char separator = separator(text.lines().get(first));
    table.header(CsvCells.of(text.lines().get(first), separator, text.at(first + 1)), text.at(first + 1));
    boolean isEmpty = true;
    for (int line = first + 1; line < text.lines().size(); line++) {
      if (!isPassedOver(text.lines().get(line))) {
        SourceLocation place = text.at(line + 1);
        table.flow(CsvCells.of(text.lines().get(line), separator, place), place);
        isEmpty = false;
      }
    }
    if (isEmpty) {
      throw text.whole().error("the file has no flow");
    }
  }

  /** Returns one more than the highest number of a node in a file; 0 if the file has names. */
  public static int hosts(InputText text) {
    int first = firstLine(text);
    String head = text.lines().get(first);
    List<Field> fields = CsvCells.of(head, separator(head), text.at(first + 1)).stream().map(name -> FlowColumn.of(name).field())
        .toList();
    int hosts = 0;
    for (int line = first + 1; line < text.lines().size(); line++) {
      if (!isPassedOver(text.lines().get(line))) {
        List<String> cells = CsvCells.of(text.lines().get(line), separator(head), text.at(line + 1));
        for (Field end : List.of(Field.SOURCE, Field.DESTINATION)) {
          String node = fields.indexOf(end) < cells.size() ? cells.get(fields.indexOf(end)).strip() : "";
          if (!NUMBER.matcher(node).matches()) {
            return 0;
          }
          hosts = Math.max(hosts, Integer.parseInt(node) + 1);
        }
      }
    }
    return hosts;
  }

  private void header(List<String> names, SourceLocation place) {
    var unknown = new ArrayList<String>();
    for (String name : names) {
      FlowColumn column = FlowColumn.of(name);
      columns.add(column);
      if (column.field() == Field.STOP) {
        throw place.error("the column " + Quoted.of(name.strip())
            + " is about the ends of flows; flows that stop at a time are not available, so remove the column");
      }
      if (column.field() == Field.OTHER) {
        unknown.add(name.strip());
      } else if (at.putIfAbsent(column.field(), columns.size() - 1) != null) {
        throw place.error("two columns have the meaning of " + Quoted.of(name.strip()) + "; remove one of them");
      }
    }
    if (!unknown.isEmpty()) {
      Notices.note(place, "columns without effect: " + Quoted.shortened(String.join(", ", unknown)));
    }
  }

  private void flow(List<String> cells, SourceLocation place) {
    if (cells.size() != columns.size()) {
      throw place.error("expected " + columns.size() + " values, as in the first line; found " + cells.size());
    }
    int source = node(value(cells, Field.SOURCE), place);
    int destination = node(value(cells, Field.DESTINATION), place);
    check.check(place, source, destination);
    int priority = (int) whole(cells, Field.PRIORITY, USUAL_PRIORITY, 1, MOST_PRIORITY, place);
    int port = (int) whole(cells, Field.PORT, usualPort, 0, MOST_PORT, place);
    long bytes = place.check(() -> size(value(cells, Field.SIZE), unit(Field.SIZE)));
    if (bytes < 1) {
      throw place.error("flow size " + bytes + " is below 1");
    }
    long startPs = place.check(() -> startPs(value(cells, Field.START), unit(Field.START), place));
    flows.add(source, destination, priority, port, bytes, startPs);
  }

  private String value(List<String> cells, Field field) {
    Integer column = at.get(field);
    return column == null ? "" : cells.get(column).strip();
  }

  private String unit(Field field) {
    Integer column = at.get(field);
    return column == null ? "" : columns.get(column).unit();
  }

  /** Returns a node by its name or number. */
  private int node(String text, SourceLocation place) {
    int named = topology.names().node(text);
    if (named != NodeNames.NONE) {
      return named;
    }
    if (text.isEmpty() || !text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
      throw place.error("there is no host " + Quoted.of(text));
    }
    return (int) Math.min(place.check(() -> Units.whole("host", text)), Integer.MAX_VALUE);
  }

  private long whole(List<String> cells, Field field, long usual, long least, long most, SourceLocation place) {
    String text = value(cells, field);
    if (text.isEmpty()) {
      return usual;
    }
    String what = field == Field.PORT ? "port" : "priority";
    long value = place.check(() -> Units.whole(what, text));
    if (value < least || value > most) {
      throw place.error(what + " " + value + " is outside " + least + " to " + most);
    }
    return value;
  }

  private static long size(String text, String unit) {
    if (!Units.isReal(text)) {
      return Units.size(text);
    }
    String written = SIZE_UNITS.get(unit);
    if (written == null) {
      throw new IllegalArgumentException("sizes in " + unit + " are not available; write bytes");
    }
    return Units.size(text + written);
  }

  private static long startPs(String text, String unit, SourceLocation place) {
    if (!Units.isReal(text)) {
      return Units.time(text);
    }
    BigDecimal number = Units.decimal("start", text);
    if (number.signum() < 0) {
      throw new IllegalArgumentException("start " + Quoted.of(text) + " is before 0");
    }
    if (unit.isEmpty() && number.signum() > 0) {
      throw new IllegalArgumentException("start " + Quoted.of(text)
          + " has no unit; name the column after it, as in start_ns, start_us or start_s, or write the unit as in "
          + Units.inUnitOf("5us", text));
    }
    BigDecimal exact = number.movePointRight(switch (unit) {
      case "ms" -> 9;
      case "us" -> 6;
      case "ns" -> 3;
      case "ps" -> 0;
      default -> 12;
    });
    BigDecimal cut = exact.setScale(0, RoundingMode.FLOOR);
    if (cut.compareTo(exact) != 0) {
      Notices.add(place, "finer start", "start " + Quoted.of(text) + " is finer than a picosecond and is cut off there");
    }
    return Units.exact("start", text, cut, "picoseconds");
  }
}
