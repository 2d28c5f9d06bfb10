package dev.inflight.net.fuzz;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.wire.FuzzTarget;
import java.util.Arrays;

/** The report of one link against any bytes, and the sender that uses it: one report after another, as many as there are. */
final class LinkReportFuzz implements FuzzTarget {
  private final LinkReport reader = new LinkReport();

  @Override
  public void accept(byte[] data) {
    CongestionControl flow = Hpcc.DEFAULT.start(PathFacts.of(100_000_000_000L, 13_000_000, 1000));
    long firstWindow = flow.windowBytes();
    var facts = new Feedback();
    byte[] before = data.clone();
    for (int at = 0; at <= data.length; at += LinkReport.BYTES) {
      DecodeStatus outcome = reader.read(data, at, data.length - at, facts.hops);
      if (outcome != DecodeStatus.READ && facts.hops.count() > 0) {
        throw new IllegalStateException("a link of a report that could not be read");
      }
      if (LinkReport.describe(data, at, data.length - at).outcome() != outcome) {
        throw new IllegalStateException("described is another outcome than read");
      }
      facts.nowPs += 1_000_000;
      facts.reportOrder = at + 1;
      facts.sentOrder = at + 2;
      flow.onAck(facts);
      if (flow.windowBytes() < 1 || flow.windowBytes() > firstWindow) {
        throw new IllegalStateException("a window of " + flow.windowBytes() + " bytes");
      }
    }
    if (!Arrays.equals(before, data)) {
      throw new IllegalStateException("reading changed the bytes");
    }
  }
}
