package dev.inflight.lab.scenario;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Error about a choice with its parameters as YAML keys, as other programs have them: it contains the choice as a spec. */
final class SpecInKeys {
  /** Keys of the name of a choice in files of other programs. */
  private static final Set<String> NAMES = Set.of("type", "kind", "name", "shape", "scheme", "algorithm");
  /** Keys of a list of a topology's nodes or links. */
  private static final Set<String> GRAPH = Set.of("nodes", "links", "edges", "hosts", "switches");

  private SpecInKeys() {
  }

  /** Returns the error about keys and values of a choice, with the nearest valid form. */
  static InputError error(SpecBinder<?> binder, YamlNode value) {
    Spec meant = meant(binder, value);
    boolean isGraph = binder == Catalog.TOPOLOGIES && meant == null
        && value.pairs().stream().anyMatch(pair -> GRAPH.contains(pair.getKey().word()));
    return value.place()
        .error("found keys and values, but " + value.what() + " is a name with its parameters in parentheses, as in "
            + (meant == null ? binder.names().getFirst() + "(key=value)" : meant.format())
            + (isGraph ? "; own nodes and links are a file, as in file(path=links.txt)" : ""));
  }

  /** Returns the spec with the parameters of the keys; null if they name no known choice. */
  private static @Nullable Spec meant(SpecBinder<?> binder, YamlNode value) {
    List<Map.Entry<YamlNode, YamlNode>> pairs = value.pairs();
    for (Map.Entry<YamlNode, YamlNode> pair : pairs) {
      if (NAMES.contains(pair.getKey().word())) {
        return spec(binder, pair.getValue().word(), pairs.stream().filter(other -> other != pair).toList());
      }
    }
    if (pairs.size() != 1) {
      return null;
    }
    YamlNode parameters = pairs.getFirst().getValue();
    return spec(binder, pairs.getFirst().getKey().word(), parameters.isMap() ? parameters.pairs() : List.of());
  }

  private static @Nullable Spec spec(SpecBinder<?> binder, String written, List<Map.Entry<YamlNode, YamlNode>> parameters) {
    String name = Suggestion.to(written, binder.names()).filter(binder.names()::contains).orElse(null);
    if (name == null) {
      return null;
    }
    var arguments = new LinkedHashMap<String, String>();
    for (Map.Entry<YamlNode, YamlNode> parameter : parameters) {
      String key = parameter.getKey().word();
      String text = parameter.getValue().word();
      if (!key.isEmpty() && !text.isEmpty()) {
        arguments.put(key, text);
      }
    }
    return new Spec(name, arguments);
  }
}
