package dev.inflight.lab.query;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.store.RunTables;
import java.io.PrintStream;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Query from a page, not from the command line: one SELECT over {@linkplain RunTables#confine confined} tables.
 * Its time is bounded, and its result: 500 columns, values of 64 MiB in all.
 *
 * @param query query of the page
 * @param mostRows maximum number of rows, 1 or more; the result reports whether further rows exist
 * @param mostSeconds maximum time in seconds, 1 or more
 */
public record BoundedQuery(Query query, int mostRows, int mostSeconds) {
  /** Maximum length of a value; longer values are cut. */
  private static final int LONGEST_VALUE = 2000;
  private static final int MOST_COLUMNS = 500;
  /** Maximum bytes of all values of a result. */
  private static final long MOST_BYTES = 64L << 20;
  private static final int CANCEL_MILLISECONDS = 100;
  /** The database's own parser serializes only SELECT statements to JSON. */
  private static final String PARSED = "SELECT p->>'error' = 'true' AS wrong, p->>'error_type' AS type, p->>'error_message' AS message,"
      + " json_array_length(p->'statements') AS statements, p::VARCHAR LIKE '%\"type\":\"DELETE%' OR p::VARCHAR LIKE '%\"type\":\"INSERT%'"
      + " OR p::VARCHAR LIKE '%\"type\":\"UPDATE%' OR p::VARCHAR LIKE '%\"type\":\"MERGE%' AS changes"
      + " FROM (SELECT json_serialize_sql(?)::JSON AS p)";

  /** Consumer of the rows of a result. */
  private interface Reader<T> {
    T read(Answer answer, AnswerLimit limit) throws SQLException;
  }

  /**
   * Writes an object: {@code columns}, a list of names; {@code rows}, lists of texts; {@code more}, true if further rows exist.
   *
   * @throws InputError if the query is invalid, fails, or takes too long
   */
  public void writeJson(JsonGenerator json) {
    run((answer, limit) -> {
      answer.asJson(json, limit);
      return true;
    });
  }

  /**
   * Prints the result as comma-separated values.
   *
   * @return true if further rows exist
   * @throws InputError if the query is invalid, fails, or takes too long
   */
  public boolean printCsv(PrintStream out) {
    boolean more = run((answer, limit) -> answer.asCsv(out, limit));
    out.flush();
    return more;
  }

  private <T> T run(Reader<T> reader) {
    query.requireRows();
    var expired = new AtomicBoolean();
    var running = new AtomicReference<@Nullable Statement>();
    // Closing waits for a running cancellation, which would otherwise end the connection's next query.
    try (ScheduledExecutorService clock = Executors
        .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("query-limit").daemon().factory())) {
      clock.scheduleWithFixedDelay(() -> {
        expired.set(true);
        cancel(running);
      }, TimeUnit.SECONDS.toMillis(mostSeconds), CANCEL_MILLISECONDS, TimeUnit.MILLISECONDS);
      requireSelect(running);
      query.tables().database().prepareStatement(query.sql()).close(); // errors then refer to the query as the user wrote it
      try (Statement statement = query.tables().database().createStatement()) {
        running.set(statement);
        try (ResultSet rows = statement.executeQuery(bounded())) {
          var answer = new Answer(rows);
          if (answer.columns() > MOST_COLUMNS) {
            throw SourceLocation.of(Query.PLACE).error("this has " + answer.columns() + " columns, and an answer here has "
                + MOST_COLUMNS + " at most; ./inflight query has no limit");
          }
          return reader.read(answer, new AnswerLimit(mostRows, MOST_BYTES, expired::get));
        }
      }
    } catch (SQLException refused) {
      throw expired.get()
          ? SourceLocation.of(Query.PLACE)
              .error("this takes longer than " + mostSeconds + " s, which is the limit here; ./inflight query has none")
          : query.refusal(refused);
    }
  }

  /** Cancels the running statement. Callers repeat the call: a cancellation before execution has no effect. */
  private static void cancel(AtomicReference<@Nullable Statement> running) {
    Statement statement = running.get();
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException closed) {
        running.compareAndSet(statement, null);
      }
    }
  }

  /** Returns the query with shortened values, and with one row beyond the limit. */
  private String bounded() {
    return "SELECT left(COLUMNS(*)::VARCHAR, " + LONGEST_VALUE + ") FROM (" + query.withoutEnd() + ") LIMIT " + (mostRows + 1);
  }

  private void requireSelect(AtomicReference<@Nullable Statement> running) throws SQLException {
    try (PreparedStatement parsed = query.tables().database().prepareStatement(PARSED)) {
      running.set(parsed);
      parsed.setString(1, query.sql());
      try (ResultSet row = parsed.executeQuery()) {
        row.next();
        if (row.getBoolean("wrong") && "parser".equals(row.getString("type"))) {
          throw new SQLException("Parser Error: " + row.getString("message"));
        }
        if (row.getBoolean("wrong") || row.getBoolean("changes") || row.getInt("statements") != 1) {
          throw SourceLocation.of(Query.PLACE)
              .error("a query here is one SELECT, which starts with select, from, with, describe or summarize; ./inflight query"
                  + " takes others");
        }
      }
    }
  }
}
