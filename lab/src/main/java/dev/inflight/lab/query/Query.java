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
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Query in DuckDB's SQL over the tables of runs.
 *
 * @param tables tables of runs
 * @param sql text of the query: one statement that returns rows
 */
public record Query(RunTables tables, String sql) {
  static final String PLACE = "SQL";
  /** Place of an error in a message of the database: number and text of a line of the query, and carets below it. */
  private static final Pattern MARKED = Pattern.compile("LINE (\\d+): (.*)\\R( *)\\^+");
  /** Characters of {@code LINE N: } without its number. */
  private static final int LINE_LABEL = "LINE : ".length();
  /** Start of a line of a query that the database cuts. */
  private static final String CUT = "...";
  private static final String STREAMING = "SET jdbc_stream_results = ";
  /** Comments and quoted text. */
  private static final Pattern ASIDE = Pattern.compile("--[^\\n]*|/\\*(?s:.*?)\\*/|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"");
  private static final Pattern EXPLAIN = Pattern.compile("explain\\s+(\\([^)]*\\)\\s*)?(analyze\\s+)?");
  /** Functions that read a table by its name, which a query may compose. */
  private static final Pattern PUT_TOGETHER = Pattern.compile("\\bquery(_table)?\\s*\\(");
  private static final Set<String> CHANGE = Set.of("alter", "attach", "begin", "checkpoint", "comment", "commit", "copy",
      "create", "deallocate", "delete", "detach", "drop", "execute", "export", "import", "insert", "install", "load", "merge",
      "prepare", "reset", "rollback", "set", "truncate", "update", "use", "vacuum");

  /**
   * Reports whether the query may read a table: its name occurs in the query, or the query may compose names.
   * All tables take node names from {@code nodes}.
   *
   * @param file file of the table, such as {@code flow-series.csv}
   */
  public boolean mayRead(String file) {
    String asked = sql.toLowerCase(Locale.ROOT);
    return file.equals(ResultFiles.NODES.name()) || PUT_TOGETHER.matcher(asked).find() || tables.tables().entrySet().stream()
        .anyMatch(one -> one.getValue().name().equals(file) && asked.contains(one.getKey()));
  }

  /**
   * Prints the result.
   *
   * @param format {@linkplain AnswerFormat#printed a format for printing}
   * @throws InputError if the database rejects the query
   */
  public void print(PrintStream out, AnswerFormat format) {
    requireRows();
    if (format == AnswerFormat.ARROW) {
      printArrow(out);
      return;
    }
    try (Statement statement = tables.database().createStatement(); ResultSet rows = statement.executeQuery(sql)) {
      switch (format) {
        case TEXT -> new Answer(rows).asText(out);
        case CSV -> new Answer(rows).asCsv(out);
        case JSON -> AnswerJson.write(rows, new OutputStreamWriter(out, StandardCharsets.UTF_8));
        case PARQUET, ARROW -> throw new IllegalArgumentException(format + " is not text");
      }
      out.flush();
    } catch (SQLException refused) {
      throw refusal(refused);
    }
  }

  /**
   * Writes the result to a file, which appears only when complete. Parquet and Arrow include the columns' units and meanings.
   *
   * @param format {@linkplain AnswerFormat#written a format for files}
   */
  public void write(Path file, AnswerFormat format) {
    OutputFile.write(file, "write the answer", part -> {
      switch (format) {
        case PARQUET -> copy(exactly(), file, part, ColumnMeanings.parquet(fields()));
        case CSV -> copy(withoutEnd(), file, part, "FORMAT csv, HEADER true");
        case JSON -> writeJson(part);
        case ARROW -> {
          try (FileChannel to = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            writeArrow(to, AnswerArrow.Form.FILE);
          }
        }
        case TEXT -> throw new IllegalArgumentException("text is for screens");
      }
    });
  }

  /** Query with 128-bit integers, such as sums, as decimals. Parquet has no such integers, and the database would round them. */
  private String exactly() {
    String asked = withoutEnd();
    try (Statement statement = tables.database().createStatement();
        ResultSet none = statement.executeQuery("SELECT * FROM (" + asked + ") LIMIT 0")) {
      ResultSetMetaData about = none.getMetaData();
      var replaced = new ArrayList<String>();
      for (int column = 1; column <= about.getColumnCount(); column++) {
        if (about.getColumnTypeName(column).endsWith("HUGEINT")) {
          String name = Database.quoted(about.getColumnLabel(column));
          replaced.add(name + "::DECIMAL(38, 0) AS " + name);
        }
      }
      return replaced.isEmpty() ? asked : "SELECT * REPLACE (" + String.join(", ", replaced) + ") FROM (" + asked + ")";
    } catch (SQLException refused) {
      throw refusal(refused);
    }
  }

  private void copy(String rows, Path file, Path part, String options) {
    try (Statement statement = tables.database().createStatement()) {
      statement.execute("COPY (" + rows + ") TO " + Database.literal(part.toString()) + " (" + options + ")");
    } catch (SQLException refused) {
      if (String.valueOf(refused.getMessage()).contains(part.toString())) {
        throw new OutputError(file + ": cannot write the answer: " + Database.whyOfFiles(refused));
      }
      throw refusal(refused);
    }
  }

  private void writeJson(Path part) throws IOException {
    requireRows();
    try (Statement statement = tables.database().createStatement();
        ResultSet rows = statement.executeQuery(sql);
        Writer to = Files.newBufferedWriter(part)) {
      AnswerJson.write(rows, to);
    } catch (JacksonIOException failed) {
      throw failed.getCause();
    } catch (SQLException refused) {
      throw refusal(refused);
    }
  }

  private void printArrow(PrintStream out) {
    try {
      writeArrow(Channels.newChannel(out), AnswerArrow.Form.STREAM);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed); // a print stream keeps its failures for the end of the command
    }
    out.flush();
  }

