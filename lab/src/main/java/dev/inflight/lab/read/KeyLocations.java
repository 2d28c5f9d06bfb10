package dev.inflight.lab.read;

import java.util.List;
import java.util.Map;

/**
 * Where each part of a scenario was set, so that what only shows when the parts come together can be reported there.
 *
 * @param whole for what was not set anywhere
 * @param byKey places by the key of a scenario file; the entries of a list may have their own, as in {@code flows[1]}
 */
public record KeyLocations(SourceLocation whole, Map<String, SourceLocation> byKey) {
  /** Stands among the keys when they are the names of a scenario for those of another file. */
  public static final String CONFIGURATION = "config.txt";

  /** Where this key was set. */
  public SourceLocation of(String key) {
    SourceLocation place = byKey.get(key);
    return place == null ? whole : place;
  }

  /** Whether this key was set, or has its default. */
  public boolean has(String key) {
    return byKey.containsKey(key);
  }

  /** The options of the command line that have set what other parts go with, each once. */
  public List<String> options() {
    return byKey.values().stream().filter(place -> place.line() == SourceLocation.NO_LINE && place.source().startsWith("--"))
        .filter(place -> !place.source().equals("--seed") && !place.source().equals("--until")).map(SourceLocation::source)
        .distinct().sorted().toList();
  }

  /** Whether the scenario is a configuration of the authors' simulator, with other names of keys. */
  public boolean isConfiguration() {
    return has(CONFIGURATION);
  }

  /** Where an entry of this key's list was set. */
  public SourceLocation of(String key, int entry) {
    SourceLocation place = byKey.get(entryKey(key, entry));
    return place == null ? of(key) : place;
  }

  public static String entryKey(String key, int entry) {
    return key + "[" + entry + "]";
  }
}
