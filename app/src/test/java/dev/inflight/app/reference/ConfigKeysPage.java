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
    return "Additional config.txt keys of forks";
  }

  @Override
  public String about() {
    return "`config.txt` keys that only forks of the HPCC authors' simulator have, and their effects";
  }

  @Override
  public List<String> body() {
    var lines = new ArrayList<>(Markdown.wrap("The keys of the HPCC authors' simulator: [config-txt.md]"
        + "(../howto/config-txt.md). Its forks and its predecessor have these additional keys."
        + " Unknown keys are ignored with a warning, or refused with `--strict`."));
    lines.addAll(List.of("", "* *honored*: the key sets what the last column says.",
        "* *no effect*: the key changes no result; keys with the same reason share one warning.",
        "* *only VALUE*: only this value is supported; others are refused.", "* *refused*: the message says what to do instead.",
        "* *refused without `--scheme`*: the file cannot name the parameter's scheme; with `--scheme`, the key has no effect.",
        ""));
    lines.addAll(Markdown.head("key", "simulator", "effect", "meaning or reason"));
    lines.addAll(ForkKeys.rows());
    return lines;
  }
}