  /** Writes the result as Arrow IPC, with one batch of rows in memory. */
  void writeArrow(WritableByteChannel to, AnswerArrow.Form form) throws IOException {
    requireRows();
    var out = new AnswerArrow.Output(to);
    try {
      writeArrow(out, form, true);
    } catch (SQLException failed) {
      if (out.getCurrentPosition() > 0 || !String.valueOf(failed.getMessage()).contains("Invalid result set")) {
        throw refusal(failed);
      }
      try {
        writeArrow(out, form, false); // the driver has lost the reason of an error in the first rows
      } catch (SQLException refused) {
        throw refusal(refused);
      }
    }
  }

  /** @param streams true if the database computes rows while they are read, and holds few of them */
  private void writeArrow(AnswerArrow.Output out, AnswerArrow.Form form, boolean streams) throws IOException, SQLException {
    try (Statement setting = tables.database().createStatement(); Reset _ = () -> setting.execute(STREAMING + false)) {
      setting.execute(STREAMING + streams);
      try (Statement statement = tables.database().createStatement(); ResultSet rows = statement.executeQuery(sql)) {
        AnswerArrow.write(rows, fields(), out, form);
      }
    }
  }

  /** Resets a setting after a block, without hiding a failure of the block. */
  @FunctionalInterface
  private interface Reset extends AutoCloseable {
    @Override
    void close() throws SQLException;
  }

  /** Query without comments and without its end mark. */
  String withoutEnd() {
    return ASIDE.matcher(sql).replaceAll(aside -> isComment(aside.group()) ? " " : Matcher.quoteReplacement(aside.group()))
        .strip().replaceFirst("(\\s*;)+$", "");
  }

  private static boolean isComment(String aside) {
    return aside.startsWith("--") || aside.startsWith("/*");
  }

