package dev.inflight.lab.result;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.schema.FormerColumns;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.net.route.MurmurEcmp;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * FCTs from the authors' simulator's file, {@code sip dip sport dport bytes start_ns fct_ns ideal_fct_ns}, or from
 * {@code flows.csv}, which provides the same values with times in picoseconds.
 */
public final class FctFile {
  private static final List<String> FIELDS = List.of("sip", "dip", "sport", "dport", "bytes", "start_ns", "fct_ns",
      "ideal_fct_ns");
  private static final int KEY_FIELDS = 6;
  /** Columns of {@code flows.csv} with the same values. */
  private static final List<String> COLUMNS = List.of("source", "destination", "source_port", "destination_port", "size_bytes",
      "start_ns", "fct_ns", "ideal_fct_ns");
  private static final int MOST_NODES = 1 << 18;
  private static final Pattern ADDRESS = Pattern.compile("0b[0-9a-f]{4}01");
  private static final Pattern NODE = Pattern.compile("\\d{1,6}");
  private static final Pattern WHOLE = Pattern.compile("\\d+");
  /** Empty text, or quoted text with doubled quotes. */
  private static final Pattern QUOTED = Pattern.compile("|\"(?:[^\"]|\"\")*\"");
  private static final Pattern NANOSECONDS = Pattern.compile("\\d+(\\.\\d+)?");
  private static final int DIGITS_OF_PS = 3;
  private static final long MOST_NS = Long.MAX_VALUE / 1000 - 1;
  private static final int START = 5;

  /**
   * Finished flow.
   *
   * @param key all values that distinguish it from others
   * @param numbered key without start and port, which depend on the run: number, source, destination and size; empty without a
   *     number
   * @param flowClass its class; empty without one, or if the file has no classes
   * @param job its job; empty without one, or if the file has no jobs
   */
  public record Entry(String key, String numbered, long sizeBytes, long fctPs, long idealFctPs, int destinationPort,
      String flowClass, String job) {
  }

  /** True if times are integer nanoseconds, as in the authors' file. */
  private boolean isInNs;

  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Entry> byKey = new HashMap<>();
  private final Map<String, Integer> occurrences = new HashMap<>();

  private FctFile() {
  }

  /**
   * Reads a file.
   *
   * @param cutOff true to skip the last line, which may be incomplete
   * @throws InputError if a line is not a finished flow
   */
  public static FctFile read(Path path, boolean cutOff) {
    return read(InputText.read(path), cutOff && !endsWithLine(path));
  }

  /** Returns the content of a text, optionally without its last line. */
  public static FctFile read(InputText text, boolean withoutLast) {
    ResultFile table = table(text);
    int[] places = table == null ? new int[0] : places(table);
    int lines = text.lines().size() - (withoutLast ? 1 : 0);
    var read = new FctFile();
    read.isInNs = table == null;
    List<String> names = table == null ? List.of() : table.fields().stream().map(ResultFile.Field::name).toList();
    int classAt = names.indexOf("class");
    int jobAt = names.indexOf("job");
    for (int line = table == null ? 0 : 1; line < lines; line++) {
      String content = text.lines().get(line).strip();
      if (!content.isEmpty()) {
        SourceLocation place = text.at(line + 1);
        if (table == null) {
          read.add(ofAuthors(content.split("\\s+"), place), "", "", "", place);
        } else {
          // the last column, the name of a job, may contain commas
          String[] columns = content.split(",", jobAt < 0 ? -1 : names.size());
          read.add(ofCsv(columns, table, places, place), columns[0], classAt < 0 ? "" : columns[classAt],
              jobAt < 0 ? "" : unquoted(columns[jobAt], place), place);
        }
      }
    }
    return read;
  }

  private static String unquoted(String cell, SourceLocation place) {
    if (!QUOTED.matcher(cell).matches()) {
      throw place.error("job " + Quoted.of(cell) + " is not one text in quotes");
    }
    return cell.isEmpty() ? "" : cell.substring(1, cell.length() - 1).replace("\"\"", "\"");
  }

  /** Returns the table's description, with or without flow classes and jobs; null for the authors' file. */
  private static @Nullable ResultFile table(InputText text) {
    String first = text.lines().getFirst();
    if (!first.startsWith("flow,")) {
      return null;
    }
    String today = FormerColumns.header(ResultFiles.FLOWS.name(), first);
    return Stream.of(ResultFiles.flows(false, false), ResultFiles.flows(true, false), ResultFiles.flows(false, true),
        ResultFiles.flows(true, true)).filter(table -> table.header().equals(today)).findFirst().orElseThrow(
            () -> text.at(1).error("these are not the columns of flows.csv: " + ResultFiles.flows(false, false).header()));
  }

  private static boolean endsWithLine(Path path) {
    try (var file = new RandomAccessFile(path.toFile(), "r")) {
      file.seek(file.length() - 1);
      return file.read() == '\n';
    } catch (IOException failed) {
      throw SourceLocation.of(path).error("the file cannot be read: " + failed.getMessage());
    }
  }

  private static int[] places(ResultFile table) {
    List<String> names = table.fields().stream().map(ResultFile.Field::name).toList();
    return COLUMNS.stream().mapToInt(names::indexOf).toArray();
  }

