package dev.inflight.lab.store.check;

import static dev.inflight.lab.store.check.RowRule.contradiction;
import static dev.inflight.lab.store.check.TotalRule.about;
import static dev.inflight.lab.store.check.TotalRule.atMost;
import static dev.inflight.lab.store.check.TotalRule.equal;

import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.statistics.Quantile;
import dev.inflight.net.measure.Adding;
import dev.inflight.net.measure.Measure;
import dev.inflight.net.measure.MeasureUnit;
import dev.inflight.sim.measure.Column;
import dev.inflight.sim.measure.PortValue;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on a run's tables besides the ranges in {@link ResultFiles}: within a row, between rows, and with the summary.
 *
 * @param table table of the rules
 * @param key columns with distinct combinations of values; empty if rows may repeat
 * @param rows rules for each row
 * @param totals rules for all rows together
 */
record Rules(ResultFile table, List<String> key, List<RowRule> rows, List<TotalRule> totals) {
  private static final String NODE_PORT = "'node ' || t.node || ' port ' || t.port";
  /** Ports that hosts pause: in PFC storms, or as slow receivers. The total counts the frames of switches only. */
  private static final String PORTS_TO_HOSTS = "SELECT (run, node, port) FROM ports WHERE (run, peer) IN"
      + " (SELECT (run, node) FROM ports WHERE kind = 'host')";
  /** Number of rows. A run without rows has one row without values. */
  private static final String COUNT = "count(t.run)";
  private static final String NUMBER_OF_ROWS = "the number of its rows";
  /** Four decimals, of which the last is rounded. */
  private static final double FOUR_DECIMALS = 0.0001;
  private static final double PICOSECONDS = 1e-9;
  private static final String RUN_NS = "(r.simulatedSeconds * 1e9)";
  private static final String WIRE_BYTES = "(t.sent_bytes::DOUBLE + CASE r.framing WHEN 'reference' THEN 0 ELSE 20 END"
      + " * t.sent_frames::DOUBLE)";
  private static final String SENDING_NS = "(8e9 * " + WIRE_BYTES + " / t.rate_bps)";
  /** Time of the longest frame: the frame in progress at the end counts in part. */
  private static final String LAST_FRAME_NS = "(8e9 * least(70000, " + WIRE_BYTES + ") / t.rate_bps)";
  /** Six decimals. Each frame takes integer picoseconds or, with the authors' clock, nanoseconds. */
  private static final String ROUNDING_NS = "(0.000001 * " + RUN_NS
      + " + CASE r.clock WHEN 'authors' THEN 1 ELSE 0.001 END * t.sent_frames + 0.01)";
  private static final RowRule FLOW_EXISTS = contradiction("the flow exists", "t.flow >= r.flows",
      "'flow ' || t.flow || ' does not exist: the scenario has ' || r.flows || ' flows, numbered from 0'");
  /** The numbers of queue pairs' streams follow those of flows, two per pair; a pair has one or more operations. */
  private static final RowRule STREAM_EXISTS = contradiction("the flow exists", "t.flow >= 3 * r.flows",
      "'flow ' || t.flow || ' does not exist: the scenario has ' || r.flows || ' flows, numbered from 0'");
  private static final RowRule PORT_EXISTS = contradiction("the port is in ports.csv",
      "t.run IN (SELECT run FROM ports) AND (t.run, t.node, t.port) NOT IN (SELECT (run, node, port) FROM ports)",
      NODE_PORT + " || ' is not in ports.csv'");

  private static final RowRule SOURCE_IS_HOST = host("source");
  private static final RowRule DESTINATION_IS_HOST = host("destination");

  private static final Rules FLOWS = new Rules(ResultFiles.FLOWS, List.of("flow"), List.of(
      FLOW_EXISTS, SOURCE_IS_HOST, DESTINATION_IS_HOST,
      contradiction("source and destination differ", "t.source = t.destination",
          "'source and destination are both ' || t.source"),
      contradiction("a finished flow took time", "t.fct_ns = 0 OR t.ideal_fct_ns = 0",
          "'fct_ns is ' || t.fct_ns || ' and ideal_fct_ns ' || t.ideal_fct_ns || ', and no flow takes no time'"),
      contradiction("slowdown is fct_ns / ideal_fct_ns",
          "abs(t.slowdown - t.fct_ns / t.ideal_fct_ns) > 0.000051 + 1e-9 * t.slowdown",
          "printf('slowdown is %.4f, but fct_ns / ideal_fct_ns is %.4f', t.slowdown, t.fct_ns / t.ideal_fct_ns)"),
      contradiction("no flow took longer than the run", "t.fct_ns > r.simulatedSeconds * 1e9 * (1 + 1e-9) + 0.001",
          "printf('fct_ns is %.3f, but the whole run took %.3f ns', t.fct_ns, r.simulatedSeconds * 1e9)")),
      List.of(equal("flowsFinished", COUNT, NUMBER_OF_ROWS), equal("slowdown.flows", COUNT, NUMBER_OF_ROWS),
          equal("fctSeconds.flows", COUNT, NUMBER_OF_ROWS),
          atMost("retransmittedBytes", "sum(t.retransmitted_bytes)", "the sum of retransmitted_bytes"),
          atMost("deliveredBytes + unrecoveredBytes", "sum(t.size_bytes)", "the sum of size_bytes"), slowdown("p50", "0.5"),
          slowdown("p95", "0.95"), slowdown("p99", "0.99"),
          about("slowdown.max", "max(t.slowdown)", "the largest slowdown", FOUR_DECIMALS), completion("p50", "0.5"),
          completion("p95", "0.95"), completion("p99", "0.99"),
          about("fctSeconds.max", "max(t.fct_ns) / 1e9", "the largest fct_ns in seconds", PICOSECONDS)));

