package dev.inflight.cc.hpcc;

import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.LinkHistory;
import org.jspecify.annotations.Nullable;

/**
 * L in Algorithm 1: what was reported before of each link of a flow's path, for the next report to be compared with. Nearly every report
 * names the links of the one before it. One that does not may come from another path, or from a part of the path: then each of its hops is
 * looked for by the identity of its link (node and egress port). Where a format names no links, its hops are compared with those of the
 * last report of the same path identity and number of hops, and of no other; where it names no path either, with those of the report right
 * before. So records of two links are never compared, as far as the format distinguishes links.
 *
 * <p>A report is one of a <em>part</em> of the path when it has fewer hops than one that came within the last base RTT, and names no
 * link of which there is no record. It says nothing of the links that it leaves out, so it may show more load than is known of, but not
 * less.
 *
 * <p>A report of one link brings its past along ({@link Hops#past}), and is compared with that alone.
 *
 * <p>A report of a <em>new path</em> is one that is not of a part and names a link, or a path, of which there is no record. It starts
 * new records (HPCC §4.1), and what was averaged over the links of the old path is no longer true.
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

  public LinkRecords(long baseRttPs) {
    this.baseRttPs = baseRttPs;
  }

  /**
   * Looks for the earlier record of each hop of a report, which {@link #before} then has at the same index.
   *
   * @param nowPs when the report arrived, in picoseconds
   * @return whether there is one of each hop that can be measured, and the differences are certain ({@link Hops#follows})
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
    return comparable;
  }

  /** A report of one link, of which its receiver keeps the records: what these say is true here. */
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
      return false; // the first of all
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

  /** The earlier records, hop by hop as in the report that was lined up last. */
  public Hops before() {
    return before;
  }

  /** Whether the report that was lined up last names other links, or another path, than the one before it. */
  boolean isOther() {
    return other;
  }

  /** Whether the report that was lined up last is one of a part of the path. */
  public boolean isPart() {
    return part;
  }

  /** Whether the report that was lined up last is the first one of a new path. */
  public boolean isNewPath() {
    return newPath;
  }

  /** Keeps the report that was lined up last (line 27). */
  public void take(Hops report, long nowPs) {
    if (comparable) {
      before.advanceTo(report);
    } else {
      before.copyFrom(report); // the first one, or the first of a new path, or after a pause too long to compare
    }
    reportedAtPs = nowPs;
  }
}
