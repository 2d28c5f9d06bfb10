package dev.inflight.lab.store.check;

import org.jspecify.annotations.Nullable;

/**
 * Rule that a row of a table must not violate. Both expressions are SQL over the row {@code t}, and the row {@code r} of {@code runs} that
 * has the run's summary. A condition that is unknown, as over an empty value, is not met.
 *
 * @param kind consequence of such a row
 * @param column column without which the rule does not apply; null: the rule applies to any row, or its condition is unknown
 * @param violated condition under which a row contradicts the rule
 * @param message text that names the values
 * @param rule rule in words, for rows that are only counted
 */
record RowRule(Finding.Kind kind, @Nullable String column, String violated, String message, String rule) {
  /** A row with values that contradict each other, or another table's. */
  static RowRule contradiction(String rule, String violated, String message) {
    return new RowRule(Finding.Kind.CONTRADICTION, null, violated, message, rule);
  }
}
