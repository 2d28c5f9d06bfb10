package dev.inflight.livetools.watch;

import dev.inflight.sim.measure.Rate;
import dev.inflight.telemetry.HopRecords;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.Hops;

/**
 * Link that telemetry reports. Its utilization is reported, or computed from two records: the bytes sent between them, relative
 * to the link's rate and clock. Records that are older than the previous one, or too long after it, are not compared.
 */
final class WatchedLink {
  /** The unit of a link's queue. */
  enum QueueUnit {
    /** Waiting bytes. */
    BYTES,
    /** Picoseconds until the queue would be empty. */
    PICOSECONDS,
    /** Bytes in flight over the link, including queued ones, in millionths of its bandwidth-delay product. */
    BDP_MILLIONTHS
  }

  private static final long PS_PER_NS = 1000;
  private static final double PS_BIT_PER_BYTE_S = 8e12;
  private static final long LONGEST_GAP_PS = 1_000_000_000_000L;
  private static final double FASTEST_BITS_PER_SEC = 1.6e12;
  /** Tolerance for rates, because counters have coarse units, and clocks of several pipelines differ slightly. */
  private static final double TOLERANCE = 1.25;
  private static final double TOLERANCE_BYTES = 65_536;
  private static final int STALE_BEFORE_NEW_START = 64;

  /** Format and kind of the name: see {@link WatchedLinks}. */
  int code;
  /** Name of the link. */
  long name;
  /** Unit of its queue. */
  QueueUnit measure = QueueUnit.BYTES;
  /** Rate of the link, in bit/s; 0 if no record had it. */
  long rateBitsPerSec;
  /** Statistics since the last report. */
  final LinkStats interval = new LinkStats();
  /** Statistics up to the last report. */
  final LinkStats total = new LinkStats();

  private boolean started;
  private long timePs;
  private long sentBytes;
  private long arrivalNs;
  private int stale;

  /** Resets the object for another link without data. */
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

  /** Number of its records so far. */
  long records() {
    return interval.records + total.records;
  }

  /** Adds the record of one hop of a report. */
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

  /** Adds an answer about its queue. */
  void takeQueue(QueueUnit unit, long value) {
    interval.records++;
    measure = unit;
    interval.queue.add(value);
  }

  /** Adds an answer about its use. */
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
    if (elapsed > timeModulus / 2) { // older than the previous record
      if (++stale == STALE_BEFORE_NEW_START) {
        begin(time, sent, nowNs);
      }
      return;
    }
    stale = 0;
    if (elapsed == 0) {
      return; // bytes sent within one tick count with the next one
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

  /** Ends the interval: its statistics move into the total. */
  void endInterval() {
    total.add(interval);
    interval.clear();
  }

  /** Rate at which the link sent while observed, in bit/s; negative if unknown. */
  double sentBitsPerSec(LinkStats stats) {
    return stats.elapsedPs == 0 ? -1 : Rate.bitsPerSec(stats.sentBytes, stats.elapsedPs);
  }

  /** Utilization, 0 to 1, slightly more if counters have coarse units; negative if unknown. */
  double use(LinkStats stats) {
    if (stats.reportedUses > 0) {
      return stats.reportedUse / stats.reportedUses;
    }
    return rateBitsPerSec == 0 || stats.elapsedPs == 0 ? -1 : sentBitsPerSec(stats) / rateBitsPerSec;
  }
}
