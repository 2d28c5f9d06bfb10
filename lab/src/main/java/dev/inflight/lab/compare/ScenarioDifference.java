package dev.inflight.lab.compare;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.store.ResolvedScenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** In which keys two resolved scenarios differ, and how. */
public final class ScenarioDifference {
  private static final String NOTHING = "nothing";
  private static final int LONGEST = 45;

  private ScenarioDifference() {
  }

  /** The same without name, seed and what results look like: what makes runs of several seeds the same experiment. */
  static Map<String, String> withoutSeed(Map<String, String> keys) {
    var rest = new LinkedHashMap<>(keys);
    rest.keySet().removeAll(ResolvedScenario.OF_NO_RESULT);
    rest.remove(ResolvedScenario.SEED);
    return rest;
  }

  /** A sentence for each key in which the other scenario is not as the first one; one sentence where only one of them is known. */
  static List<String> between(Map<String, String> first, Map<String, String> other) {
    if (first.isEmpty() != other.isEmpty()) {
      return List.of(other.isEmpty() ? "scenario: not known" : "scenario: that of A is not known");
    }
    var sentences = new ArrayList<String>();
    var all = new LinkedHashSet<>(withoutSeed(first).keySet());
    all.addAll(withoutSeed(other).keySet());
    for (String key : all) {
      String before = first.getOrDefault(key, NOTHING);
      String now = other.getOrDefault(key, NOTHING);
      if (!before.equals(now)) {
        sentences.add(key + ": " + how(unquoted(before), unquoted(now)));
      }
    }
    return sentences;
  }

  private static String how(String before, String now) {
    Spec old = spec(before);
    Spec fresh = spec(now);
    if (old == null || fresh == null || !old.name().equals(fresh.name())) {
      return shortened(old, before) + " -> " + shortened(fresh, now);
    }
    var parts = new ArrayList<String>();
    var all = new LinkedHashSet<>(old.arguments().keySet());
    all.addAll(fresh.arguments().keySet());
    for (String key : all) {
      String one = old.arguments().getOrDefault(key, NOTHING);
      String two = fresh.arguments().getOrDefault(key, NOTHING);
      if (!one.equals(two)) {
        parts.add(key + " " + cut(one) + " -> " + cut(two));
      }
    }
    return old.name() + ", " + String.join(", ", parts);
  }

  private static String shortened(@Nullable Spec spec, String text) {
    return spec == null || text.length() <= LONGEST ? cut(text) : spec.name() + "(...)";
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...";
  }

  private static @Nullable Spec spec(String text) {
    if (!text.endsWith(")")) {
      return text.matches("[A-Za-z][A-Za-z0-9-]*") ? new Spec(text, Map.of()) : null;
    }
    try {
      return Spec.parse(text, SourceLocation.of("scenario"));
    } catch (InputError noSpec) { // a list, or a map
      return null;
    }
  }

  private static String unquoted(String text) {
    String one = text.startsWith("- ") && text.indexOf(" - ", 2) < 0 ? text.substring(2) : text;
    return one.startsWith("'") && one.endsWith("'") && one.indexOf('\'', 1) == one.length() - 1
        ? one.substring(1, one.length() - 1)
        : one;
  }
}
