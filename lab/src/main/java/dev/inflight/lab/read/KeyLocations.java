package dev.inflight.lab.read;

import java.util.List;
import java.util.Map;

/**
 * Places of a scenario's parts, for errors that show only when parts are combined.
 *
 * @param whole place of parts with default values
 * @param byKey places by scenario key; list entries may have their own, such as {@code flows[1]}
 */
public record KeyLocations(SourceLocation whole, Map<String, SourceLocation> byKey) {
  /** Key that marks a configuration of another program, in which scenario keys have other names. */
  public static final String CONFIGURATION = "config.txt";

  /** Returns the place of this key. */
  public SourceLocation of(String key) {
    SourceLocation place = byKey.get(key);
    return place == null ? whole : place;
  }

  /** Reports whether the input sets this key. */
  public boolean has(String key) {
    return byKey.containsKey(key);
  }

  /** Command-line options that set parts, without repetitions. */
  public List<String> options() {
    return byKey.values().stream().filter(place -> place.line() == SourceLocation.NO_LINE && place.source().startsWith("--"))
        .filter(place -> !place.source().equals("--seed") && !place.source().equals("--until")).map(SourceLocation::source)
        .distinct().sorted().toList();
  }

  /** Reports whether the scenario is a configuration of the authors' simulator, which has other key names. */
  public boolean isConfiguration() {
    return has(CONFIGURATION);
  }

  /** Returns the place of an entry in this key's list. */
  public SourceLocation of(String key, int entry) {
    SourceLocation place = byKey.get(entryKey(key, entry));
    return place == null ? of(key) : place;
  }

  public static String entryKey(String key, int entry) {
    return key + "[" + entry + "]";
  }
}
