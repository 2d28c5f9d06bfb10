package dev.inflight.lab.experiment;

import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.store.ResolvedScenario;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Differences between two resolved scenarios, key by key, in sentences. */
public final class ScenarioDifference {
  private static final String NOTHING = "nothing";
  private static final int LONGEST = 90;

  private ScenarioDifference() {
  }

  /**
   * Returns a sentence for each key, and each entry of a list, counted from 0 as in {@code flows.0}, in which the other scenario
   * differs from the first one; one sentence where only one of them is known.
   *
   * @param first texts by key; empty for an unknown scenario
   */
  public static List<String> between(Map<String, String> first, Map<String, String> other) {
    if (first.isEmpty() != other.isEmpty()) {
      return List.of(other.isEmpty() ? "scenario: not known" : "scenario: that of A is not known");
    }
    return ofAll(ResolvedScenario.ofExperiment(first), ResolvedScenario.ofExperiment(other));
  }

  /** Returns the differences in all keys, including name and seed. */
  public static List<String> ofAll(Map<String, String> before, Map<String, String> now) {
    var sentences = new ArrayList<String>();
    var all = new LinkedHashSet<>(before.keySet());
    all.addAll(now.keySet());
    for (String key : all) {
      List<ScenarioEntry> old = entries(before.get(key));
      List<ScenarioEntry> fresh = entries(now.get(key));
      int most = Math.max(old.size(), fresh.size());
      for (int at = 0; at < most; at++) {
        ScenarioEntry one = at < old.size() ? old.get(at) : null;
        ScenarioEntry two = at < fresh.size() ? fresh.get(at) : null;
        if (one == null || !one.equals(two)) {
          sentences.add(key + (most == 1 ? "" : "." + at) + ": " + how(one, two));
        }
      }
    }
    return sentences;
  }

  private static List<ScenarioEntry> entries(@Nullable String text) {
    return text == null ? List.of() : ScenarioEntry.of(text);
  }

  private static String how(@Nullable ScenarioEntry before, @Nullable ScenarioEntry now) {
    Spec old = before == null ? null : before.choice();
    Spec fresh = now == null ? null : now.choice();
    if (old == null || fresh == null || !old.name().equals(fresh.name())) {
      List<String> both = cut(shown(before, old), shown(now, fresh));
      return both.getFirst() + " -> " + both.getLast();
    }
    var all = new LinkedHashSet<>(old.arguments().keySet());
    all.addAll(fresh.arguments().keySet());
    return (old.name().isEmpty() ? "" : old.name() + ", ")
        + all.stream().map(key -> parameter(key, old, fresh)).filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
  }

  private static String parameter(String key, Spec old, Spec fresh) {
    String one = old.arguments().getOrDefault(key, NOTHING);
    String two = fresh.arguments().getOrDefault(key, NOTHING);
    List<String> both = cut(one, two);
    return one.equals(two) ? "" : key + " " + both.getFirst() + " -> " + both.getLast();
  }

  private static String shown(@Nullable ScenarioEntry entry, @Nullable Spec choice) {
    if (entry == null) {
      return NOTHING;
    }
    return entry.text().length() > LONGEST && choice != null && !choice.name().isEmpty() ? choice.name() + "(...)" : entry.text();
  }

  /** Returns both texts, cut to the parts that differ. */
  private static List<String> cut(String one, String two) {
    return AlikeEnds.shortened(List.of(one, two), LONGEST, "...");
  }
}
