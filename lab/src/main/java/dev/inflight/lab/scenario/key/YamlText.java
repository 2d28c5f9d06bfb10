package dev.inflight.lab.scenario.key;

import java.util.List;
import java.util.stream.Collectors;

/** Parts of YAML as scenarios are written. */
final class YamlText {
  private YamlText() {
  }

  /** A text that reads back as itself. */
  static String quote(String text) {
    if (text.chars().noneMatch(Character::isISOControl)) {
      return "'" + text.replace("'", "''") + "'";
    }
    var quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (Character.isISOControl(c)) {
        quoted.append("\\x%02x".formatted((int) c));
      } else {
        quoted.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** A list, an entry a line; behind the key's colon. */
  static String list(List<String> entries) {
    return entries.isEmpty() ? "[]" : entries.stream().map(entry -> "\n  - " + entry).collect(Collectors.joining());
  }
}
