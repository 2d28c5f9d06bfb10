package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Segmentation;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.nic.NicFlow;
import dev.inflight.net.recovery.RecoverySender;
import dev.inflight.telemetry.TelemetryCodec;
import org.jspecify.annotations.Nullable;

/**
 * The outgoing side of a flow: content of its data packets, and the time of the next one, which follows the last one at the pace
 * of the congestion control. {@link Sender} adds the handling of acknowledgements, as a subclass, so that one object has the
 * fields that each packet needs.
 */
abstract class PacedFlow extends NicFlow {
  final Flow flow;
  final HostContext context;
  final TransportRules rules; // from the context, one reference nearer, as each packet needs it
  final CongestionControl control;
  final Segmentation layout;
  final SendStats stats = new SendStats();
  final long firstWindowBytes;
  final RecoverySender recovery;
  /** Mechanisms of the flow besides window, pace and recovery; null for a plain flow. */
  final @Nullable FlowExtensions extensions;
  private final PathFacts pathFacts;
  private final long lineRateBitsPerSec;
  private final boolean retimes;
  private long paceBitsPerSec;
  private long gapPs;
  private int lastWireBytes;

  PacedFlow(Flow flow, HostContext context, CongestionControl control, Pacing pacing, PathFacts path, Nic first, long nowPs) {
    super(flow.priority(), first);
    this.flow = flow;
    this.context = context;
    rules = context.rules;
    this.control = control;
    pathFacts = path;
    lineRateBitsPerSec = path.lineRateBitsPerSec();
    recovery = rules.config.sending().recovery().sender(flow.sizeBytes(), path);
    extensions = FlowExtensions.of(this, path, first, nowPs);
    layout = flow.layout(rules.config.packets().payloadBytes());
    retimes = pacing == Pacing.CURRENT_RATE && (rules.paced || rules.profile.retimesUnpacedFlows())
        && rules.config.burstBytes() == 0; // the gap behind a burst is that of the pace at which it left
    paceBitsPerSec = control.paceBitsPerSec();
    windowBytes = control.windowBytes();
    firstWindowBytes = windowBytes;
  }

  /** The facts of the path at the start of the flow's control. */
  public final PathFacts pathFacts() {
    return pathFacts;
  }

  /** Starts or stops timers after a change of the bytes in flight. */
  abstract void noteInFlight(long nowPs);

  /** Handles a retransmission timeout. */
  public abstract void timedOut(long nowPs);

  /** True if the flow waits for an acknowledgement of data, or for credit. */
  public abstract boolean awaitsAnswer();

  /** Application bytes in flight: sent, and neither acknowledged nor counted as lost. */
  public abstract long inflightBytes();

  /** Highest offset of application bytes sent so far, from the start. */
  public final long highestSentBytes() {
    return recovery.highestSentBytes();
  }

  /** Bytes sent so far, including retransmissions. */
  final long everSentBytes() {
    return recovery.highestSentBytes() + stats.retransmittedBytes();
  }

  /** Uses a path that starts at the same port from now on; false if it does not exist. */
  final boolean takePath(int to) {
    byte before = entropy;
    entropy = (byte) to;
    routeEpoch = NO_ROUTE_YET;
    if (!context.routes.refreshForward(this, flow) || Host.egress(path) != nic()) {
      entropy = before;
      routeEpoch = NO_ROUTE_YET;
      context.routes.refreshForward(this, flow);
      return false;
    }
    return true;
  }

  /** Makes the packet that starts at a byte, with its first bit at {@code startPs}; a retransmission has the same content. */
  final Packet makePacket(long sequence, long startPs) {
    Packet packet = context.pool.take();
    layout.fill(packet, sequence);
    int telemetryBytes = rules.timestampBytes;
    int blankBytes = rules.blankBytes;
    TelemetryCodec format = rules.dataFormat;
    packet.code = HeaderChoice.ASKS_ALL;
    boolean hasHeader = extensions == null || extensions.choosesHeader(packet, startPs);
    if (format != null && hasHeader) {
      telemetryBytes = format.begin(packet.telemetry, 0, control.nextQuestion());
      blankBytes = rules.markerBytes;
    }
    refreshPath();
    packet.kind = Packet.Kind.DATA;
    packet.flow = flow;
    packet.path = path;
    packet.routeEpoch = routeEpoch;
    packet.hop = 0;
    packet.priority = flow.priority();
    packet.entropy = entropy;
    if (extensions != null) {
      extensions.choosePath(packet);
    }
    packet.flowClass = flow.flowClass();
    packet.sequence = sequence;
    packet.telemetryBytes = (short) telemetryBytes;
    packet.sizeBytes = rules.framing.dataBytes(packet.payloadBytes, telemetryBytes + blankBytes,
        layout.extendedBytes(packet, rules.framing));
    packet.ecnMarked = false;
    packet.sentPs = startPs;
    return packet;
  }

  /** Updates the path from the present routes. */
  final void refreshPath() {
    if (routeEpoch != context.routes.epoch()) {
      context.routes.refreshForward(this, flow);
    }
  }

  /** Counts a departing packet of this size for the pace. */
  final void paceAfter(int packetBytes, long startPs) {
    lastWireBytes = packetBytes + rules.gapBytes;
    gapPs = rules.clock.serializationPs(lastWireBytes, paceBitsPerSec);
    nextSendPs = startPs + (rules.paced ? gapPs : rules.clock.serializationPs(lastWireBytes, lineRateBitsPerSec));
  }

  /** True if the flow's pace, and not only the NIC's rate, limits it. */
  final boolean isPaced() {
    return rules.paced && paceBitsPerSec < lineRateBitsPerSec;
  }

  /** Sets another pace, which may also apply to the gap after the last packet. */
  private void pace(long bitsPerSec) {
    if (bitsPerSec != paceBitsPerSec) {
      if (retimes) {
        long newGapPs = rules.clock.serializationPs(lastWireBytes, bitsPerSec);
        nextSendPs += newGapPs - gapPs;
        gapPs = newGapPs;
      }
      paceBitsPerSec = bitsPerSec;
    }
  }

  /** Applies the decisions of the congestion control. */
  void obey(long nowPs) {
    windowBytes = control.windowBytes();
    pace(control.paceBitsPerSec());
    stats.below(paceBitsPerSec < lineRateBitsPerSec || windowBytes < firstWindowBytes, nowPs);
    if (retimes && rules.profile.movesTimerWithRate()) {
      nic().allowedFrom(nextSendPs, nowPs);
    }
  }

  /** Applies decisions of a skipped time, after which a part of the gap after the last packet is left; both in picoseconds. */
  final void obeyAhead(long nowPs, long lastGapPs, long leftPs) {
    obey(nowPs);
    if (rules.paced) {
      gapPs = lastGapPs;
      nextSendPs = nowPs + leftPs;
    }
  }

  /** Statistics of the flow for the report at its end. */
  public final SendStats stats() {
    return stats;
  }

  /** Congestion control of the flow, which decides window and pace. */
  public final CongestionControl control() {
    return control;
  }

  /** The flow that is sent. */
  public final Flow flow() {
    return flow;
  }

  /** Size of the last packet that left, with preamble and gap, in bytes. */
  public final int lastWireBytes() {
    return lastWireBytes;
  }

  /** Time from the last packet to the earliest start of the next one, in picoseconds. */
  public final long gapPs() {
    return gapPs;
  }

  /** The pace in force. */
  public final long paceBitsPerSec() {
    return paceBitsPerSec;
  }
}
