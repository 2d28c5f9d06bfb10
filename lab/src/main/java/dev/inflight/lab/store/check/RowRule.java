package dev.inflight.lab.store.check;

import org.jspecify.annotations.Nullable;

/**
 * What no row of a table may be. Both expressions are SQL over the row {@code t}, and the row {@code r} of {@code runs} that has the run's summary. A
 * condition that is unknown, as over an empty value, is not met.
 *
 * @param kind what follows from such a row
 * @param column the column without which the rule says nothing; null: any row has what it needs, or the condition is unknown
 * @param violated the condition under which a row contradicts the rule
 * @param message a text that names the values
 * @param rule the rule in words, for rows that are only counted
 */
record RowRule(Finding.Kind kind, @Nullable String column, String violated, String message, String rule) {
  /** A row with values that contradict each other, or another table's. */
  static RowRule contradiction(String rule, String violated, String message) {
    return new RowRule(Finding.Kind.CONTRADICTION, null, violated, message, rule);
  }
}
