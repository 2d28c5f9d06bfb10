package dev.inflight.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.Program;
import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of results hold what their descriptions state: on the screen, and for the code that writes them. */
class ResultFilesTest {
  private static final ResultFile TABLE = ResultFile.of("t.csv", "A table.", """
      name | word | | its name
      kind | choice node | | what it is
      count | whole or none | B | how many
      at_ns | decimal 3 | ns | when
      why | text | | anything
      """);
  private static final ResultFile OBJECT = ResultFile.of("o.json", "An object.", """
      a | whole | | a number
      kind | choice node | | what it is
      b | object | | a part
      b.c | decimal or none | | a share
      list | list | | things
      list[].d | flag | | yes or no
      z | text | | the end
      """);

  @TempDir
  private Path folder;

  @Test
  void screenListsTheSameFiles() {
    for (ResultFile file : ResultFiles.ALL) {
      List<String> lines = ResultFiles.describe(file.name());
      assertThat(lines.getFirst()).isEqualTo(file.name() + ": a file of results");
      String words = String.join(" ", lines).replaceAll("\\s+", " ");
      assertThat(words).contains(" " + file.about() + " ");
      for (ResultFile.Field field : file.fields()) {
        assertThat(words).contains(" " + field.name() + " " + field.typeText() + " "
            + (field.unit().isEmpty() ? "" : field.unit() + " ") + field.meaningText());
        assertThat(field.explained()).allSatisfy(value -> assertThat(words).contains(value.word() + " " + value.meaning()));
      }
    }
    assertThatThrownBy(() -> ResultFiles.describe("flow.csv")).hasMessageStartingWith(
        "there is no file of results 'flow.csv'; did you mean 'flows.csv'? known: summary.json, flows.csv, ");
  }

  @Test
  void everyFieldIsExplained() {
    for (ResultFile file : ResultFiles.ALL) {
      assertThat(file.fields()).allSatisfy(field -> assertThat(field.meaning()).as(field.name()).isNotBlank());
      assertThat(new HashSet<>(file.fields().stream().map(Field::name).toList())).as(file.name()).hasSameSizeAs(file.fields());
    }
  }

  @Test
  void reasonsAreExplained() {
    for (ResultFile file : List.of(ResultFiles.STALLED, ResultFiles.DROPS)) {
      Field reason = file.fields().stream().filter(field -> field.name().equals("reason")).findFirst().orElseThrow();
      assertThat(reason.explained()).hasSameSizeAs(reason.choices()).hasSizeGreaterThan(4);
    }
  }

  /** Names contain units, which agree with those of the descriptions. */
  @Test
  void namesHaveTheirUnits() {
    for (ResultFile file : ResultFiles.ALL) {
      for (Field field : file.fields()) {
        String unit = field.name().replaceFirst("^runs\\[\\]\\.", "").replaceFirst("\\.(p50|p95|p99|max)$", "");
        String wanted = unit.matches(".*(_bytes|Bytes)|bytes")
            ? "B"
            : unit.endsWith("_ns") ? "ns" : unit.endsWith("Seconds") ? "s" : unit.matches(".*(_bps|BitsPerSec)") ? "bit/s" : null;
        if (wanted != null) {
          assertThat(field.unit()).as(file.name() + ": " + field.name()).isEqualTo(wanted);
        }
      }
    }
  }

  private TableOut table(RunFolder results) {
    return new TableOut(results, TABLE);
  }

  @Test
  void tablesAcceptOnlyTheirColumns() throws IOException {
    try (RunFolder results = RunFolder.create(folder.resolve("out"), false, RunFolder.Opener.DISK)) {
      table(results).word("name", "x").choice("kind", "host").none("count").time("at_ns", 5).text("why", "so \"far\"").end();
      results.finish("{}");
    }
    assertThat(folder.resolve("out/t.csv")).hasContent("name,kind,count,at_ns,why\nx,host,,0.005,\"so \"\"far\"\"\"\n");
  }

  @Test
  void tablesRejectOtherColumns() {
    try (RunFolder results = RunFolder.create(folder.resolve("out"), false, RunFolder.Opener.DISK)) {
      assertThatThrownBy(() -> table(results).whole("count", 1))
          .hasMessage("t.csv has no column 'count' of type WHOLE at place 0");
      assertThatThrownBy(() -> table(results).whole("name", 1)).hasMessage("t.csv has no column 'name' of type WHOLE at place 0");
      assertThatThrownBy(() -> table(results).none("name")).hasMessage("t.csv: 'name' always has a value");
      assertThatThrownBy(() -> table(results).word("name", "x").choice("kind", "router"))
          .hasMessage("t.csv: 'kind' is never 'router'");
      assertThatThrownBy(() -> table(results).word("name", "x").choice("kind", "host").whole("count", 1).end())
          .hasMessage("t.csv: a row ends without 'at_ns'");
      assertThatThrownBy(
          () -> table(results).word("name", "x").choice("kind", "host").whole("count", 1).time("at_ns", 1).text("why", "")
              .word("more", ""))
          .hasMessage("t.csv has no column 'more' of type WORD at place 5");
      results.finish("{}");
    }
  }