  /** Returns a line of {@code flows.csv} in the order of the authors' file. */
  private static String[] ofCsv(String[] columns, ResultFile table, int[] places, SourceLocation place) {
    int wanted = table.fields().size();
    if (columns.length != wanted) {
      throw place
          .error("found " + Humanize.count(columns.length, "column") + "; a finished flow has " + wanted + ": " + table.header());
    }
    for (int column = 0; column < wanted; column++) {
      ResultFile.Field field = table.fields().get(column);
      if (field.type() == ResultFile.Type.CHOICE && !field.permits(columns[column])) {
        throw place.error(ChoiceCheck.refusal(field, columns[column]));
      }
    }
    String[] fields = new String[places.length];
    for (int field = 0; field < fields.length; field++) {
      String name = COLUMNS.get(field);
      String written = columns[places[field]];
      if (field < 2) {
        fields[field] = address(name, written, place);
      } else {
        boolean time = name.endsWith("_ns");
        check(time ? NANOSECONDS : WHOLE, name, written, time ? "a time" : "a whole number", place);
        // start times of authors' files are integer ns
        fields[field] = field == START ? written.replaceFirst("\\..*", "") : written;
      }
    }
    return fields;
  }

  private static String address(String name, String written, SourceLocation place) {
    check(NODE, name, written, "a node", place);
    int node = Integer.parseInt(written);
    if (node >= MOST_NODES) {
      throw place.error(name + " " + node + " is above " + (MOST_NODES - 1));
    }
    return String.format("%08x", MurmurEcmp.address(node));
  }

  private static String[] ofAuthors(String[] fields, SourceLocation place) {
    if (fields.length != FIELDS.size()) {
      throw place.error("found " + Humanize.count(fields.length, "field") + "; a finished flow has " + FIELDS.size() + ": "
          + String.join(" ", FIELDS));
    }
    for (int field = 0; field < fields.length; field++) {
      check(field < 2 ? ADDRESS : WHOLE, FIELDS.get(field), fields[field],
          field < 2 ? "a host's address, such as 0b000101" : "a whole number", place);
    }
    return fields;
  }

  private static void check(Pattern form, String name, String written, String wanted, SourceLocation place) {
    if (!form.matcher(written).matches()) {
      if (form != ADDRESS && written.startsWith("-") && form.matcher(written.substring(1)).matches()) {
        throw place.error(name + " '" + written + "' is below 0");
      }
      throw place.error(name + " '" + written + "' is not " + wanted);
    }
  }

  private void add(String[] fields, String number, String flowClass, String job, SourceLocation place) {
    long[] numbers = new long[fields.length];
    for (int field = 2; field < fields.length; field++) {
      numbers[field] = field > START
          ? picoseconds(fields[field], FIELDS.get(field), place)
          : number(fields[field], FIELDS.get(field), place);
    }
    for (int field : new int[] {4, 6, 7}) { // size, FCT, ideal FCT
      if (numbers[field] == 0) {
        throw place.error(FIELDS.get(field) + " is 0, so this is not a finished flow");
      }
    }
    String key = String.join(" ", List.of(fields).subList(0, KEY_FIELDS));
    int before = occurrences.merge(key, 1, Integer::sum) - 1; // operations of a queue pair may have equal keys
    if (before > 0) {
      key += " #" + before;
    }
    String numbered = number.isEmpty() ? "" : String.join(" ", number, fields[0], fields[1], fields[3], fields[4]);
    var entry = new Entry(key, numbered, numbers[4], numbers[6], numbers[7], (int) numbers[3], flowClass, job);
    entries.add(entry);
    byKey.put(key, entry);
  }

  /** Returns a time in picoseconds, from nanoseconds. */
  private static long picoseconds(String written, String name, SourceLocation place) {
    int point = written.indexOf('.');
    String whole = point < 0 ? written : written.substring(0, point);
    String rest = (point < 0 ? "" : written.substring(point + 1)) + "0".repeat(DIGITS_OF_PS);
    if (number(whole, name, place) > MOST_NS) {
      throw place.error(name + " " + whole + " is above " + MOST_NS);
    }
    return Long.parseLong(whole + rest.substring(0, DIGITS_OF_PS));
  }

  private static long number(String digits, String name, SourceLocation place) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException tooLarge) {
      throw place.error(name + " " + digits + " is above " + Long.MAX_VALUE);
    }
  }

  /** Reports whether times are integer nanoseconds, as in the authors' files. */
  public boolean isInNs() {
    return isInNs;
  }

  /** Reports whether each flow has a number. */
  public boolean isNumbered() {
    return entries.stream().noneMatch(entry -> entry.numbered.isEmpty());
  }

  /** Returns the same flows, identified by number instead of start time. Numbers agree between runs of the same jobs. */
  public FctFile byNumber() {
    var same = new FctFile();
    same.isInNs = isInNs;
    for (Entry entry : entries) {
      String key = entry.numbered.isEmpty() ? entry.key : entry.numbered;
      var known = new Entry(key, entry.numbered, entry.sizeBytes, entry.fctPs, entry.idealFctPs, entry.destinationPort,
          entry.flowClass, entry.job);
      same.entries.add(known);
      same.byKey.put(key, known);
    }
    return same;
  }

  /** All flows in order. */
  public List<Entry> entries() {
    return entries;
  }

  /** Returns the same flow in this file, or null. */
  @Nullable
  public Entry find(Entry other) {
    return byKey.get(other.key);
  }
}