  private static final Rules SLOWDOWN = new Rules(ResultFiles.SLOWDOWN, List.of(), List.of(
      contradiction("sizes are in order", "t.smallest_bytes > t.largest_bytes",
          "'smallest_bytes ' || t.smallest_bytes || ' is above largest_bytes ' || t.largest_bytes"),
      contradiction("percentiles are in order", "t.p50 > t.p95 OR t.p95 > t.p99 OR t.p99 > t.max OR t.mean > t.max",
          "printf('mean %.4f, p50 %.4f, p95 %.4f, p99 %.4f and max %.4f are not in order', t.mean, t.p50, t.p95, t.p99, t.max)"),
      contradiction("a class of sizes has flows", "t.flows = 0", "'flows is 0'")),
      List.of(equal("flowsFinished", "coalesce(sum(t.flows), 0)", "the sum of flows"),
          about("slowdown.max", "max(t.max)", "the largest max", FOUR_DECIMALS)));

  private static final Rules QUEUES = new Rules(ResultFiles.QUEUES, List.of("node", "port"), List.of(
      contradiction("percentiles are in order",
          "t.p50_bytes > t.p95_bytes OR t.p95_bytes > t.p99_bytes OR t.p99_bytes > t.max_bytes OR t.mean_bytes > t.max_bytes + 0.1",
          "printf('mean %.1f, p50 %d, p95 %d, p99 %d and max %d are not in order', t.mean_bytes, t.p50_bytes, t.p95_bytes,"
              + " t.p99_bytes, t.max_bytes)"),
      contradiction("there are percentiles of samples only", "(t.samples = 0) <> (t.mean_bytes IS NULL)",
          "'samples is ' || t.samples || ' and mean_bytes ' || coalesce(t.mean_bytes::VARCHAR, 'empty')"),
      contradiction("the port is in ports.csv alike",
          "t.run IN (SELECT run FROM ports) AND (t.run, t.node, t.port, t.peer, t.rate_bps) NOT IN"
              + " (SELECT (run, node, port, peer, rate_bps) FROM ports)",
          NODE_PORT + " || ' has no such peer and rate in ports.csv'")),
      List.of(equal("queueBytes.samples", "coalesce(sum(t.samples), 0)", "the sum of samples"),
          equal("queueBytes.max", "max(t.max_bytes)", "the largest max_bytes")));

  private static final Rules QUEUE_LENGTHS = new Rules(ResultFiles.QUEUE_LENGTHS, List.of("largest_bytes"), List.of(),
      List.of(equal("queueBytes.samples", "coalesce(sum(t.samples), 0)", "the sum of samples")));

  /** Each total of the summary is the sum of its column. */
  private static final List<TotalRule> PORT_TOTALS = Arrays.stream(PortValue.values()).map(Rules::total).filter(Objects::nonNull)
      .toList();

