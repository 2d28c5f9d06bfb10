package dev.inflight.lab.spec;

import dev.inflight.lab.read.Suggestion;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What somebody meant who wrote an unknown name: also what was once a choice of its own, and is a parameter of another one now. */
public final class FormerNames {
  private static final Map<String, String> SPECS = Map.of("hpcc-table", "hpcc(division=table)", "hpcc-rxrate",
      "hpcc(rate=received)");

  private FormerNames() {
  }

  /** The spec that stands for a former name today, if what it names is known; else the nearest known name. */
  public static Optional<String> suggest(String written, Collection<String> known) {
    return Optional.ofNullable(SPECS.get(written.toLowerCase(Locale.ROOT)))
        .filter(spec -> known.contains(spec.substring(0, spec.indexOf('(')))).or(() -> Suggestion.to(written, known));
  }

  /** The end of a message about an unknown name: what was meant, and all there are. */
  static String hint(String written, Collection<String> known) {
    return Suggestion.hint(suggest(written, known), known);
  }
}
