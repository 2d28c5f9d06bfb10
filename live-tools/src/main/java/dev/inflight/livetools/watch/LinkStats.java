package dev.inflight.livetools.watch;

/** What telemetry has said of one link over some time. Adding allocates nothing. */
final class LinkStats {
  /** Records of the link. */
  long records;
  /** Records among them that lacked what is needed to measure the link. */
  long incomplete;
  /** Time between records that were compared, by the link's clock, in picoseconds. */
  double elapsedPs;
  /** Bytes that the link sent in that time. */
  double sentBytes;
  /** Utilizations that the link reported of itself, added up. */
  double reportedUse;
  /** How many those were. */
  long reportedUses;
  /** The queue, in the unit of {@link WatchedLink.QueueUnit}. */
  final ValueHistogram queue = new ValueHistogram();

  /** Adds what was said in another time. */
  void add(LinkStats other) {
    records += other.records;
    incomplete += other.incomplete;
    elapsedPs += other.elapsedPs;
    sentBytes += other.sentBytes;
    reportedUse += other.reportedUse;
    reportedUses += other.reportedUses;
    queue.add(other.queue);
  }

  /** Forgets all. */
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
