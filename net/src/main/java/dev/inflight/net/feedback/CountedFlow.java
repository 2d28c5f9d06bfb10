package dev.inflight.net.feedback;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.report.Reflection;
import org.jspecify.annotations.Nullable;

/** One flow in its receiver's count, which the receiver reports to a sender that decides (draft-miao-rtgwg-hpccplus §5). */
public final class CountedFlow extends FlowCount.Entry {
  private final TelemetryCodec format;
  private final boolean emptyIsQuiet;
  private int flows;

  private CountedFlow(long baseRttPs, TelemetryCodec format, boolean emptyIsQuiet) {
    super(baseRttPs);
    this.format = format;
    this.emptyIsQuiet = emptyIsQuiet;
  }

  /**
   * Makes the object of a new flow if receivers count for senders; null otherwise.
   *
   * @param counts returns T of a flow; null if receivers do not count for senders
   * @param emptyIsQuiet true if a header without records means that no queue builds up
   */
  public static @Nullable CountedFlow of(Flow flow, @Nullable ReceiverControls counts, @Nullable TelemetryCodec format,
      boolean emptyIsQuiet) {
    return counts == null || format == null ? null : new CountedFlow(counts.path(flow).baseRttPs(), format, emptyIsQuiet);
  }

  /**
   * Counts an arrived packet of the flow, with or without telemetry. A flow behind a long queue may be silent for long, because
   * its sender waits for acknowledgements.
   *
   * @param count counts the flows that share the last link
   * @param hops filled if the packet carries telemetry
   */
  public void arrived(Packet packet, FlowCount count, Hops hops) {
    if (packet.telemetryBytes > 0 && packet.kind.measured) {
      DecodeStatus outcome = format.read(packet.telemetry, 0, packet.telemetryBytes, hops);
      if (outcome == DecodeStatus.READ && (hops.count() > 0 || emptyIsQuiet)) {
        queueingPs = queueingPs(hops);
      }
    }
    flows = count.arrived(this, packet.timePs, queueingPs);
  }

  /** Adds the number of flows at the flow's newest arrival behind an answer's telemetry, if it has any. */
  void report(Packet answer) {
    if (answer.telemetryBytes > 0 && answer.kind.reportsProgress()) {
      Reflection.writeFlows(answer.telemetry, answer.telemetryBytes, flows);
      answer.telemetryBytes += Reflection.FLOWS_BYTES;
    }
  }
}
