package dev.inflight.lab.statistics;

/** The goodput of all flows of a run together, and how fairly they share it, by intervals of time. */
public final class GoodputOverTime {
  private GoodputOverTime() {
  }

  /**
   * A query of the columns {@code run}, {@code t}, {@code flows} (the most at one time), {@code goodput} and {@code jain}. The flows are
   * summed at each time first, as only active flows have rows; times between them at which no flow is active count as 0.
   *
   * @param width SQL of an interval's length in ns, over {@code flow_series}
   */
  public static String sql(String width) {
    return "WITH span AS (SELECT " + width + " AS w FROM flow_series),"
        + " sums AS (SELECT run, time_ns, count(*) AS flows, sum(goodput_bps) AS total, CAST(sum(goodput_bps) AS DOUBLE)"
        + " * sum(goodput_bps) / nullif(count(*) * sum(CAST(goodput_bps AS DOUBLE) * goodput_bps), 0) AS fairness"
        + " FROM flow_series GROUP BY run, time_ns),"
        + " ends AS (SELECT run, min(time_ns) AS first_ns, max(time_ns) AS last_ns FROM sums GROUP BY run),"
        + " times AS (SELECT run, time_ns FROM sums UNION SELECT p.run, p.time_ns FROM port_series p JOIN ends e ON p.run = e.run"
        + " WHERE p.time_ns BETWEEN e.first_ns AND e.last_ns)"
        + " SELECT times.run AS run, floor(times.time_ns / w) * w AS t, coalesce(max(flows), 0) AS flows,"
        + " avg(coalesce(total, 0)) AS goodput, avg(fairness) AS jain"
        + " FROM times LEFT JOIN sums ON times.run = sums.run AND times.time_ns = sums.time_ns CROSS JOIN span GROUP BY ALL";
  }
}
