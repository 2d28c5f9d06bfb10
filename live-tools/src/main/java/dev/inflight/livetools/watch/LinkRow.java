package dev.inflight.livetools.watch;

import dev.inflight.sim.measure.Rate;
import java.util.Comparator;
import java.util.List;

/**
 * Statistics of one link over an interval, for people.
 *
 * @param format telemetry format that reports it
 * @param name name of the link in that format
 * @param rateBitsPerSec rate of the link; 0 if unknown
 * @param use its utilization
 * @param queue its queue
 * @param records number of telemetry records that reported it
 * @param incomplete number of incomplete records among them
 */
record LinkRow(String format, String name, long rateBitsPerSec, Use use, Queue queue, long records, long incomplete) {
  /**
   * Utilization of a link.
   *
   * @param share 0 to 1; negative if unknown
   * @param sentBitsPerSec rate at which it sent while it was observed; negative if unknown
   * @param seen share of the time in which comparable records observed it; 0 if the link reports its use itself
   */
  record Use(double share, double sentBitsPerSec, double seen) {
  }

  /**
   * Queue of a link.
   *
   * @param unit unit of its lengths
   * @param count number of reported lengths, 0 or more
   * @param p50 median of the lengths
   * @param p95 95th percentile of the lengths
   * @param most the largest length
   * @param mean mean of the lengths
   */
  record Queue(WatchedLink.QueueUnit unit, long count, long p50, long p95, long most, double mean) {
    static Queue of(WatchedLink.QueueUnit unit, ValueHistogram lengths) {
      return new Queue(unit, lengths.count(), lengths.atMost(MEDIAN), lengths.atMost(MOST_OF_THEM), lengths.most(),
          lengths.mean());
    }
  }

  private static final double MEDIAN = 0.5;
  private static final double MOST_OF_THEM = 0.95;
  private static final double MILLION = 1e6;

  /** Row of a link over an interval of {@code elapsedPs} picoseconds. */
  static LinkRow of(TelemetryCollector collector, WatchedLink link, LinkStats stats, double elapsedPs) {
    var use = new Use(link.use(stats), link.sentBitsPerSec(stats), Rate.share(stats.elapsedPs, elapsedPs));
    return new LinkRow(collector.formatName(WatchedLinks.format(link)), collector.linkName(link), link.rateBitsPerSec, use,
        Queue.of(link.measure, stats.queue), stats.records, stats.incomplete);
  }

  /** Rows of the current interval, the busiest links first. */
  static List<LinkRow> ofInterval(TelemetryCollector collector, double elapsedPs) {
    return collector.links().withRecords().stream().map(link -> of(collector, link, link.interval, elapsedPs))
        .sorted(busiestFirst()).toList();
  }

  /** Rows of all links up to the last report, the busiest links first. */
  static List<LinkRow> ofAll(TelemetryCollector collector, double elapsedPs) {
    return collector.links().all().stream().map(link -> of(collector, link, link.total, elapsedPs)).sorted(busiestFirst())
        .toList();
  }

  private static Comparator<LinkRow> busiestFirst() {
    return Comparator.comparingDouble(LinkRow::busy).thenComparingDouble(row -> row.use.sentBitsPerSec)
        .thenComparingLong(LinkRow::records).reversed().thenComparing(LinkRow::format).thenComparing(LinkRow::name);
  }

  /** Sort key of links: their use, or their bytes in flight over the bandwidth-delay product; negative if neither is reported. */
  private double busy() {
    return use.share < 0 && queue.unit == WatchedLink.QueueUnit.BDP_MILLIONTHS ? queue.mean / MILLION : use.share;
  }
}
