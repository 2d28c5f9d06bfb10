package dev.inflight.lab.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.store.RunTables;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnswerLimitTest {
  private static String answer(RunTables tables, String sql) {
    return JsonText.of(new BoundedQuery(new Query(tables, sql), 2, 1)::writeJson);
  }

  @Test
  void limitsColumnsAndBytes() {
    try (RunTables tables = RunTables.of(List.of())) {
      tables.confine(500);
      String wide = IntStream.range(0, 501).mapToObj(at -> at + " AS c" + at).collect(Collectors.joining(", ", "SELECT ", ""));
      assertThatThrownBy(() -> answer(tables, wide)).isInstanceOf(InputError.class)
          .hasMessage("SQL: this has 501 columns, and an answer here has 500 at most; ./inflight query has no limit");
      var out = new ByteArrayOutputStream();
      boolean more = new BoundedQuery(new Query(tables, "SELECT repeat('x', 2000) AS x FROM range(40000)"), 100_000, 60)
          .printCsv(new PrintStream(out, false, StandardCharsets.UTF_8));
      assertThat(more).isTrue();
      assertThat(out.size()).isBetween(60 << 20, 64 << 20);
    }
  }

  @Test
  void listsTheTableOfTargets() {
    try (RunTables tables = RunTables.of(List.of())) {
      assertThat(tables.names()).contains("targets").startsWith("runs");
    }
  }
}