  private static final Rules PORTS = new Rules(ResultFiles.PORTS, List.of("node", "port"), List.of(
      contradiction("frames have bytes", "(t.sent_frames = 0) <> (t.sent_bytes = 0) OR t.sent_bytes < t.sent_frames",
          "'sent_bytes is ' || t.sent_bytes || ' and sent_frames ' || t.sent_frames"),
      contradiction("a port that has sent was busy", "t.utilization > 0 AND t.sent_bytes = 0",
          "printf('utilization is %.6f, but sent_bytes is 0', t.utilization)"),
      contradiction("utilization is the time of sent_bytes, with preambles and gaps, over the simulated time",
          "r.simulatedSeconds > 0 AND (coalesce(r.degradedPorts, 0) = 0 AND t.utilization * " + RUN_NS + " > " + SENDING_NS
              + " + " + ROUNDING_NS + " OR t.utilization * " + RUN_NS + " < " + SENDING_NS + " - " + LAST_FRAME_NS + " - "
              + ROUNDING_NS + ")",
          "printf('utilization is %.6f, but sent_bytes, with preambles and gaps, take %.6f of the simulated time', t.utilization, "
              + SENDING_NS + " / " + RUN_NS + ")"),
      contradiction("a cable has two ends of one rate",
          "(t.run, t.node, t.peer, t.rate_bps) NOT IN (SELECT (run, peer, node, rate_bps) FROM ports)",
          NODE_PORT + " || ' has no port of its rate at the other end, node ' || t.peer")),
      Stream.concat(PORT_TOTALS.stream(), Stream.of(
          equal("packetHops",
              "sum(t.sent_frames) + coalesce(any_value(r.packetHopsAfterEnd), 0) - coalesce(any_value(r.packetHopsCredited), 0)",
              "the sum of sent_frames, with packetHopsAfterEnd and without packetHopsCredited"),
          equal("wireBytes",
              "sum(t.sent_bytes + CASE r.framing WHEN 'reference' THEN 0 ELSE 20 END * t.sent_frames)"
                  + " + coalesce(any_value(r.wireBytesAfterEnd), 0)",
              "the sum of sent_bytes, with preambles and gaps and wireBytesAfterEnd")))
          .toList());

  private static final Rules NODES = new Rules(ResultFiles.NODES, List.of("node"), List.of(
      contradiction("no two nodes have one name",
          "(t.run, t.name) IN (SELECT (run, name) FROM nodes GROUP BY run, name HAVING count(*) > 1)",
          "'node ' || t.node || ' has a name that another row has too'"),
      contradiction("the node is the same in ports.csv",
          "t.ports > 0 AND t.run IN (SELECT run FROM ports) AND (t.run, t.node, t.kind, t.ports) NOT IN"
              + " (SELECT (run, node, kind, count(*)) FROM ports GROUP BY run, node, kind)",
          "'node ' || t.node || ' has no such kind and number of ports in ports.csv'")),
      List.of());

  private static final Rules PAUSES = new Rules(ResultFiles.PAUSES, List.of(), List.of(PORT_EXISTS), List.of(
      atMost("pfcPauses", "count(*) FILTER (t.state = 'pause' AND (t.run, t.node, t.port) NOT IN (" + PORTS_TO_HOSTS + "))",
          "the number of rows with state pause at ports to switches")));

  private static final Rules DROPS = new Rules(ResultFiles.DROPS, List.of(), List.of(STREAM_EXISTS, PORT_EXISTS),
      List.of(equal("drops", lost("buffer"), "the number of rows with cause buffer"),
          equal("lostPackets.buffer", lost("buffer"), "the number of rows with cause buffer"),
          equal("lostPackets.linkDown", lost("link-down"), "the number of rows with cause link-down"),
          equal("lostPackets.random", lost("random"), "the number of rows with cause random"),
          equal("lostPackets.noRoute", lost("no-route"), "the number of rows with cause no-route")));

  private static final Rules STALLED = new Rules(ResultFiles.STALLED, List.of("flow"), List.of(
      FLOW_EXISTS, SOURCE_IS_HOST, DESTINATION_IS_HOST,
      contradiction("sent and acknowledged bytes are a part of the flow",
          "t.acked_bytes > t.sent_bytes OR t.sent_bytes > t.size_bytes",
          "'acked_bytes ' || t.acked_bytes || ', sent_bytes ' || t.sent_bytes || ' and size_bytes ' || t.size_bytes || ' are"
              + " not in order'"),
      contradiction("a flow that did not finish is not in flows.csv", "(t.run, t.flow) IN (SELECT (run, flow) FROM flows)",
          "'flow ' || t.flow || ' is in flows.csv too, as finished'")),
      List.of(equal("stalledFlows", COUNT, NUMBER_OF_ROWS)));

  private static final Rules COLLECTIVES = new Rules(JobFiles.COLLECTIVES, List.of("job", "number"), List.of(
      contradiction("what has completed has started, and has rates",
          "(t.duration_ns IS NULL) <> (t.algbw_bps IS NULL) OR (t.duration_ns IS NULL) <> (t.busbw_bps IS NULL)"
              + " OR (t.duration_ns IS NULL) <> (t.slowest_rank IS NULL) OR (t.duration_ns IS NOT NULL AND t.start_ns IS NULL)",
          "'of start_ns, duration_ns, algbw_bps, busbw_bps and slowest_rank some are empty'"),
      contradiction("algbw_bps is size_bytes over duration_ns",
          "abs(t.algbw_bps - 8e9 * t.size_bytes / t.duration_ns) > 1 + 1e-9 * t.algbw_bps",
          "printf('algbw_bps is %d, but size_bytes over duration_ns is %.0f', t.algbw_bps, 8e9 * t.size_bytes / t.duration_ns)"),
      contradiction("busbw_bps is at most twice algbw_bps", "t.busbw_bps > 2 * t.algbw_bps + 1",
          "printf('busbw_bps is %d, and algbw_bps only %d', t.busbw_bps, t.algbw_bps)"),
      contradiction("the slowest rank is one of the job's",
          "t.run IN (SELECT run FROM ranks) AND t.slowest_rank IS NOT NULL"
              + " AND (t.run, t.job, t.slowest_rank) NOT IN (SELECT (run, job, rank) FROM ranks)",
          "'slowest_rank ' || t.slowest_rank || ' is not in ranks.csv'")),
      List.of());

