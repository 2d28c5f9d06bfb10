package dev.inflight.lab.store.check;

/**
 * Value that a table and the summary both have.
 *
 * @param key key of the summary
 * @param found value of the table, an SQL aggregate over its rows {@code t}
 * @param what name of the value, in words
 * @param relation required relation of the two
 * @param slack largest difference by rounding, as a share of the summary's value
 */
record TotalRule(String key, String found, String what, Relation relation, double slack) {
  /** Relation of a table's total to the summary's value. */
  enum Relation {
    /** The values are equal. */
    EQUAL,
    /** The table has at most the summary's value. */
    AT_MOST
  }

  static TotalRule equal(String key, String found, String what) {
    return new TotalRule(key, found, what, Relation.EQUAL, 0);
  }

  static TotalRule atMost(String key, String found, String what) {
    return new TotalRule(key, found, what, Relation.AT_MOST, 0);
  }

  static TotalRule about(String key, String found, String what, double slack) {
    return new TotalRule(key, found, what, Relation.EQUAL, slack);
  }
}
