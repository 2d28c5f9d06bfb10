package dev.inflight.lab.scenario.key;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** YAML parts in the notation of scenarios. */
public final class YamlText {
  private static final String PLAIN = "[A-Za-z0-9_./+%=()-]+( [A-Za-z0-9_./+%=()-]+)*";

  private YamlText() {
  }

  /** Returns a text from which the same text can be read. */
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

  /** Returns a part of a file on one line, quoted only if necessary. */
  public static String flow(Node node) {
    return switch (node) {
      case MappingNode map -> map.getValue().stream().map(one -> flow(one.getKeyNode()) + ": " + flow(one.getValueNode()))
          .collect(Collectors.joining(", ", "{", "}"));
      case SequenceNode list -> list.getValue().stream().map(YamlText::flow).collect(Collectors.joining(", ", "[", "]"));
      case ScalarNode scalar -> scalar.getValue().matches(PLAIN) ? scalar.getValue() : quote(scalar.getValue());
      default -> throw new IllegalStateException("a node that is neither keys nor a list nor a value");
    };
  }

  /** Returns a list after the key's colon, one entry per line. */
  static String list(List<String> entries) {
    return entries.isEmpty() ? "[]" : entries.stream().map(entry -> "\n  - " + entry).collect(Collectors.joining());
  }

  /** The same; null without entries. */
  static @Nullable String listIfAny(List<String> entries) {
    return entries.isEmpty() ? null : list(entries);
  }
}