  private static final Rules RANKS = new Rules(JobFiles.RANKS, List.of("job", "rank"), List.of(
      contradiction("operations done are a part of all", "t.operations_done > t.operations",
          "'operations_done ' || t.operations_done || ' is above operations ' || t.operations"),
      contradiction("a rank has ended when all its operations have",
          "(t.end_ns IS NULL) <> (t.operations_done < t.operations) OR (t.end_ns IS NULL) <> (t.exposed_ns IS NULL)",
          "t.operations_done || ' of ' || t.operations || ' operations are done, and end_ns is '"
              + " || coalesce(t.end_ns::VARCHAR, 'empty') || ', exposed_ns ' || coalesce(t.exposed_ns::VARCHAR, 'empty')"),
      contradiction("a rank computed and waited from its job's start to its end",
          "t.end_ns < t.compute_ns + t.exposed_ns - 0.002",
          "printf('compute_ns %.3f and exposed_ns %.3f are more than end_ns %.3f', t.compute_ns, t.exposed_ns, t.end_ns)"),
      contradiction("the host has a port",
          "t.run IN (SELECT run FROM ports) AND (t.run, t.host, 'host') NOT IN (SELECT (run, node, kind) FROM ports)",
          "'host ' || t.host || ' is not in ports.csv'")),
      List.of());

  private static final Rules FLOW_SERIES = new Rules(ResultFiles.FLOW_SERIES, List.of(), List.of(STREAM_EXISTS), List.of());

  private static final Rules PORT_SERIES = new Rules(ResultFiles.PORT_SERIES, List.of(), List.of(PORT_EXISTS), List.of());

  private static final Rules RANK_SERIES = new Rules(JobFiles.RANK_SERIES, List.of("time_ns", "job", "rank"), List.of(
      contradiction("the rank is in ranks.csv",
          "t.run IN (SELECT run FROM ranks) AND (t.run, t.job, t.rank) NOT IN (SELECT (run, job, rank) FROM ranks)",
          "'rank ' || t.rank || ' of ' || t.job || ' is not in ranks.csv'"),
      contradiction("a rank computes at most all the time", "t.computing < 0 OR t.computing > 1",
          "printf('computing is %.4f, outside 0 to 1', t.computing)")),
      List.of());

  /** Rules of all tables. */
  static final List<Rules> ALL = List.of(FLOWS, SLOWDOWN, QUEUES, QUEUE_LENGTHS, PORTS, NODES, PAUSES, DROPS, STALLED,
      COLLECTIVES, RANKS, FLOW_SERIES, PORT_SERIES, RANK_SERIES);

  private static RowRule host(String column) {
    return contradiction(column + " is a host",
        "t.run IN (SELECT run FROM ports) AND (t.run, t." + column + ", 'host') NOT IN (SELECT (run, node, kind) FROM ports)",
        "'" + column + " ' || t." + column + " || ' is not a host in ports.csv'");
  }

  private static @Nullable TotalRule total(PortValue value) {
    Column column = value.columns().atEnd();
    Measure total = value.total();
    if (column == null || !total.isInSummary()) {
      return null;
    }
    boolean sum = total.adding() == Adding.SUM;
    String found = (sum ? "sum" : "max") + "(t." + column.name() + ")";
    String what = (sum ? "the sum of " : "the largest ") + column.name();
    return total.unit() == MeasureUnit.PICOSECONDS
        ? about(total.key(), found + " / 1e9", what + " in seconds", PICOSECONDS)
        : equal(total.key(), found, what);
  }

  private static TotalRule slowdown(String quantile, String share) {
    return about("slowdown." + quantile, Quantile.sql("t.slowdown", share), "the quantile " + share + " of slowdown",
        FOUR_DECIMALS);
  }

  private static TotalRule completion(String quantile, String share) {
    return about("fctSeconds." + quantile, Quantile.sql("t.fct_ns", share) + " / 1e9",
        "the quantile " + share + " of fct_ns in seconds", PICOSECONDS);
  }

  private static String lost(String why) {
    return "count(*) FILTER (t.reason = '" + why + "')";
  }
}
