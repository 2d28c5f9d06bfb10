package dev.inflight.lab.query;

import java.sql.SQLException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Limit of a result's size. */
final class AnswerLimit {
  /** Bytes around a value: quotes, a separator and blanks. */
  private static final int AROUND_VALUE = 5;
  private static final int CONTROL_BYTES = 6; // as JSON escapes it

  private final BooleanSupplier isExpired;
  private long rowsLeft;
  private long bytesLeft;

  /**
   * Creates a limit.
   *
   * @param mostRows maximum number of rows, 0 or more
   * @param mostBytes maximum bytes of all values together, 0 or more
   * @param isExpired returns true after the query's time limit
   */
  AnswerLimit(long mostRows, long mostBytes, BooleanSupplier isExpired) {
    rowsLeft = mostRows;
    bytesLeft = mostBytes;
    this.isExpired = isExpired;
  }

  /** Returns a limit that admits all rows. */
  static AnswerLimit none() {
    return new AnswerLimit(Long.MAX_VALUE, Long.MAX_VALUE, () -> false);
  }

  /**
   * Reports whether another row is within the limit, and counts the row.
   *
   * @throws SQLException after the time limit
   */
  boolean admits(List<@Nullable String> row) throws SQLException {
    if (isExpired.getAsBoolean()) {
      throw new SQLException("the time for this answer is over");
    }
    rowsLeft--;
    for (String value : row) {
      bytesLeft -= AROUND_VALUE + (value == null ? 0 : bytes(value));
    }
    return rowsLeft >= 0 && bytesLeft >= 0;
  }

  /** Maximum length of a value in bytes, in UTF-8 and as JSON. */
  private static long bytes(String value) {
    long bytes = 0;
    for (int at = 0; at < value.length(); at++) {
      char letter = value.charAt(at);
      bytes += letter < ' ' ? CONTROL_BYTES : letter == '"' || letter == '\\' ? 2 : letter < 0x80 ? 1 : letter < 0x800 ? 2 : 3;
    }
    return bytes;
  }
}
