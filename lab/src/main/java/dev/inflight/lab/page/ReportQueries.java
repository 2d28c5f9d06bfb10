package dev.inflight.lab.page;

import dev.inflight.lab.statistics.DrawnDistribution;
import dev.inflight.lab.statistics.FlowSizes;
import dev.inflight.lab.statistics.GoodputOverTime;
import dev.inflight.lab.statistics.IntervalTable;
import dev.inflight.lab.statistics.Quantile;
import dev.inflight.lab.statistics.QuantileInterval;
import dev.inflight.lab.statistics.TimeIntervals;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Queries of a report over the tables of runs. Each result has at most a few thousand rows, regardless of a run's size:
 * size classes, steps of distributions, time intervals, and only the first ports, links and flows.
 */
final class ReportQueries {
  /** Number of size classes. */
  private static final int CLASSES = 20;
  /** Number of time intervals of a run. Several runs together have at most twice as many. */
  private static final int INTERVALS = 600;
  private static final int PORTS = 20;
  private static final int PORTS_OVER_TIME = 6;
  private static final int FLOWS_OVER_TIME = 16;
  private static final int LINKS = 4000;
  private static final int SLOWEST = 20;
  private static final int COLLECTIVES = 400;
  private static final int RANKS = 64;
  private static final int JOBS = 32;
  private static final int RANKS_OVER_TIME = 16;
  private static final int JOBS_OVER_TIME = 2;
  private static final List<Integer> PERCENTS = List.of(50, 95, 99);

  /** SQL expression for the length of intervals. */
  private static final String WIDTH_NS = TimeIntervals.widthNs(INTERVALS + " * least(1, 2 / count(DISTINCT run))");

  private ReportQueries() {
  }

  /** Creates the functions and additional tables for the queries. */
  static void prepare(Connection database) throws SQLException {
    try (Statement statement = database.createStatement()) {
      statement.execute(Quantile.AT_SHARE);
      statement.execute("CREATE TEMP TABLE size_classes AS " + sizeClasses());
    }
    IntervalTable.create(database, "SELECT DISTINCT n FROM size_classes ORDER BY n", PERCENTS);
  }

  /** Returns the queries for more runs than a page compares: only the list of runs has rows. */
  static Map<String, String> ofMany() {
    var many = new LinkedHashMap<String, String>();
    all(1).keySet().forEach(name -> many.put(name, "SELECT 1 AS run WHERE false"));
    many.put("runs", "SELECT run, state, scenario, seed, scheme, flows, flowsFinished FROM runs");
    return many;
  }

  /** Returns the query for the total number of rows, for results with only the first rows. */
  private static String left() {
    var parts = new ArrayList<String>();
    Map.of("ports", "queues WHERE max_bytes > 0", "links", "ports", "collectives", "collectives", "slowest", "flows").forEach(
        (name, rows) -> parts.add("SELECT run, '" + name + "' AS what, count(*) AS number FROM " + rows + " GROUP BY run"));
    parts.add("SELECT run, 'portTimes' AS what, count(DISTINCT (node, port)) AS number FROM port_series GROUP BY run");
    parts.add("SELECT run, 'flowTimes', count(DISTINCT flow) FROM flow_series GROUP BY run");
    parts.add("SELECT run, 'jobs', count(DISTINCT job) FROM ranks GROUP BY run");
    return "FROM (" + String.join(" UNION ALL ", parts) + ") ORDER BY run, what";
  }

