package dev.inflight.app.reference;

import dev.inflight.lab.input.ForkKeys;
import java.util.ArrayList;
import java.util.List;

/** The keys that forks of the HPCC authors' simulator have in their {@code config.txt}. */
record ConfigKeysPage() implements ReferencePage {
  @Override
  public String file() {
    return "config-keys.md";
  }

  @Override
  public String title() {
    return "Keys of config.txt in forks";
  }

  @Override
  public String about() {
    return "keys of a `config.txt` that forks of the authors' simulator have, and the effect of each";
  }

  @Override
  public List<String> body() {
    var lines = new ArrayList<>(Markdown.wrap("The keys of the HPCC authors' simulator: [config-txt.md]"
        + "(../howto/config-txt.md). Forks of that simulator, and its predecessor, have these additional keys."
        + " Unknown keys are ignored with a warning, or refused with `--strict`."));
    lines.addAll(List.of("", "* *honored*: the key sets what the meaning names.",
        "* *no effect*: the key changes no result; one warning for each reason names all such keys.",
        "* *only VALUE*: only this value is supported; others are refused.",
        "* *refused*: the message names what to set instead.",
        "* *refused without `--scheme`*: a parameter of a scheme that the file cannot name; with `--scheme` it has no effect.",
        ""));
    lines.addAll(Markdown.head("key", "of", "effect", "meaning"));
    lines.addAll(ForkKeys.rows());
    return lines;
  }
}
