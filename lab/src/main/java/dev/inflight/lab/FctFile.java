package dev.inflight.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Flow completion times as the authors' simulator writes them: {@code sip dip sport dport bytes start_ns fct_ns standalone_ns}. */
final class FctFile {
  private static final int FIELDS = 8;
  private static final int KEY_FIELDS = 6;

  /** One finished flow; the key is all that tells it from others. */
  record Entry(String key, long sizeBytes, long fctNs, long standaloneNs) {
  }

  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Entry> byKey = new HashMap<>();

  private FctFile() {
  }

  /** Reads a file, or the {@code fct.txt} of a run folder. */
  static FctFile read(Path path) {
    InputText text = InputText.read(Files.isDirectory(path) ? path.resolve("fct.txt") : path);
    var read = new FctFile();
    for (int line = 0; line < text.lines().size(); line++) {
      if (!text.lines().get(line).isBlank()) {
        read.add(text.lines().get(line).strip().split("\\s+"), new Place(Place.of(text.path()).source(), line + 1));
      }
    }
    return read;
  }

  private void add(String[] fields, Place place) {
    if (fields.length != FIELDS) {
      throw place.error("found " + fields.length + " fields; a finished flow has 8: sip dip sport dport bytes start_ns fct_ns "
          + "standalone_ns");
    }
    try {
      String key = String.join(" ", List.of(fields).subList(0, KEY_FIELDS));
      var entry = new Entry(key, Long.parseLong(fields[4]), Long.parseLong(fields[6]), Long.parseLong(fields[7]));
      entries.add(entry);
      byKey.put(key, entry);
    } catch (NumberFormatException notANumber) {
      throw place.error("found a field that is not a whole number: " + notANumber.getMessage());
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
