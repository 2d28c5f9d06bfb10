package dev.inflight.lab.statistics;

/** Goodput of all flows of a run together, and the fairness among them, by time interval. */
public final class GoodputOverTime {
  private GoodputOverTime() {
  }

  /**
   * Returns a query of the columns {@code run}, {@code t}, {@code flows} (the maximum at one time), {@code goodput} and
   * {@code jain}. It first sums the flows at each time, because only active flows have rows. Times between rows without active
   * flows count as 0.
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
