package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.key.ScenarioKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The glossary names keys, values, columns and commands that exist. */
class GlossaryTest {
  private static final Pattern NAME = Pattern.compile("`([A-Za-z][\\w.-]*)[^`]*`");
  private static final int COLUMN = 3; // "in Inflight"

  /** Names of keys and of values that keys may have, and all words of these pages. */
  private static Set<String> known() throws IOException {
    var known = new HashSet<String>();
    ScenarioKeys.settable().forEach(key -> known.addAll(List.of(key.split("\\."))));
    known.addAll(ScenarioKeys.settable());
    Catalog.AXES.forEach(axis -> known.addAll(axis.binder().names()));
    for (String page : List.of("docs/results.md", "docs/scenario.md", "docs/running.md", "docs/howto/import-topology.md",
        "docs/reference/results.md", "docs/reference/commands.md", "docs/reference/workloads.md", "docs/reference/schemes.md",
        "docs/reference/recoveries.md", "docs/ai-jobs.md", "docs/fabric.md")) {
      Pattern.compile("[\\w.-]+").matcher(Files.readString(Documents.ROOT.resolve(page))).results()
          .forEach(word -> known.add(word.group()));
    }
    return known;
  }

  @Test
  void everyNameExists() throws IOException {
    Set<String> known = known();
    var unknown = new ArrayList<String>();
    int names = 0;
    for (String line : Files.readAllLines(Documents.ROOT.resolve(Path.of("docs", "glossary.md")))) {
      String[] cells = line.split("\\|", -1);
      Matcher name = NAME.matcher(cells.length > COLUMN ? cells[COLUMN] : "");
      while (name.find()) {
        names++;
        if (!known.contains(name.group(1))) {
          unknown.add(name.group(1));
        }
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(names).isGreaterThan(50);
  }
}
