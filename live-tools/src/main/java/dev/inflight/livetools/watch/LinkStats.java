package dev.inflight.livetools.watch;

/** Statistics of one link's telemetry over an interval. Adding allocates nothing. */
final class LinkStats {
  /** Records of the link. */
  long records;
  /** Records among them that lacked data for a measurement. */
  long incomplete;
  /** Time between compared records, by the link's clock, in picoseconds. */
  double elapsedPs;
  /** Bytes that the link sent in that time. */
  double sentBytes;
  /** Sum of the utilizations that the link reported. */
  double reportedUse;
  /** Number of these utilizations. */
  long reportedUses;
  /** Lengths of the queue, in the unit of {@link WatchedLink.QueueUnit}. */
  final ValueHistogram queue = new ValueHistogram();

  /** Adds the statistics of another interval. */
  void add(LinkStats other) {
    records += other.records;
    incomplete += other.incomplete;
    elapsedPs += other.elapsedPs;
    sentBytes += other.sentBytes;
    reportedUse += other.reportedUse;
    reportedUses += other.reportedUses;
    queue.add(other.queue);
  }

  /** Resets the statistics. */
  void clear() {
    records = 0;
    incomplete = 0;
    elapsedPs = 0;
    sentBytes = 0;
    reportedUse = 0;
    reportedUses = 0;
    queue.clear();
  }
}
