package dev.inflight.lab.store;

import dev.inflight.lab.ensemble.Draw;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Scenario in a run's folder, by key. In a file of a run, each key starts a line.
 *
 * @param text text of the file
 * @param keys value of each key
 * @param lines line of each key, from 1
 */
public record ResolvedScenario(InputText text, Map<String, String> keys, Map<String, Integer> lines) {
  /** Key of the seed. */
  public static final String SEED = "seed";
  /** Keys that change no result. */
  public static final Set<String> OF_NO_RESULT = Set.of("name", "tables", "series", "targets", "unfinished");
  /** Keys in each run's file. A file without one of them is not a run's. */
  private static final List<String> ALWAYS = List.of("topology", "flows", "scheme", SEED);

  /**
   * Reads the scenario.
   *
   * @param file file of a run, {@value RunFolder#SCENARIO}
   * @throws dev.inflight.lab.read.InputError if the file cannot be read, or is not one that runs write
   */
  public static ResolvedScenario read(Path file) {
    ResolvedScenario read = of(InputText.read(file));
    for (String always : ALWAYS) {
      if (!read.keys.containsKey(always)) {
        throw read.text.whole().error("this is not the scenario of a run: it has no line '" + always + ": '");
      }
    }
    return read;
  }

  /** Returns the keys of a text. */
  public static ResolvedScenario of(InputText text) {
    var keys = new LinkedHashMap<String, String>();
    var lines = new HashMap<String, Integer>();
    String key = "";
    for (int number = 1; number <= text.lines().size(); number++) {
      String line = text.lines().get(number - 1);
      int colon = line.indexOf(':');
      if (colon > 0 && Character.isLetter(line.charAt(0))) {
        key = line.substring(0, colon);
        keys.put(key, line.substring(colon + 1).strip());
        lines.put(key, number);
      } else {
        keys.merge(key, line.strip(), (before, more) -> (before + " " + more).strip());
      }
    }
    return new ResolvedScenario(text, keys, lines);
  }

  /** Returns keys without name, seed, member and result format: equal for the same experiment over several seeds or members. */
  public static Map<String, String> ofExperiment(Map<String, String> keys) {
    Map<String, String> rest = Draw.withoutMember(keys);
    rest.keySet().removeAll(OF_NO_RESULT);
    rest.remove(SEED);
    return rest;
  }

  /** Text of a key without quotes; null without the key. */
  public @Nullable String value(String key) {
    String written = keys.get(key);
    return written == null ? null : written.replaceAll("^'|'$", "");
  }

  /** Place of a key. */
  public SourceLocation at(String key) {
    Integer line = lines.get(key);
    return line == null ? text.whole() : text.at(line);
  }
}
