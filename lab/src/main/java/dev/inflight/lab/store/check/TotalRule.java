package dev.inflight.lab.store.check;

/**
 * What a table and the summary say of the same thing.
 *
 * @param key the key of the summary
 * @param found the same of the table, an SQL aggregate over its rows {@code t}
 * @param what that is, in words
 * @param relation how the two compare
 * @param slack how far they may be apart by rounding, as a share of the summary's value
 */
record TotalRule(String key, String found, String what, Relation relation, double slack) {
  /** How a table's total compares with the summary's value. */
  enum Relation {
    /** They are the same. */
    EQUAL,
    /** The table has a part of it only. */
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
