package dev.inflight.net.feedback;

import dev.inflight.cc.LinkChoice;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.telemetry.util.LinkHistory;
import org.jspecify.annotations.Nullable;

/** The receiver's reduction of one flow's telemetry: a report of the link with the most bytes in flight. */
public final class ChosenLink {
  private final LinkChoice choice;
  private final TelemetryCodec format;
  private final LinkHistory past = new LinkHistory();

  private ChosenLink(LinkChoice choice, TelemetryCodec format) {
    this.choice = choice;
    this.format = format;
  }

  /** Makes the object of a new flow if receivers choose links and get telemetry; null otherwise. */
  public static @Nullable ChosenLink of(Flow flow, @Nullable ReceiverControls choices, @Nullable TelemetryCodec format) {
    return choices == null || format == null ? null : new ChosenLink(choices.choice(flow), format);
  }

  /**
   * Replaces a packet's header by the report. An unreadable header leaves no report.
   *
   * @param hops filled by this call
   */
  public void report(Packet packet, Hops hops) {
    DecodeStatus outcome = format.read(packet.telemetry, 0, packet.telemetryBytes, hops);
    if (outcome != DecodeStatus.READ) {
      packet.telemetryBytes = 0;
      return;
    }
    if (hops.count() == 0) {
      LinkReport.writeNothing(packet.telemetry, 0);
    } else {
      LinkReport.write(packet.telemetry, 0, hops, choice.choose(hops, packet.timePs, past), past);
    }
    packet.telemetryBytes = LinkReport.BYTES;
  }
}
