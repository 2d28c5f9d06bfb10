package dev.inflight.lab.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.store.RunTables;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedQueryTest {
  private static String answer(RunTables tables, String sql) {
    return JsonText.of(new BoundedQuery(new Query(tables, sql), 2, 1)::writeJson);
  }

  @Test
  void endsQueriesThatTakeTooLong() {
    try (RunTables tables = RunTables.of(List.of())) {
      tables.confine(200);
      assertThatThrownBy(() -> answer(tables, "SELECT sum(hash(range)) FROM range(1000000000000)")).isInstanceOf(InputError.class)
          .hasMessage("SQL: this takes longer than 1 s, which is the limit here; ./inflight query has none");
      assertThat(answer(tables, "SELECT 7 AS x")).contains("\"7\"");
    }
  }

  @Test
  void queriesStayWithinTheirMemory() {
    try (RunTables tables = RunTables.of(List.of())) {
      tables.confine(50);
      assertThatThrownBy(() -> JsonText.of(new BoundedQuery(
          new Query(tables, "SELECT count(*) FROM (SELECT range FROM range(20000000) ORDER BY random())"), 2, 60)::writeJson))
          .isInstanceOf(InputError.class).hasMessageContaining("Out of Memory");
    }
  }

  @Test
  void ignoresCommentsAndFinalSemicolons() {
    try (RunTables tables = RunTables.of(List.of())) {
      tables.confine(200);
      assertThat(answer(tables, "/* ; */ SELECT x, '--;' AS t -- ;\nFROM range(3) r(x);; -- end"))
          .contains("[ \"1\", \"--;\" ]", "\"more\" : true").doesNotContain("\"2\"");
    }
  }
}
