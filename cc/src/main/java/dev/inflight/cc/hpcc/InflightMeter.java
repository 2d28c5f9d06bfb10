package dev.inflight.cc.hpcc;

import dev.inflight.telemetry.Hops;

/**
 * MeasureInflight: the normalized bytes in flight on the busiest link of a path (HPCC Algorithm 1, lines 1-10; equations 1-2),
 * from two successive reports. U starts at 1, because a new flow sends at line rate.
 *
 * <p>Nanoseconds, doubles and the order of operations are those of the authors' simulator, so both agree to the last bit.
 */
final class InflightMeter {
  private static final double PS_PER_NS = 1000.0;

  private final boolean received;
  private final long lineRateBitsPerSec;
  private final double bdpBytes;
  private final double baseRttNs;
  private final boolean unknownIsZero;
  private double utilization = 1;
  private int chosenHop = -1;
  private boolean standing;

  /**
   * Creates the meter of one flow.
   *
   * @param unknownIsZero true if a hop without an earlier record is compared with zeros, as in the authors' simulator; false if
   *     it is skipped
   * @param received true to use the rate of arrival at a port instead of that of departure (HPCC §3.4, rxRate): arrived bytes
   *     are the sent bytes plus the growth of the queue
   */
  InflightMeter(long lineRateBitsPerSec, double bdpBytes, long baseRttPs, boolean unknownIsZero, boolean received) {
    this.unknownIsZero = unknownIsZero;
    this.received = received;
    this.lineRateBitsPerSec = lineRateBitsPerSec;
    this.bdpBytes = bdpBytes;
    this.baseRttNs = baseRttPs / PS_PER_NS;
  }

  /** U, the moving average. */
  double utilization() {
    return utilization;
  }

  /**
   * Updates U from two reports. A hop of unknown rate is skipped, as is a hop with a clock that did not advance (two packets
   * within one tick).
   *
   * @param gapPs time between the arrivals of both reports, in picoseconds; it replaces the time between stamps in formats
   *     without stamps
   * @param skipEmptyQueues true to skip hops with an empty queue; if all are empty, nothing is measured
   * @param part true if the report leaves out links of the path, one of which may be the busiest: it can raise U but not lower it
   * @return false if nothing was measured and U is unchanged
   */
  boolean measure(Hops hops, Hops earlier, long gapPs, boolean skipEmptyQueues, boolean part) {
    double busiest = 0; // line 2
    double tauNs = 0;
    boolean measured = false;
    int busiestHop = -1;
    boolean clock = hops.hasClock();
    for (int hop = 0; hop < hops.count(); hop++) { // line 3
      double rate = hops.rateBitsPerSec(hop);
      double elapsedNs = (clock ? hops.elapsedPs(hop, earlier) : gapPs) / PS_PER_NS;
      long queue = hops.queueBytes(hop);
      if (rate == 0 || elapsedNs == 0 || skipEmptyQueues && queue == 0 || !unknownIsZero && !earlier.isKnown(hop)) {
        continue;
      }
      measured = true;
      double u = load(hops, earlier, hop, elapsedNs);
      if (u > busiest) { // lines 6-7
        busiest = u;
        tauNs = elapsedNs;
        busiestHop = hop;
      }
    }
    if (!measured || part && busiest <= utilization) {
      return false;
    }
    chosenHop = busiestHop;
    standing = false;
    average(busiest, tauNs);
    return true;
  }

  /** Hop of the busiest link in the last measured report; -1 if none was busy. */
  int busiestHop() {
    return chosenHop;
  }

  /**
   * u2: the switch's own measurement, or line 4 divided by B: the share of {@code elapsedNs}, above 0, in which a link of known
   * rate was sending.
   */
  static double use(Hops hops, Hops earlier, int hop, double elapsedNs) {
    double u = hops.utilization(hop);
    if (u < 0) {
      double txRate = hops.bytesSince(hop, earlier) * 8.0 / (elapsedNs * 1e-9); // line 4
      double rate = hops.rateBitsPerSec(hop);
      u = txRate / rate;
    }
    return u;
  }

  /** Lines 4-5: a hop's u' from two reports of it, with a known rate and {@code elapsedNs} above 0 between them. */
  double load(Hops hops, Hops earlier, int hop, double elapsedNs) {
    double rate = hops.rateBitsPerSec(hop);
    long queue = hops.queueBytes(hop);
    long queueBefore = earlier.queueBytes(hop);
    double u = use(hops, earlier, hop, elapsedNs);
    if (received) {
      double grown = (queue - queueBefore) * 8.0 / (elapsedNs * 1e-9);
      u = Math.max(0, u + grown / rate); // units of different size may make it negative
    }
    long standing = Math.min(queue, queueBefore);
    if (standing > 0) {
      u += (double) standing * lineRateBitsPerSec / rate / bdpBytes; // line 5: B_NIC / (B * W_init) = 8 / (B * T)
    }
    return u;
  }

  private void average(double busiest, double elapsedNs) {
    double tauNs = Math.min(elapsedNs, baseRttNs); // line 8
    utilization = (utilization * (baseRttNs - tauNs) + busiest * tauNs) / baseRttNs; // line 9
  }

  /** Restarts the average after the flow has moved to other links: U is 1 again, as at the start. */
  void restart() {
    utilization = 1;
  }

  /**
   * Updates U from the last link of a report, which is always busy because of a persistent queue. The report does not describe
   * later links, so U decreases only if such a report has raised it.
   *
   * @return false if nothing was measured
   */
  boolean takeStanding(Hops report) {
    int hop = report.count() - 1;
    if (hop < 0 || !report.isKnown(hop)) {
      return false;
    }
    double u = 1 + (double) report.queueBytes(hop) * lineRateBitsPerSec / report.rateBitsPerSec(hop) / bdpBytes;
    if (u < utilization && !standing) {
      return false;
    }
    utilization = u;
    standing = true;
    return true;
  }

  /** Sets U to the switches' average: the busiest link's normalized bytes in flight (HPCC-PINT). */
  void takeAverage(double inflight) {
    utilization = inflight;
  }

  /**
   * Updates U from an acknowledgement's u' of the whole path's busiest link (draft-miao-ccwg-hpcc-info-04 §3.1).
   *
   * @param gapPs time since the previous report, in picoseconds
   */
  void take(double busiest, long gapPs) {
    average(busiest, gapPs / PS_PER_NS);
  }
}
