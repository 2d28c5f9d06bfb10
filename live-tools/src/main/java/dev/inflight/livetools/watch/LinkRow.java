package dev.inflight.livetools.watch;

import dev.inflight.sim.measure.Rate;
import java.util.Comparator;
import java.util.List;

/**
 * One link over some time, for people.
 *
 * @param format the telemetry that reports it
 * @param name its name there
 * @param rateBitsPerSec its rate; 0 when it is not known
 * @param use how busy it was
 * @param queue its queue
 * @param records how many records of telemetry reported it
 * @param incomplete how many of those lacked something
 */
record LinkRow(String format, String name, long rateBitsPerSec, Use use, Queue queue, long records, long incomplete) {
  /**
   * How busy a link was.
   *
   * @param share 0 to 1; negative when it is not known
   * @param sentBitsPerSec what it sent while it was observed; negative when that is not known
   * @param seen share of the time in which it was observed, by records that can be compared; 0 where it reports its use itself
   */
  record Use(double share, double sentBitsPerSec, double seen) {
  }

  /**
   * The queue of a link.
   *
   * @param unit of its lengths
   * @param count how many lengths were reported; 0 when none
   * @param p50 what half of them do not exceed
   * @param p95 what 95 % of them do not exceed
   * @param most the longest one
   * @param mean their mean
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

  /** A link over a time of so many picoseconds. */
  static LinkRow of(TelemetryCollector collector, WatchedLink link, LinkStats stats, double elapsedPs) {
    var use = new Use(link.use(stats), link.sentBitsPerSec(stats), Rate.share(stats.elapsedPs, elapsedPs));
    return new LinkRow(collector.formatName(WatchedLinks.format(link)), collector.linkName(link), link.rateBitsPerSec, use,
        Queue.of(link.measure, stats.queue), stats.records, stats.incomplete);
  }

  /** These links since the last report, the busiest first. */
  static List<LinkRow> ofInterval(TelemetryCollector collector, double elapsedPs) {
    return collector.links().heardOf().stream().map(link -> of(collector, link, link.interval, elapsedPs)).sorted(busiestFirst())
        .toList();
  }

  /** All links up to the last report, the busiest first. */
  static List<LinkRow> ofAll(TelemetryCollector collector, double elapsedPs) {
    return collector.links().all().stream().map(link -> of(collector, link, link.total, elapsedPs)).sorted(busiestFirst())
        .toList();
  }

  private static Comparator<LinkRow> busiestFirst() {
    return Comparator.comparingDouble(LinkRow::busy).thenComparingDouble(row -> row.use.sentBitsPerSec)
        .thenComparingLong(LinkRow::records).reversed().thenComparing(LinkRow::format).thenComparing(LinkRow::name);
  }

  /** What links are compared by: their use, or what is in flight over their bandwidth-delay product; negative when neither is reported. */
  private double busy() {
    return use.share < 0 && queue.unit == WatchedLink.QueueUnit.BDP_MILLIONTHS ? queue.mean / MILLION : use.share;
  }
}