  @Test
  void objectsAcceptOnlyTheirKeys() {
    assertThat(JsonOut.text(OBJECT,
        json -> json.whole("a", 1).choice("kind", "host").object("b").decimal("c", (Double) null).end().list("list").item()
            .flag("d", true).end().item().flag("d", false).end().end().text("z", "so"))
        .replaceAll("\\s", ""))
        .isEqualTo("{\"a\":1,\"kind\":\"host\",\"b\":{\"c\":null},\"list\":[{\"d\":true},{\"d\":false}],\"z\":\"so\"}");
    assertThat(
        JsonOut.text(OBJECT,
            json -> json.whole("a", 1).choice("kind", "host").object("b").decimal("c", 1).end().list("list").end().text("z", "")))
        .contains("[ ]");
  }

  @Test
  void objectsRejectOtherKeys() {
    assertThatThrownBy(() -> JsonOut.text(OBJECT, json -> json.whole("b", 1)))
        .hasMessage("o.json has no 'b' of type WHOLE at place 0");
    assertThatThrownBy(() -> JsonOut.text(OBJECT, json -> json.whole("a", 1))).hasMessage("o.json: 'kind' is missing");
    assertThatThrownBy(() -> JsonOut.text(OBJECT, json -> json.whole("a", 1).choice("kind", "router")))
        .hasMessage("o.json: 'kind' is never 'router'");
    assertThatThrownBy(() -> JsonOut.text(OBJECT, json -> json.whole("a", (Long) null)))
        .hasMessage("o.json: 'a' always has a value");
    assertThatThrownBy(() -> JsonOut.text(OBJECT, json -> json.whole("a", 1).choice("kind", "host").object("b").end()))
        .hasMessage("o.json: 'b.c' is missing");
    assertThatThrownBy(() -> JsonOut.text(OBJECT,
        json -> json.whole("a", 1).choice("kind", "host").object("b").decimal("c", 1).end().list("list").item().end()))
        .hasMessage("o.json: 'list[].d' is missing");
  }

  /** The form of a column's values does not depend on the values. */
  @Test
  void typesOfColumnsNeverChange() throws IOException {
    String[] scenarios = {"""
        topology: star(hosts=4)
        flows: ["incast(senders=3, size=200KB)", "collective(op=all-reduce, size=6KB, ranks=3)"]
        scheme: none
        buffer: 300KB
        series: {every: 1us}
        classes: [{name: more, flows: flow}]
        """, """
        topology: star(hosts=3, rate=33Gbps)
        flows: [flow(size=7B), "flow(size=1MB, start=1500ps)", "collective(op=all-reduce, size=6KB, ranks=3)"]
        scheme: none
        until: 9us
        unfinished: allowed
        sample: {from: 1s}
        series: {every: 1us}
        classes: [{name: more, flows: flow}]
        """};
    Set<String> seen = new TreeSet<>();
    for (int number = 0; number < scenarios.length; number++) {
      Path yaml = Files.writeString(folder.resolve("s" + number + ".yaml"), scenarios[number]);
      Path out = folder.resolve("out" + number);
      assertThat(Program.run("run", yaml.toString(), "--out", out.toString(), "--quiet").exit()).isZero();
      for (ResultFile file : ResultFiles.OF_A_RUN.stream().filter(ResultFile::isCsv).toList()) {
        if (Files.exists(out.resolve(file.name()))) {
          List<String> lines = Files.readAllLines(out.resolve(file.name()));
          assertThat(lines.getFirst()).isEqualTo(file.header());
          assertThat(lines.subList(1, lines.size())).as(file.name()).allMatch(line -> line.matches(form(file)), form(file));
          seen.add(lines.size() > 1 ? file.name() : "");
        }
      }
    }
    assertThat(seen).contains("flows.csv", "slowdown.csv", "queues.csv", "ports.csv", "pauses.csv", "stalled.csv",
        "flow-series.csv", "port-series.csv");
  }

  private static String form(ResultFile file) {
    return file.fields().stream().map(field -> {
      String form = switch (field.type()) {
        case WHOLE -> "\\d+";
        case DECIMAL -> "\\d+\\.\\d{" + field.decimals() + "}";
        case WORD -> "[a-z-]+";
        case CHOICE -> "(" + String.join("|", field.choices()) + ")";
        default -> "\"([^\"]|\"\")*\"";
      };
      return field.canBeAbsent() ? "(" + form + ")?" : form;
    }).collect(Collectors.joining(","));
  }
}
