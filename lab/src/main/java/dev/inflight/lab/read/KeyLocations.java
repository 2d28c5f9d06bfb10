package dev.inflight.lab.read;

import java.util.List;
import java.util.Map;

/**
 * Place of each part of a scenario, for errors that show only when the parts are combined.
 *
 * @param whole place of parts that were not set
 * @param byKey places by the key of a scenario file; the entries of a list may have their own, as in {@code flows[1]}
 */
public record KeyLocations(SourceLocation whole, Map<String, SourceLocation> byKey) {
  /** Entry among the keys that marks a configuration of another program, with the names of a scenario for its keys. */
  public static final String CONFIGURATION = "config.txt";

  /** Returns the place of this key. */
  public SourceLocation of(String key) {
    SourceLocation place = byKey.get(key);
    return place == null ? whole : place;
  }

  /** Reports whether this key was set, rather than has its default. */
  public boolean has(String key) {
    return byKey.containsKey(key);
  }

  /** The options of the command line that have set what other parts go with, each once. */
  public List<String> options() {
    return byKey.values().stream().filter(place -> place.line() == SourceLocation.NO_LINE && place.source().startsWith("--"))
        .filter(place -> !place.source().equals("--seed") && !place.source().equals("--until")).map(SourceLocation::source)
        .distinct().sorted().toList();
  }

  /** Reports whether the scenario is a configuration of the authors' simulator, with other names of keys. */
  public boolean isConfiguration() {
    return has(CONFIGURATION);
  }

  /** Returns the place of an entry of this key's list. */
  public SourceLocation of(String key, int entry) {
    SourceLocation place = byKey.get(entryKey(key, entry));
    return place == null ? of(key) : place;
  }

  public static String entryKey(String key, int entry) {
    return key + "[" + entry + "]";
  }
}
