package dev.inflight.cc.hpcc;

import dev.inflight.cc.LinkChoice;
import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.util.LinkHistory;

/**
 * Choice of the link with the largest u' (HPCC Algorithm 1, lines 1-7), from the last two records of each link. While no rate is
 * known (first report of a path, or counters that may have wrapped), the choice is the link with the largest queue / B, which
 * also has the largest q / (B * T).
 */
final class BusiestLink implements LinkChoice {
  private static final double PS_PER_NS = 1000.0;

  private final InflightMeter meter;
  private final LinkRecords records;

  BusiestLink(PathFacts path, boolean received) {
    double lineBytes = path.lineRateBitsPerSec() * (path.baseRttPs() / 8e12);
    meter = new InflightMeter(path.lineRateBitsPerSec(), lineBytes, path.baseRttPs(), false, received);
    records = new LinkRecords(path.baseRttPs());
  }

  @Override
  public int choose(Hops report, long nowPs, LinkHistory past) {
    boolean comparable = records.lineUp(report, nowPs);
    Hops before = records.before();
    boolean measured = comparable && meter.measure(report, before, 0, false, false);
    int hop = measured && meter.busiestHop() >= 0 ? meter.busiestHop() : longestQueue(report);
    long elapsedPs = comparable && report.isKnown(hop) && before.isKnown(hop) ? report.elapsedPs(hop, before) : 0;
    if (elapsedPs > 0) {
      past.compared(elapsedPs, InflightMeter.use(report, before, hop, elapsedPs / PS_PER_NS), before.queueBytes(hop));
    } else if (comparable) {
      past.compared(0, 0, report.queueBytes(hop)); // no time has passed, so the report contains nothing new
    } else {
      past.notCompared();
    }
    past.path(records.isNewPath(), records.isPart());
    records.take(report, nowPs);
    return hop;
  }

  private static int longestQueue(Hops report) {
    int longest = 0;
    double seconds = -1;
    for (int hop = 0; hop < report.count(); hop++) {
      double own = report.isKnown(hop) ? (double) report.queueBytes(hop) / report.rateBitsPerSec(hop) : -1;
      if (own > seconds) {
        longest = hop;
        seconds = own;
      }
    }
    return longest;
  }
}
