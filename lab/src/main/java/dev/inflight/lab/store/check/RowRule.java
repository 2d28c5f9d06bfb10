package dev.inflight.lab.store.check;

import org.jspecify.annotations.Nullable;

/**
 * Rule that each row of a table must satisfy. Both expressions are SQL over the row {@code t}, and the row {@code r} of
 * {@code runs} with the run's summary. A condition with an unknown result, as over an empty value, is not met.
 *
 * @param kind consequence of such a row
 * @param column required column of the rule; null: the rule applies to any row, or its condition is unknown
 * @param violated condition under which a row violates the rule
 * @param message text with the values
 * @param rule rule in words, for rows that are only counted
 */
record RowRule(Finding.Kind kind, @Nullable String column, String violated, String message, String rule) {
  /** Returns a rule against values that contradict each other, or another table's. */
  static RowRule contradiction(String rule, String violated, String message) {
    return new RowRule(Finding.Kind.CONTRADICTION, null, violated, message, rule);
  }
}
