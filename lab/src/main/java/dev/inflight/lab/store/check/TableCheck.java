package dev.inflight.lab.store.check;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.store.Database;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks the rules of one table for all runs that have it. */
final class TableCheck {
  /** Maximum number of rows per run and rule that are named; others are counted. */
  private static final int NAMED = 10;

  private final RunTables tables;
  private final Rules rules;
  private final List<RowRule> rows;
  private final Map<String, StoredRun> runs;
  private final List<Finding> found = new ArrayList<>();

  private TableCheck(RunTables tables, Rules rules, List<StoredRun> all) {
    this.tables = tables;
    this.rules = rules;
    rows = Stream.concat(ColumnRules.of(rules.table()).stream(), rules.rows().stream()).toList();
    runs = all.stream().filter(run -> tables.has(run, rules.table()))
        .collect(Collectors.toMap(StoredRun::name, Function.identity()));
  }

  /** Returns the contradictions to the rules of a table. */
  static List<Finding> of(RunTables tables, Rules rules, List<StoredRun> runs) throws SQLException, IOException {
    var check = new TableCheck(tables, rules, runs);
    if (!check.runs.isEmpty()) {
      check.rows();
      if (!rules.key().isEmpty()) {
        check.keys();
      }
      if (!rules.totals().isEmpty()) {
        check.totals();
      }
    }
    return check.found;
  }

  private String name() {
    return RunTables.tableOf(rules.table());
  }

  private void rows() throws SQLException, IOException {
    var conditions = new ArrayList<String>();
    var counts = new ArrayList<String>();
    for (int at = 0; at < rows.size(); at++) {
      conditions.add("(" + rows.get(at).violated() + ") AS v" + at);
      counts.add("count(*) FILTER (v" + at + ")");
    }
    var violated = new TreeMap<String, long[]>();
    query("SELECT run, " + String.join(", ", counts) + " FROM (SELECT t.run AS run, " + String.join(", ", conditions) + " FROM "
        + name() + " t LEFT JOIN runs r ON r.run = t.run) GROUP BY run", row -> {
          var counted = new long[rows.size()];
          for (int at = 0; at < counted.length; at++) {
            counted[at] = row.getLong(at + 2);
          }
          violated.put(row.getString(1), counted);
        });
    for (Map.Entry<String, long[]> one : violated.entrySet()) {
      for (int at = 0; at < rows.size(); at++) {
        StoredRun run = runs.get(one.getKey());
        if (one.getValue()[at] > 0 && run != null && applies(run, rows.get(at))) {
          name(run, rows.get(at), one.getValue()[at]);
        }
      }
    }
  }

  /** Reports whether a rule applies: a missing column, as in files of older versions, reads as empty. */
  private boolean applies(StoredRun run, RowRule rule) throws SQLException {
    return rule.column() == null || tables.columns(run, rules.table()).contains(rule.column());
  }

  private void name(StoredRun run, RowRule rule, long count) throws SQLException, IOException {
    var named = new TreeMap<Long, String>();
    query(
        "SELECT t.n, " + rule.message() + " FROM " + tables.numbered(run, rules.table())
            + " t LEFT JOIN runs r ON r.run = t.run WHERE " + rule.violated() + " ORDER BY t.n LIMIT " + NAMED,
        row -> named.put(row.getLong(1), row.getString(2)));
    add(run, rule.kind(), named, count, rule.rule());
  }

  private void keys() throws SQLException, IOException {
    String key = rules.key().stream().map(Database::quoted).collect(Collectors.joining(", "));
    var repeated = new TreeMap<String, Long>();
    query("SELECT run, sum(c - 1)::BIGINT FROM (SELECT run, count(*) AS c FROM " + name() + " GROUP BY run, " + key
        + " HAVING count(*) > 1) GROUP BY run", row -> repeated.put(row.getString(1), row.getLong(2)));
    String text = rules.key().stream().map(one -> Database.literal(one + " ") + " || t." + Database.quoted(one))
        .collect(Collectors.joining(" || ', ' || "));
    for (Map.Entry<String, Long> one : repeated.entrySet()) {
      StoredRun run = runs.get(one.getKey());
      if (run != null) {
        var named = new TreeMap<Long, String>();
        query(
            "SELECT t.n, " + text + " || ' is in an earlier row too' FROM (FROM " + tables.numbered(run, rules.table())
                + " QUALIFY row_number() OVER (PARTITION BY " + key + " ORDER BY n) > 1) t ORDER BY t.n LIMIT " + NAMED,
            row -> named.put(row.getLong(1), row.getString(2)));
        add(run, Finding.Kind.CONTRADICTION, named, one.getValue(), String.join(" and ", rules.key()) + " must not occur twice");
      }
    }
  }

