package dev.inflight.app.reference;

import dev.inflight.lab.scenario.key.ScenarioKey;
import dev.inflight.lab.scenario.key.ScenarioKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The states that events of a scenario may bring about, with the entries of each. */
record EventsPage() implements ReferencePage {
  static final String KEY = "events";
  static final String FILE = "events.md";
  private static final String STATE = "state";
  private static final List<String> ALWAYS = List.of("at", STATE);

  @Override
  public String file() {
    return FILE;
  }

  @Override
  public String title() {
    return "Events";
  }

  @Override
  public String about() {
    return "states of cables, switches and hosts, and their entries";
  }

  @Override
  public List<String> body() {
    ScenarioKey key = ScenarioKeys.declared().stream().filter(one -> one.name().equals(KEY)).findFirst().orElseThrow();
    var lines = new ArrayList<>(Markdown.wrap("The key [`events`](scenario-keys.md#events) is a list of entries such as"
        + " `{at: 300us, link: [8, 10], state: down}`. Explanations: [fabric.md](../fabric.md#events). Each heading lists the"
        + " entries that its event needs in addition to `at` and `state`."));
    for (ShapeText.Entries entries : ShapeText.maps(key.shape().get().json())) {
      Map<?, ?> state = entries.byName().get(STATE);
      String needed = String.join(", ", entries.required().stream().filter(name -> !ALWAYS.contains(name)).toList());
      lines.addAll(List.of("", "## " + ShapeText.of(state).replace("`", "") + " (" + needed + ")", ""));
      lines.addAll(Markdown.wrap(Markdown.sentence(Markdown.plain(ShapeText.description(state)))));
      lines.add("");
      lines.addAll(Markdown.head("entry", "values", "meaning"));
      entries.byName().forEach((name, shape) -> {
        if (!name.equals(STATE)) {
          lines.add(Markdown.row(Markdown.code(name), ShapeText.of(shape), Markdown.plain(ShapeText.description(shape))));
        }
      });
    }
    return lines;
  }
}
