package dev.inflight.net.host;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.report.ReplayWindow;
import dev.inflight.telemetry.report.ReportMac;

import org.jspecify.annotations.Nullable;

/** Reads what a flow's receiver sends back of the telemetry, checks its seal where there is one, and counts what it finds. */
final class ReportReader {
  private final int flow;
  private final TelemetryFormat format;
  private final @Nullable ReportMac seal;
  private final HostCounters counters;
  private final ReplayWindow replays = new ReplayWindow();

  ReportReader(int flow, TelemetryFormat format, @Nullable ReportMac seal, HostCounters counters) {
    this.flow = flow;
    this.format = format;
    this.seal = seal;
    this.counters = counters;
  }

  /** Reads an acknowledgement's report; what cannot be read, or does not come from the receiver, leaves no hops. */
  void read(Packet ack, Hops into) {
    readSealed(ack, into);
    if (into.count() > 0 || into.answered() != null) {
      counters.acksWithHops++;
    }
    if (into.cutOff()) {
      counters.acksCutOff++;
    }
  }

  private void readSealed(Packet ack, Hops into) {
    int length = ack.telemetryBytes;
    if (seal != null && length > 0) { // not every acknowledgement brings telemetry, and then there is nothing to seal
      length -= ReportMac.BYTES;
      if (length < 0 || !seal.matches(ack.telemetry, 0, length, flow, ack.sequence)) {
        counters.forgedReports++;
        into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
        return;
      }
      if (!replays.isNew(ReportMac.serial(ack.telemetry, length))) {
        counters.replayedReports++;
        into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
        return;
      }
    }
    format.read(ack.telemetry, 0, length, into);
  }
}