  private void add(StoredRun run, Finding.Kind kind, Map<Long, String> named, long count, String rule) throws IOException {
    Path file = RunTables.fileOf(run, rules.table());
    boolean isText = !file.toString().endsWith(ResultFile.PARQUET);
    Map<Long, Integer> lines = isText ? FileLines.of(file, named.keySet()) : Map.of();
    named.forEach((row, message) -> {
      Integer line = lines.get(row);
      found.add(line == null
          ? new Finding(kind, SourceLocation.of(file), "row " + row + ": " + message)
          : new Finding(kind, new SourceLocation(file.toString(), line), message));
    });
    if (count > named.size()) {
      found.add(new Finding(kind, SourceLocation.of(file), (count - named.size()) + " more rows contradict the rule: " + rule));
    }
  }

  private void totals() throws SQLException {
    var both = new ArrayList<String>();
    var compared = new ArrayList<String>();
    for (int at = 0; at < rules.totals().size(); at++) {
      TotalRule rule = rules.totals().get(at);
      String said = Stream.of(rule.key().split(" \\+ ")).map(key -> "r." + Database.quoted(key.replace('.', '_')))
          .collect(Collectors.joining(" + "));
      both.add("any_value(" + said + ") AS said" + at + ", " + rule.found() + " AS found" + at);
      compared.add(apart(rule, "said" + at, "found" + at) + ", said" + at + "::VARCHAR, found" + at + "::VARCHAR");
    }
    String have = runs.keySet().stream().map(Database::literal).collect(Collectors.joining(", "));
    query("SELECT run, " + String.join(", ", compared) + " FROM (SELECT r.run AS run, " + String.join(", ", both)
        + " FROM runs r LEFT JOIN " + name() + " t ON t.run = r.run WHERE r.run IN (" + have + ") GROUP BY r.run) ORDER BY run",
        row -> {
          for (int at = 0; at < rules.totals().size(); at++) {
            int column = 2 + 3 * at;
            if (row.getBoolean(column)) {
              contradict(Objects.requireNonNull(runs.get(row.getString(1))), rules.totals().get(at), row.getString(column + 1),
                  row.getString(column + 2));
            }
          }
        });
  }

  /** Condition under which a table's total contradicts the summary; unknown if one of the two is. */
  private static String apart(TotalRule rule, String said, String found) {
    return switch (rule.relation()) {
      case AT_MOST -> found + " > " + said;
      case EQUAL -> rule.slack() == 0
          ? found + " <> " + said
          : "abs(" + found + " - " + said + ") > " + rule.slack() + " * abs(" + said + ")";
    };
  }

  private void contradict(StoredRun run, TotalRule rule, String said, String there) {
    if (run.summary() != null) {
      String bound = rule.relation() == TotalRule.Relation.AT_MOST ? " is more: " : " is ";
      found.add(new Finding(Finding.Kind.CONTRADICTION, run.summary().at(rule.key().split(" ", 2)[0]), rule.key() + " is " + said
          + ", but of " + RunTables.fileOf(run, rules.table()).getFileName() + " " + rule.what() + bound + there));
    }
  }

  /** Consumer of rows. */
  private interface Rows {
    void take(ResultSet row) throws SQLException;
  }

  private void query(String sql, Rows rows) throws SQLException {
    try (Statement statement = tables.database().createStatement(); ResultSet answer = statement.executeQuery(sql)) {
      while (answer.next()) {
        rows.take(answer);
      }
    }
  }
}
