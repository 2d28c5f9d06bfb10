package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.setup.Compatibility;
import dev.inflight.sim.setup.Feature;
import dev.inflight.sim.setup.Incompatibility;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/compatibility.md has each row of the table that the checks of scenarios read. */
class CompatibilityPageTest {
  private static final String HEAD = "| Feature | Not with | Why |";

  private static String row(Incompatibility row) {
    List<Feature> others = row.features().subList(1, row.features().size());
    return "| " + row.features().getFirst().label() + " | "
        + others.stream().map(Feature::label).collect(Collectors.joining(" and ")) + " | "
        + row.sentence().replaceAll("\\{(\\w+)\\}", "*$1*") + " |";
  }

  @Test
  void thePageHasTheRowsOfTheTable() throws IOException {
    List<String> lines = Files.readAllLines(Documents.ROOT.resolve("docs/compatibility.md"));
    int head = lines.indexOf(HEAD);
    assertThat(head).as("the line " + HEAD).isNotNegative();
    List<String> rows = lines.stream().skip(head + 2L).takeWhile(line -> line.startsWith("|")).toList();
    assertThat(rows).isEqualTo(Compatibility.ALL.stream().map(CompatibilityPageTest::row).toList());
  }
}
