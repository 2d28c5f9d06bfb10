package dev.inflight.livetools.watch;

import dev.inflight.sim.measure.Rate;
import dev.inflight.telemetry.HopRecords;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.Hops;

/**
 * A link that telemetry reports. How busy it is comes from what it reports of itself, or from two of its records: the bytes that it sent
 * between them over the time by its own clock. Records that are older than one before, or too far from it, are not compared.
 */
final class WatchedLink {
  /** The unit of a link's queue. */
  enum QueueUnit {
    /** Bytes that wait. */
    BYTES,
    /** Picoseconds until the queue would be empty. */
    PICOSECONDS,
    /** Bytes in flight over the link, queued ones too, in millionths of its bandwidth-delay product. */
    BDP_MILLIONTHS
  }

  private static final long PS_PER_NS = 1000;
  private static final double PS_BIT_PER_BYTE_S = 8e12;
  private static final long LONGEST_GAP_PS = 1_000_000_000_000L;
  private static final double FASTEST_BITS_PER_SEC = 1.6e12;
  /** Counters have units, and clocks of several pipelines are not quite the same. */
  private static final double TOLERANCE = 1.25;
  private static final double TOLERANCE_BYTES = 65_536;
  private static final int STALE_BEFORE_NEW_START = 64;

  /** Format and kind of the name: see {@link WatchedLinks}. */
  int code;
  /** The name itself. */
  long name;
  /** The unit of its queue. */
  QueueUnit measure = QueueUnit.BYTES;
  /** Its rate, in bit/s, 0 when no record has said it. */
  long rateBitsPerSec;
  /** Since the last report. */
  final LinkStats interval = new LinkStats();
  /** Up to the last report. */
  final LinkStats total = new LinkStats();

  private boolean started;
  private long timePs;
  private long sentBytes;
  private long arrivalNs;
  private int stale;

  /** Makes it another link, of which nothing is known. */
  void become(int newCode, long newName) {
    code = newCode;
    name = newName;
    measure = QueueUnit.BYTES;
    rateBitsPerSec = 0;
    interval.clear();
    total.clear();
    started = false;
    stale = 0;
  }

  /** Records of it so far. */
  long records() {
    return interval.records + total.records;
  }

  /** Takes in what one hop of a report says. */
  void take(Hops hops, int hop, long nowNs) {
    interval.records++;
    if (HopRecords.isKnown(hops, hop)) {
      interval.queue.add(hops.queueBytes(hop));
    }
    long rate = hops.rateBitsPerSec(hop);
    if (rate == 0) {
      interval.incomplete++;
      return;
    }
    if (rate != LinkRates.UNKNOWN_RATE) {
      rateBitsPerSec = rate;
    }
    double use = hops.utilization(hop);
    if (use >= 0) {
      reports(use);
    } else if (hops.hasClock()) {
      compare(hops.timePs(hop), hops.timeModulusPs(), hops.sentBytes(hop), hops.sentModulusBytes(), nowNs);
    }
  }

  /** Takes in an answer about its queue. */
  void takeQueue(QueueUnit unit, long value) {
    interval.records++;
    measure = unit;
    interval.queue.add(value);
  }

  /** Takes in an answer about its use. */
  void takeUse(double use) {
    interval.records++;
    reports(use);
  }

  private void reports(double use) {
    interval.reportedUse += use;
    interval.reportedUses++;
  }

  private void compare(long time, long timeModulus, long sent, long sentModulus, long nowNs) {
    long halfTurnPs = Math.min(timeModulus / 2, LONGEST_GAP_PS);
    long gapNs = nowNs - arrivalNs;
    if (!started || gapNs < 0 || gapNs > halfTurnPs / PS_PER_NS) {
      begin(time, sent, nowNs);
      return;
    }
    long elapsed = time - timePs;
    if (elapsed < 0) {
      elapsed += timeModulus;
    }
    if (elapsed > timeModulus / 2) { // older than the one before
      if (++stale == STALE_BEFORE_NEW_START) {
        begin(time, sent, nowNs);
      }
      return;
    }
    stale = 0;
    if (elapsed == 0) {
      return; // what was sent within one tick counts with the next one
    }
    long bytes = sent - sentBytes;
    if (bytes < 0) {
      bytes += sentModulus;
    }
    double most = elapsed * (rateBitsPerSec == 0 ? FASTEST_BITS_PER_SEC : rateBitsPerSec) / PS_BIT_PER_BYTE_S;
    if (elapsed - gapNs * PS_PER_NS <= halfTurnPs && most < sentModulus && bytes <= most * TOLERANCE + TOLERANCE_BYTES) {
      interval.elapsedPs += elapsed;
      interval.sentBytes += bytes;
    }
    begin(time, sent, nowNs);
  }

  private void begin(long time, long sent, long nowNs) {
    started = true;
    stale = 0;
    timePs = time;
    sentBytes = sent;
    arrivalNs = nowNs;
  }

  /** What has been said since the last report belongs to the past. */
  void endInterval() {
    total.add(interval);
    interval.clear();
  }

  /** Bits a second that it sent while it was looked at; negative when that is unknown. */
  double sentBitsPerSec(LinkStats stats) {
    return stats.elapsedPs == 0 ? -1 : Rate.bitsPerSec(stats.sentBytes, stats.elapsedPs);
  }

  /** How busy it was, 0 to 1 and a little more where counters have coarse units; negative when that is unknown. */
  double use(LinkStats stats) {
    if (stats.reportedUses > 0) {
      return stats.reportedUse / stats.reportedUses;
    }
    return rateBitsPerSec == 0 || stats.elapsedPs == 0 ? -1 : sentBitsPerSec(stats) / rateBitsPerSec;
  }
}
