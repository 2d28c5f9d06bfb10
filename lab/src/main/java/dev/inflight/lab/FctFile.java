package dev.inflight.lab;

import dev.inflight.net.MurmurEcmp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Flow completion times, from either kind of file: as the authors' simulator writes them, {@code sip dip sport dport bytes start_ns
 * fct_ns standalone_ns}, or {@code flows.csv}, of which the same is taken, in whole nanoseconds.
 */
final class FctFile {
  private static final int FIELDS = 8;
  private static final int KEY_FIELDS = 6;

  /** One finished flow; the key is all that tells it from others. */
  record Entry(String key, long sizeBytes, long fctNs, long standaloneNs) {
  }

  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Entry> byKey = new HashMap<>();
  private final Map<String, Integer> occurrences = new HashMap<>();

  private FctFile() {
  }

  /** Reads a file, or the {@code fct.txt} of a run folder, or else its {@code flows.csv}. */
  static FctFile read(Path path) {
    InputText text = InputText.read(Files.isDirectory(path) ? inFolder(path) : path);
    boolean csv = text.lines().getFirst().equals(RunRecorder.FLOW_COLUMNS);
    var read = new FctFile();
    for (int line = csv ? 1 : 0; line < text.lines().size(); line++) {
      String content = text.lines().get(line).strip();
      if (!content.isEmpty()) {
        Place place = text.at(line + 1);
        read.add(csv ? ofCsv(content.split(",", -1), place) : content.split("\\s+"), place);
      }
    }
    return read;
  }

  private static Path inFolder(Path folder) {
    for (String name : List.of("fct.txt", "flows.csv")) {
      if (Files.exists(folder.resolve(name))) {
        return folder.resolve(name);
      }
    }
    throw Place.of(folder).error("the folder holds neither fct.txt nor flows.csv");
  }

  /** A line of {@code flows.csv} in the words of the authors' file. */
  private static String[] ofCsv(String[] columns, Place place) {
    int wanted = RunRecorder.FLOW_COLUMNS.split(",").length;
    if (columns.length != wanted) {
      throw place.error("found " + columns.length + " columns; a finished flow has " + wanted + ": " + RunRecorder.FLOW_COLUMNS);
    }
    return new String[] {address(columns[1], place), address(columns[2], place), columns[3], columns[4], columns[6],
        whole(columns[7]), whole(columns[8]), whole(columns[9])};
  }

  private static String address(String node, Place place) {
    try {
      return String.format("%08x", MurmurEcmp.address(Integer.parseInt(node)));
    } catch (NumberFormatException notANumber) {
      throw notWhole(place, notANumber);
    }
  }

  private static String whole(String nanoseconds) {
    return nanoseconds.replaceFirst("\\.\\d+$", "");
  }

  private static InputError notWhole(Place place, NumberFormatException problem) {
    return place.error("found a field that is not a whole number: " + problem.getMessage());
  }

  private void add(String[] fields, Place place) {
    if (fields.length != FIELDS) {
      throw place.error("found " + fields.length + " fields; a finished flow has 8: sip dip sport dport bytes start_ns fct_ns "
          + "standalone_ns");
    }
    try {
      String key = String.join(" ", List.of(fields).subList(0, KEY_FIELDS));
      int before = occurrences.merge(key, 1, Integer::sum) - 1; // operations of a queue pair may be told apart by nothing else
      if (before > 0) {
        key += " #" + before;
      }
      var entry = new Entry(key, Long.parseLong(fields[4]), Long.parseLong(fields[6]), Long.parseLong(fields[7]));
      entries.add(entry);
      byKey.put(key, entry);
    } catch (NumberFormatException notANumber) {
      throw notWhole(place, notANumber);
    }
  }

  /** All flows in order. */
  List<Entry> entries() {
    return entries;
  }

  /** The same flow here, or null. */
  @Nullable
  Entry find(Entry other) {
    return byKey.get(other.key);
  }
}
