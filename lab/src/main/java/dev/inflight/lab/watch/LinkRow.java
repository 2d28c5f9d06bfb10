package dev.inflight.lab.watch;

import java.util.Comparator;
import java.util.List;

/**
 * One link over some time, for people.
 *
 * @param format whose telemetry tells of it
 * @param name what that calls it
 * @param rateBitsPerSec its rate; 0 when nobody has said it
 * @param use how busy it was, 0 to 1; negative when that cannot be told
 * @param sentBitsPerSec what it sent while it was looked at; negative when that cannot be told
 * @param seen share of the time in which it was looked at, by records that can be compared; 0 where it reports its use itself
 * @param measure what the queue is told in
 * @param queues how many queues were told; 0 when none
 * @param queueP50 what half of them do not exceed
 * @param queueP95 what 95 % of them do not exceed
 * @param queueMost the longest one
 * @param queueMean their mean
 * @param records how often telemetry told of it
 * @param incomplete how often not all of it
 */
record LinkRow(String format, String name, long rateBitsPerSec, double use, double sentBitsPerSec, double seen,
    WatchedLink.Measure measure, long queues, long queueP50, long queueP95, long queueMost, double queueMean, long records,
    long incomplete) {
  private static final double MEDIAN = 0.5;
  private static final double MOST_OF_THEM = 0.95;
  private static final double MILLION = 1e6;

  /** A link over a time of so many picoseconds. */
  static LinkRow of(TelemetryCollector collector, WatchedLink link, LinkStats stats, double elapsedPs) {
    ValueHistogram queue = stats.queue;
    return new LinkRow(collector.formatName(LinkTable.format(link)), collector.linkName(link), link.rateBitsPerSec,
        link.use(stats), link.sentBitsPerSec(stats), elapsedPs == 0 ? 0 : stats.elapsedPs / elapsedPs, link.measure,
        queue.count(),
        queue.atMost(MEDIAN), queue.atMost(MOST_OF_THEM), queue.most(), queue.mean(), stats.records, stats.incomplete);
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
    return Comparator.comparingDouble(LinkRow::busy).thenComparingDouble(LinkRow::sentBitsPerSec)
        .thenComparingLong(LinkRow::records).reversed().thenComparing(LinkRow::format).thenComparing(LinkRow::name);
  }

  /** What links are compared by: their use, or what is in flight over their bandwidth-delay product; negative when neither is told. */
  private double busy() {
    return use < 0 && measure == WatchedLink.Measure.BDP_MILLIONTHS ? queueMean / MILLION : use;
  }
}
