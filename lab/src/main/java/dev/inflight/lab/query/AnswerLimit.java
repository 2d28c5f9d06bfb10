package dev.inflight.lab.query;

import java.sql.SQLException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How much of an answer is written. */
final class AnswerLimit {
  /** Bytes around a value: quotes, a separator and blanks. */
  private static final int AROUND_VALUE = 5;
  private static final int CONTROL_BYTES = 6; // as JSON escapes it

  private final BooleanSupplier isExpired;
  private long rowsLeft;
  private long bytesLeft;

  /**
   * A limit.
   *
   * @param mostRows rows, 0 or more
   * @param mostBytes bytes of the values in all, 0 or more
   * @param isExpired whether the time for the answer is over
   */
  AnswerLimit(long mostRows, long mostBytes, BooleanSupplier isExpired) {
    rowsLeft = mostRows;
    bytesLeft = mostBytes;
    this.isExpired = isExpired;
  }

  /** All of an answer. */
  static AnswerLimit none() {
    return new AnswerLimit(Long.MAX_VALUE, Long.MAX_VALUE, () -> false);
  }

  /**
   * Whether another row is within the limit, which it counts toward.
   *
   * @throws SQLException when the time is over
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

  /** How long a value is at most, in UTF-8 and as a text of JSON. */
  private static long bytes(String value) {
    long bytes = 0;
    for (int at = 0; at < value.length(); at++) {
      char letter = value.charAt(at);
      bytes += letter < ' ' ? CONTROL_BYTES : letter == '"' || letter == '\\' ? 2 : letter < 0x80 ? 1 : letter < 0x800 ? 2 : 3;
    }
    return bytes;
  }
}
