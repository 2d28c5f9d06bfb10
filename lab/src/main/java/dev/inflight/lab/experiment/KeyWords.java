package dev.inflight.lab.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Short words for keys of scenarios, for columns, legends and labels: {@code load} for {@code flows.0.load}. */
public final class KeyWords {
  /** Separator of the parts of a key: {@code flows.0.load}, or in the table of a sweep {@code flows_0_load}. */
  private static final Pattern BETWEEN = Pattern.compile("[._]");
  private static final Pattern LETTER = Pattern.compile("\\p{L}");

  private KeyWords() {
  }

  /** Returns a word for each key: its shortest end that starts with a letter and that no other key has. */
  public static List<String> of(List<String> keys) {
    List<List<String>> endings = keys.stream().map(KeyWords::endings).toList();
    Map<String, Integer> uses = new HashMap<>();
    endings.forEach(ofKey -> ofKey.forEach(ending -> uses.merge(ending, 1, Integer::sum)));
    var words = new ArrayList<String>();
    for (int at = 0; at < keys.size(); at++) {
      words.add(endings.get(at).stream().filter(ending -> LETTER.matcher(ending).lookingAt() && uses.getOrDefault(ending, 0) == 1)
          .findFirst().orElse(keys.get(at)));
    }
    return words;
  }

  /** Returns the ends of a key that start with a step, the shortest first. */
  private static List<String> endings(String key) {
    var endings = new ArrayList<String>();
    endings.add(key);
    for (Matcher between = BETWEEN.matcher(key); between.find();) {
      if (between.end() < key.length()) {
        endings.add(key.substring(between.end()));
      }
    }
    return endings.reversed();
  }
}
