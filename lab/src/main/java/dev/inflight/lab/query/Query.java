package dev.inflight.lab.query;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.FormerColumns;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.store.ColumnMeanings;
import dev.inflight.lab.store.Database;
import dev.inflight.lab.store.NodeColumns;
import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.store.RunTables;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A question in DuckDB's SQL to the tables of runs.
 *
 * @param tables what is asked
 * @param sql the question: one statement that has rows
 */
public record Query(RunTables tables, String sql) {
  static final String PLACE = "SQL";
  /** Comments, and what stands in quotes. */
  private static final Pattern ASIDE = Pattern.compile("--[^\\n]*|/\\*(?s:.*?)\\*/|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"");
  private static final Pattern EXPLAIN = Pattern.compile("explain\\s+(\\([^)]*\\)\\s*)?(analyze\\s+)?");
  /** Functions that read the table of a name, which a question may put together. */
  private static final Pattern PUT_TOGETHER = Pattern.compile("\\bquery(_table)?\\s*\\(");
  private static final Set<String> CHANGE = Set.of("alter", "attach", "begin", "checkpoint", "comment", "commit", "copy",
      "create", "deallocate", "delete", "detach", "drop", "execute", "export", "import", "insert", "install", "load", "merge",
      "prepare", "reset", "rollback", "set", "truncate", "update", "use", "vacuum");

  /** How an answer is printed. */
  public enum Format {
    /** Columns for reading. */
    TEXT,
    /** Comma-separated values, with every digit. */
    CSV
  }

  /**
   * Whether the question may read a table: where its name stands anywhere in the question, or a name may be put together. All tables take the names of
   * nodes from theirs.
   *
   * @param file the table's file, such as {@code flow-series.csv}
   */
  public boolean mayRead(String file) {
    String asked = sql.toLowerCase(Locale.ROOT);
    return file.equals(ResultFiles.NODES.name()) || PUT_TOGETHER.matcher(asked).find() || tables.tables().entrySet().stream()
        .anyMatch(one -> one.getValue().name().equals(file) && asked.contains(one.getKey()));
  }

  /**
   * Prints the answer.
   *
   * @throws InputError when the database does not take the question
   */
  public void print(PrintStream out, Format format) {
    requireRows();
    try (Statement statement = tables.database().createStatement(); ResultSet rows = statement.executeQuery(sql)) {
      var answer = new Answer(rows);
      switch (format) {
        case TEXT -> answer.asText(out);
        case CSV -> answer.asCsv(out);
      }
      out.flush();
    } catch (SQLException refused) {
      throw refusal(refused);
    }
  }

  /**
   * Writes the answer to a file, of the kind that its name ends with: {@code .parquet}, with units and meanings of the columns as its metadata,
   * {@code .csv} or {@code .json}. The file appears at once and whole.
   */
  public void write(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    String options = name.endsWith(".parquet")
        ? asParquet()
        : name.endsWith(".csv") ? "FORMAT csv, HEADER true" : name.endsWith(".json") ? "FORMAT json, ARRAY true" : "";
    if (options.isEmpty()) {
      throw SourceLocation.of("--out").error("'" + file + "' ends with none of .parquet, .csv and .json");
    }
    OutputFile.write(file, "write the answer", part -> {
      try (Statement statement = tables.database().createStatement()) {
        statement.execute("COPY (" + withoutEnd() + ") TO " + Database.literal(part.toString()) + " (" + options + ")");
      } catch (SQLException refused) {
        if (String.valueOf(refused.getMessage()).contains(part.toString())) {
          throw new OutputError(file + ": cannot write the answer: " + Database.whyOfFiles(refused));
        }
        throw refusal(refused);
      }
    });
  }

  /** The question without comments, and without what ends it. */
  String withoutEnd() {
    return ASIDE.matcher(sql).replaceAll(aside -> isComment(aside.group()) ? " " : Matcher.quoteReplacement(aside.group()))
        .strip().replaceFirst("(\\s*;)+$", "");
  }

  private static boolean isComment(String aside) {
    return aside.startsWith("--") || aside.startsWith("/*");
  }

  /** What changes something would have done so before it turns out that it has no rows. */
  void requireRows() {
    List<String> statements = Arrays.stream(ASIDE.matcher(sql).replaceAll(" '' ").toLowerCase(Locale.ROOT).split(";"))
        .map(one -> one.replaceAll("^(\\s|'')+", "").strip()).filter(one -> !one.isEmpty()).toList();
    if (statements.size() > 1) {
      throw SourceLocation.of(PLACE).error("these are " + statements.size() + " statements; a question is one");
    }
    for (String statement : statements) {
      String first = EXPLAIN.matcher(statement).replaceFirst("").split("[^a-z]", 2)[0];
      if (CHANGE.contains(first)) {
        throw SourceLocation.of(PLACE)
            .error(Quoted.of(first) + " has no rows to answer with; a question begins with select, from, with,"
                + " describe or summarize, and --out FILE writes its answer");
      }
    }
  }

  /** Of each column of a file of results its unit and meaning, whatever the answer makes of it. */
  private String asParquet() {
    Map<String, Field> all = new LinkedHashMap<>();
    tables.tables().values().forEach(file -> file.fields().forEach(field -> all.putIfAbsent(field.name(), field)));
    tables.tables().values().forEach(file -> NodeColumns.of(file).forEach(field -> all.putIfAbsent(field.name(), field)));
    RunTables.summaryColumns().forEach(all::putIfAbsent);
    return ColumnMeanings.parquet(all);
  }

  InputError refusal(SQLException refused) {
    InputError ofText = Database.faultOfText(refused);
    if (ofText != null) {
      return ofText;
    }
    String message = String.valueOf(refused.getMessage()).lines().filter(line -> !line.isBlank()).limit(4).map(String::strip)
        .collect(Collectors.joining("; "));
    Set<String> words = Arrays.stream(ASIDE.matcher(sql).replaceAll(" ").toLowerCase(Locale.ROOT).split("\\W+"))
        .collect(Collectors.toSet());
    String former = FormerColumns.hints(words, word -> isUnknown(word, message)).stream().map(hint -> "; " + hint)
        .collect(Collectors.joining());
    return SourceLocation.of(PLACE)
        .error(message + former + (message.contains("Table with name") ? "; tables: " + String.join(", ", tables.names()) : ""));
  }

  /** Whether a refusal may be about a word: of a reserved one the database says only that something near it is no SQL. */
  private static boolean isUnknown(String word, String message) {
    String small = message.toLowerCase(Locale.ROOT);
    return small.contains("parser error") || small.contains('"' + word + '"') || small.contains("table with name " + word + " ");
  }
}