  /** Rejects a statement without rows before it runs, because it could change data before the error shows. */
  void requireRows() {
    List<String> statements = Arrays.stream(ASIDE.matcher(sql).replaceAll(" '' ").toLowerCase(Locale.ROOT).split(";"))
        .map(one -> one.replaceAll("^(\\s|'')+", "").strip()).filter(one -> !one.isEmpty()).toList();
    if (statements.size() > 1) {
      throw SourceLocation.of(PLACE).error("these are " + statements.size() + " statements; a query has one");
    }
    for (String statement : statements) {
      String first = EXPLAIN.matcher(statement).replaceFirst("").split("[^a-z]", 2)[0];
      if (CHANGE.contains(first)) {
        throw SourceLocation.of(PLACE)
            .error(Quoted.of(first) + " returns no rows; a query starts with select, from, with, describe or summarize, and"
                + " --out FILE writes its result");
      }
    }
  }

  /**
   * Returns units and meanings of the columns of all tables in the query, for the metadata of a Parquet file. A column that the
   * query computes gets those of a table's column of the same name. Columns with different meanings in several of these tables
   * are left out.
   */
  private Map<String, Field> fields() {
    String text = withoutEnd();
    Map<String, Field> named = new LinkedHashMap<>();
    Set<String> ambiguous = new HashSet<>();
    BiConsumer<String, Field> add = (column, field) -> {
      Field other = named.putIfAbsent(column, field);
      if (other != null && !(other.unit().equals(field.unit()) && other.meaning().equals(field.meaning()))) {
        ambiguous.add(column);
      }
    };
    tables.tables().forEach((table, file) -> {
      if (names(text, table)) {
        file.fields().forEach(field -> add.accept(field.name(), field));
        NodeColumns.of(file).forEach(field -> add.accept(field.name(), field));
      }
    });
    if (names(text, RunTables.RUNS)) {
      RunTables.summaryColumns().forEach(add);
    }
    named.keySet().removeAll(ambiguous);
    return named;
  }

  private static boolean names(String text, String table) {
    return Pattern.compile("\\b" + Pattern.quote(table) + "\\b", Pattern.CASE_INSENSITIVE).matcher(text).find();
  }

  InputError refusal(SQLException refused) {
    InputError ofText = Database.faultOfText(refused);
    if (ofText != null) {
      return ofText;
    }
    String message = withPlace(String.valueOf(refused.getMessage()));
    Set<String> words = Arrays.stream(ASIDE.matcher(sql).replaceAll(" ").toLowerCase(Locale.ROOT).split("\\W+"))
        .collect(Collectors.toSet());
    String former = FormerColumns.hints(words, word -> isUnknown(word, message)).stream().map(hint -> "; " + hint)
        .collect(Collectors.joining());
    return SourceLocation.of(PLACE)
        .error(message + former + (message.contains("Table with name") ? "; tables: " + String.join(", ", tables.names()) : ""));
  }

  /**
   * Returns the message on one line, after the place that the database marks by carets below the query. Of a long line, the
   * database prints only a part; the message then has this part, not a column.
   */
  private static String withPlace(String message) {
    Matcher marked = MARKED.matcher(message);
    if (!marked.find()) {
      return oneLine(message);
    }
    int column = marked.group(3).length() - marked.group(1).length() - LINE_LABEL + 1;
    String place = marked.group(2).startsWith(CUT) ? ", in " + marked.group(2) : ", column " + column;
    return "line " + marked.group(1) + place + ": " + oneLine(marked.replaceAll(""));
  }

  private static String oneLine(String message) {
    return message.lines().map(String::strip).filter(line -> !line.isEmpty()).limit(4).map(line -> line.replaceFirst("!$", ""))
        .collect(Collectors.joining("; "));
  }

  /** Reports whether an error may be about a word. For a reserved word, the database reports only a syntax error near it. */
  private static boolean isUnknown(String word, String message) {
    String small = message.toLowerCase(Locale.ROOT);
    return small.contains("parser error") || small.contains('"' + word + '"') || small.contains("table with name " + word + " ");
  }
}
