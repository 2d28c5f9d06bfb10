package dev.inflight.cc.hpcc;

import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.LinkHistory;
import org.jspecify.annotations.Nullable;

/**
 * L in Algorithm 1: earlier records of each link of a flow's path, with which the next report is compared. Nearly every report
 * names the same links as the previous one. A report with other links may come from another path, or from a part of the path:
 * its hops are then looked up by the identity of their links (node and egress port). If a format does not identify links, hops
 * are compared only with those of the last report of the same path identity and number of hops; if it does not identify the
 * path either, with those of the previous report. So records of two links are never compared, as far as the format
 * distinguishes links.
 *
 * <p>A report describes a <em>part</em> of the path if it has fewer hops than another report within the last base RTT, and
 * names only links with a record. It does not describe the links that it leaves out, so it may show a higher load than known,
 * but not a lower one.
 *
 * <p>A report of one link contains its history ({@link Hops#past}), and is compared with that alone.
 *
 * <p>The <em>last link</em> of the path, which is the receiver's, is that of the longest report that is not cut off: switches may
 * leave records out.
 *
 * <p>A report describes a <em>new path</em> if it does not describe a part and names a link, or a path, without a record. It
 * starts new records (HPCC §4.1), and averages over the links of the old path are no longer valid.
 */
public final class LinkRecords {
  private final long baseRttPs;
  private final Hops before = new Hops(8);
  private @Nullable LinkTable others;

  private long reportedAtPs;
  private int wholeHops;
  private long wholeAtPs;
  private boolean part;
  private boolean other;
  private boolean newPath;
  private boolean comparable;
  private int longestHops;
  private long lastLink; // of the longest report

  public LinkRecords(long baseRttPs) {
    this.baseRttPs = baseRttPs;
  }

  /**
   * Finds the earlier record of each hop of a report, which {@link #before} then has at the same index.
   *
   * @param nowPs arrival time of the report, in picoseconds
   * @return true if each hop that can be measured has an earlier record, and the differences are certain ({@link Hops#follows})
   */
  public boolean lineUp(Hops report, long nowPs) {
    if (!report.hasClock()) {
      LinkHistory past = report.past();
      if (past != null) {
        return takeOver(report, past, nowPs);
      }
      report.stampByArrival(nowPs);
    }
    other = !report.samePath(before);
    if (!other) {
      newPath = false;
      if (part && nowPs - wholeAtPs > baseRttPs) {
        isWhole(report);
      }
      comparable = report.isCertain(before, nowPs - reportedAtPs);
    } else {
      comparable = lineUpOther(report, nowPs);
    }
    if (report.count() >= longestHops && report.count() > 0 && !report.cutOff()) {
      longestHops = report.count();
      lastLink = report.link(longestHops - 1);
    }
    return comparable;
  }

  /**
   * True if this hop of the last report given to {@link #lineUp} is the last link of the path, as far as reports show it.
   *
   * @param hop index of the hop; -1 for none
   */
  boolean isLast(Hops report, int hop) {
    boolean atEnd = hop >= 0 && hop == report.count() - 1 && longestHops > 0 && !report.cutOff();
    return atEnd && report.link(hop) == lastLink && (lastLink != 0 || report.count() == longestHops);
  }

  /** Processes a report of one link. Its receiver keeps the link's records, so the comparison in the report is valid here. */
  private boolean takeOver(Hops report, LinkHistory past, long nowPs) {
    report.stampByArrival(nowPs);
    before.clear(report.timeModulusPs(), Long.MAX_VALUE);
    before.add(nowPs - past.elapsedPs(), report.sentBytes(0), past.queueBytesBefore(), report.rateBitsPerSec(0), report.link(0));
    comparable = past.isCompared();
    other = past.isNewPath();
    newPath = past.isNewPath();
    part = past.isPart();
    return comparable;
  }

  private void isWhole(Hops report) {
    part = false;
    wholeHops = report.count();
  }

  private boolean lineUpOther(Hops report, long nowPs) {
    newPath = false;
    if (before.count() == 0) {
      isWhole(report);
      return false; // the first report of all
    }
    LinkTable table = others;
    if (table == null) {
      table = new LinkTable();
      others = table;
    }
    table.keep(before, reportedAtPs);
    if (!part) {
      wholeAtPs = reportedAtPs;
    }
    before.copyFrom(report);
    int missing = 0;
    boolean certain = true;
    boolean linksNamed = false;
    for (int hop = 0; hop < report.count(); hop++) {
      linksNamed |= report.link(hop) != 0;
      if (!report.isKnown(hop)) {
        continue; // it is not measured
      }
      int at = report.link(hop) == 0 && !report.namesPath() ? LinkTable.NONE : table.find(report, hop);
      if (at == LinkTable.NONE) {
        missing++;
      } else if (report.isCertain(hop, table.records(), at, nowPs - table.arrivedPs(at))) {
        before.set(hop, table.records(), at);
      } else {
        certain = false;
      }
    }
    part = report.count() < wholeHops && nowPs - wholeAtPs <= baseRttPs && (missing == 0 || !linksNamed);
    newPath = missing > 0 && !part;
    if (!part) {
      isWhole(report);
    }
    return missing == 0 && certain;
  }

  /** Earlier records, hop by hop as in the last report given to {@link #lineUp}. */
  public Hops before() {
    return before;
  }

  /** True if the last report given to {@link #lineUp} names other links, or another path, than the previous one. */
  boolean isOther() {
    return other;
  }

  /** True if the last report given to {@link #lineUp} describes a part of the path. */
  public boolean isPart() {
    return part;
  }

  /** True if the last report given to {@link #lineUp} is the first one of a new path. */
  public boolean isNewPath() {
    return newPath;
  }

  /** Keeps the last report given to {@link #lineUp} (line 27). */
  public void take(Hops report, long nowPs) {
    if (comparable) {
      before.advanceTo(report);
    } else {
      before.copyFrom(report); // the first report, or the first of a new path, or after a pause too long to compare
    }
    reportedAtPs = nowPs;
  }
}