  /** Queries by their names in the report's data. */
  static Map<String, String> all(int runs) {
    var all = new LinkedHashMap<String, String>();
    all.put("left", left());
    all.put("runs", "FROM runs");
    all.put("sizes", sizes());
    all.put("boundable", boundable());
    all.put("distribution", distribution("flows"));
    all.put("small", distribution("(FROM flows WHERE size_bytes <= " + FlowSizes.SMALL_BYTES + ")"));
    all.put("queueLengths",
        DrawnDistribution.ofQueues("run", "SELECT run, largest_bytes, samples FROM queue_lengths", INTERVALS));
    all.put("ports",
        "SELECT run, node, port, peer, samples, mean_bytes, p50_bytes, p95_bytes, p99_bytes, max_bytes FROM queues WHERE max_bytes > 0"
            + " QUALIFY row_number() OVER (PARTITION BY run ORDER BY max_bytes DESC, node, port) <= " + PORTS
            + " ORDER BY run, max_bytes DESC, node, port");
    all.put("links",
        "SELECT run, node, kind, port, peer, utilization, coalesce(bulk_utilization, utilization) AS bulk_utilization, paused_ns FROM ports"
            + " QUALIFY row_number() OVER (PARTITION BY run ORDER BY coalesce(bulk_utilization, utilization) DESC, node, port) <= "
            + LINKS / runs + " ORDER BY run, node, port");
    all.put("suppressed", "SELECT l.run, sum(l.paused_ns * l.rate_bps) FILTER (l.kind = 'host')"
        + " / sum(l.rate_bps * r.simulatedSeconds * 1e9) FILTER (l.kind = 'host') AS hosts, sum(l.paused_ns * l.rate_bps)"
        + " / sum(l.rate_bps * r.simulatedSeconds * 1e9) AS all_ports, sum(l.paused_ns) AS paused_ns FROM ports l JOIN runs r USING (run)"
        + " WHERE r.simulatedSeconds > 0 GROUP BY l.run ORDER BY l.run");
    all.put("portTimes", portTimes());
    all.put("fairness", "FROM (" + GoodputOverTime.sql(WIDTH_NS) + ") ORDER BY run, t");
    all.put("flowTimes", "WITH span AS (SELECT " + WIDTH_NS + " AS w FROM flow_series),"
        + " largest AS (SELECT run, flow FROM flow_series GROUP BY run, flow QUALIFY row_number() OVER (PARTITION BY run ORDER BY max(acked_bytes) DESC,"
        + " flow) <= " + FLOWS_OVER_TIME
        + ") SELECT run, flow, floor(time_ns / w) * w AS t, avg(goodput_bps) AS goodput FROM flow_series SEMI JOIN largest USING (run, flow), span"
        + " GROUP BY ALL ORDER BY run, flow, t");
    all.put("slowest",
        "SELECT run, flow, source, destination, size_bytes, start_ns, fct_ns, ideal_fct_ns, slowdown, retransmitted_bytes FROM flows"
            + " QUALIFY row_number() OVER (PARTITION BY run ORDER BY slowdown DESC, flow) <= " + SLOWEST
            + " ORDER BY run, slowdown DESC, flow");
    all.put("collectives", "FROM collectives QUALIFY row_number() OVER (PARTITION BY run ORDER BY start_ns, job, number) <= "
        + COLLECTIVES + " ORDER BY run, start_ns, job, number");
    all.put("jobs",
        "SELECT run, job, count(*) AS ranks, max(end_ns) AS end_ns, avg(compute_ns) AS compute_ns, avg(exposed_ns) AS exposed_ns,"
            + " max(exposed_ns) AS most_exposed_ns, sum(operations_done) AS done, sum(operations) AS operations FROM ranks GROUP BY run, job QUALIFY row_number() OVER (PARTITION BY run ORDER BY job) <= "
            + JOBS + " ORDER BY run, job");
    all.put("ranks", "FROM ranks QUALIFY row_number() OVER (PARTITION BY run, job ORDER BY end_ns DESC, rank) <= " + RANKS
        + " AND dense_rank() OVER (PARTITION BY run ORDER BY job) <= " + JOBS + " ORDER BY run, job, rank");
    all.put("rankTimes", "WITH span AS (SELECT " + WIDTH_NS + " AS w FROM rank_series),"
        + " last AS (SELECT run, job, rank FROM ranks QUALIFY row_number() OVER (PARTITION BY run, job ORDER BY end_ns DESC, rank) <= "
        + RANKS_OVER_TIME + " AND dense_rank() OVER (PARTITION BY run ORDER BY job) <= " + JOBS_OVER_TIME
        + ") SELECT run, job, rank, floor(time_ns / w) * w AS t, w, avg(computing) AS computing FROM rank_series SEMI JOIN last USING (run, job, rank), span"
        + " GROUP BY ALL ORDER BY run, job, rank, t");
    all.put("stalled", "SELECT run, reason, count(*) AS flows FROM stalled GROUP BY ALL ORDER BY run, flows DESC, reason");
    return all;
  }

  /** Slowdowns by size, in classes with about equal numbers of flows of all runs together. */
  private static String sizeClasses() {
    return "WITH edges AS (" + FlowSizes.edges(CLASSES) + ")"
        + " SELECT run, edge, count(*) AS n, min(size_bytes) AS low, max(size_bytes) AS high, list_sort(list(slowdown)) AS s"
        + " FROM flows f ASOF JOIN edges e ON f.size_bytes <= e.edge GROUP BY ALL";
  }

  /** Returns the least number of flows for a quantile's confidence interval with both bounds. */
  private static String boundable() {
    var rows = new StringJoiner(", ");
    PERCENTS.forEach(percent -> rows.add("('p" + percent + "', " + QuantileInterval.leastCount(percent / 100.0) + ")"));
    return "SELECT quantile, flows FROM (VALUES " + rows + ") t(quantile, flows)";
  }

  /** Quantiles of each class, with the ends of their confidence intervals; null for an open end. */
  private static String sizes() {
    var columns = new StringJoiner(", ");
    var joins = new StringBuilder();
    for (int percent : PERCENTS) {
      String table = "i" + percent;
      columns.add("at_share(s, c.n, 0." + percent + ") AS p" + percent);
      for (String end : List.of("low", "high")) {
        columns.add("at_place(s, " + table + "." + end + "_rank, " + table + "." + end + "_weight) AS p" + percent + "_" + end);
      }
      joins.append(" JOIN quantile_intervals ").append(table).append(" ON ").append(table).append(".n = c.n AND ").append(table)
          .append(".percent = ").append(percent);
    }
    return "SELECT run, edge, low, high, c.n, " + columns + " FROM size_classes c" + joins + " ORDER BY run, edge";
  }

  /** Slowdown and FCT by share of flows up to that value, in finer steps toward the tail. */
  private static String distribution(String flows) {
    String shares = DrawnDistribution.shares();
    return "SELECT run, unnest(" + shares + ") AS share, unnest(" + Quantile.sql("slowdown", shares) + ") AS slowdown, unnest("
        + Quantile.sql("fct_ns", shares) + ") AS fct_ns FROM " + flows + " GROUP BY run ORDER BY run, share";
  }

  /** Queue lengths and throughput over time, for the ports with the longest queues. */
  private static String portTimes() {
    return "WITH span AS (SELECT " + WIDTH_NS + " AS w FROM port_series),"
        + " longest AS (SELECT run, node, port FROM port_series GROUP BY run, node, port QUALIFY row_number() OVER (PARTITION BY run ORDER BY max(waiting_bytes)"
        + " DESC, max(sent_bytes) DESC, node, port) <= " + PORTS_OVER_TIME
        + ") SELECT run, node, port, floor(time_ns / w) * w AS t, max(waiting_bytes)"
        + " AS waiting, avg(throughput_bps) AS throughput FROM port_series SEMI JOIN longest USING (run, node, port), span GROUP BY ALL"
        + " ORDER BY run, node, port, t";
  }
}
