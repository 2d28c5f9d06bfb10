package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.carrier.HeaderChoice;
import dev.inflight.net.host.timer.ProbeTimer;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Segmentation;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.nic.NicFlow;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.paths.PathScout;
import dev.inflight.net.paths.Spray;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.paths.Traveller;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A flow as it leaves its host: what its data packets hold, and when the next may leave, which is as long after the last one as that one takes
 * at the pace that the congestion control has decided. {@link Sender} adds what is answered; a class above it and not a part of it, so that what each
 * packet needs stands in one object.
 */
abstract class PacedFlow extends NicFlow implements Traveller, ProbeTimer.Source {
  final Flow flow;
  final HostContext context;
  final TransportRules rules; // of the context, one step nearer, as each packet needs it
  final CongestionControl control;
  final Segmentation layout;
  final SendStats stats = new SendStats();
  final long firstWindowBytes;
  private final @Nullable HeaderChoice choice;
  final @Nullable ProbeTimer prober;
  final @Nullable PathScout scout;
  final @Nullable Spray spray;
  boolean holds; // nothing more leaves before the flow has moved to another path
  private final long lineRateBitsPerSec;
  private final boolean retimes;
  private long paceBitsPerSec;
  private long gapPs;
  private int lastWireBytes;

  PacedFlow(Flow flow, HostContext context, CongestionControl control, Pacing pacing, PathFacts path, Nic first) {
    super(flow.group(), first);
    this.flow = flow;
    this.context = context;
    rules = context.rules;
    this.control = control;
    lineRateBitsPerSec = path.lineRateBitsPerSec();
    choice = rules.format == null ? null : rules.config.inBand().carrier().choice(path.baseRttPs());
    prober = rules.format == null
        ? null
        : ProbeTimer.of(this, this, first.loop(), rules.config.inBand().carrier(), path.baseRttPs());
    scout = scout(path, first);
    spray = rules.config.inBand().paths() instanceof Sprayed sprayed ? Spray.of(sprayed, flow.id()) : null;
    layout = flow.layout(rules.config.packets().payloadBytes());
    retimes = pacing == Pacing.CURRENT_RATE && (rules.paced || rules.profile.retimesUnpacedFlows())
        && rules.config.burstBytes() == 0; // the gap behind a burst is that of the pace at which it left
    paceBitsPerSec = control.paceBitsPerSec();
    windowBytes = control.windowBytes();
    firstWindowBytes = windowBytes;
  }

  /** A stream keeps its path: it may have nothing to send for long. */
  private @Nullable PathScout scout(PathFacts path, Nic first) {
    boolean chooses = rules.format != null && flow.beginsWithPacket();
    return chooses && rules.config.inBand().paths() instanceof ChosenPaths chosen
        ? new PathScout(first.loop(), this, chosen, this, path.baseRttPs(), path.lineRateBitsPerSec(), ackDelayPs(), flow.id())
        : null;
  }

  private long ackDelayPs() {
    return rules.acks.everyPackets() > 1 ? rules.acks.delayPs() : 0;
  }

  @Override
  public final long sizeBytes() {
    return flow.sizeBytes();
  }

  /** What leaves, or not, follows from what is in flight. */
  abstract void noteInFlight(long nowPs);

  @Override
  public final void hold(long nowPs) {
    holds = true;
    noteInFlight(nowPs);
    nic().changed(this, nowPs);
  }

  @Override
  public final void move(int to, double room, long nowPs) {
    holds = false;
    if (take(to)) {
      context.counters().moves++;
      control.onPathChange(room, nowPs);
      obey(nowPs);
    }
    noteInFlight(nowPs);
    nic().changed(this, nowPs);
  }

  @Override
  public final void resume(long nowPs) {
    holds = false;
    noteInFlight(nowPs);
    nic().changed(this, nowPs);
  }

  @Override
  public final void flee(int to, long nowPs) {
    holds = false;
    if (take(to)) {
      context.counters().moves++;
      timedOut(nowPs);
    }
  }

  /** Nothing was heard for too long. */
  abstract void timedOut(long nowPs);

  /** Takes a path that begins at the same port; false when there is none. */
  private boolean take(int to) {
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

  @Override
  public final void probe(int of, long number, long nowPs) {
    Port[] along = context.routes.forwardPath(flow, of);
    if (along.length == 0 || hasNoRoute() || Host.egress(along) != nic()) {
      return;
    }
    Packet probe = makeProbe(number, nowPs);
    probe.kind = Packet.Kind.PATH_PROBE;
    probe.entropy = (byte) of;
    probe.path = along;
    probe.routeEpoch = context.routes.epoch();
    context.counters().pathProbes++;
    nic().sendAck(probe);
  }

  /** The packet that begins at a byte, whose first bit leaves at {@code startPs}; the same one however often it is sent. */
  final Packet makePacket(long sequence, long startPs) {
    Packet packet = context.pool.take();
    layout.fill(packet, sequence);
    int telemetryBytes = rules.timestampBytes;
    TelemetryCodec format = rules.dataFormat;
    packet.code = HeaderChoice.ASKS_ALL;
    boolean hasHeader = choice == null || isChosen(packet, choice, startPs);
    if (format != null && hasHeader) {
      telemetryBytes = format.begin(packet.telemetry, 0, control.nextQuestion());
    }
    if (routeEpoch != context.routes.epoch()) {
      context.routes.refreshForward(this, flow);
    }
    packet.kind = Packet.Kind.DATA;
    packet.flow = flow;
    packet.path = path;
    packet.routeEpoch = routeEpoch;
    packet.hop = 0;
    packet.group = flow.group();
    packet.entropy = entropy;
    if (spray != null) {
      spread(packet, spray);
    }
    packet.flowClass = flow.flowClass();
    packet.sequence = sequence;
    packet.telemetryBytes = (short) telemetryBytes;
    packet.sizeBytes = rules.framing.dataBytes(packet.payloadBytes, telemetryBytes,
        layout.extendedBytes(packet, rules.framing));
    packet.ecnMarked = false;
    packet.sentPs = startPs;
    return packet;
  }

  /** Gives a packet the next path that begins at the NIC which the flow leaves through. */
  private void spread(Packet packet, Spray by) {
    for (int tries = 0; tries < Flow.ENTROPIES; tries++) {
      int next = by.next();
      Port[] along = context.routes.forward(this, flow, next);
      if (along.length > 0 && Host.egress(along) == nic()) {
        packet.entropy = (byte) next;
        packet.path = along;
        return;
      }
    }
  }

  private static boolean isChosen(Packet packet, HeaderChoice by, long startPs) {
    byte asks = by.next(startPs);
    if (asks == HeaderChoice.NONE) {
      return false;
    }
    packet.code = asks;
    return asks != HeaderChoice.ASKS_ANSWERS;
  }

  /** Sends a probe behind the data that has left, through the same port and in the same queues, if there is a route for it. */
  @Override
  public final boolean sendProbe(long number, long nowPs) {
    if (hasNoRoute()) {
      return false;
    }
    Packet probe = makeProbe(number, nowPs);
    context.counters().probes++;
    probeLeaves(number);
    Host.egress(probe.path).sendAck(probe);
    return true;
  }

  /** A probe leaves behind what has left so far. */
  abstract void probeLeaves(long number);

  final void endProbes() {
    if (prober != null) {
      prober.end();
    }
    if (scout != null) {
      scout.end();
    }
  }

  @Override
  public final long probes() {
    return prober == null ? 0 : prober.sent();
  }

  private Packet makeProbe(long number, long nowPs) {
    Packet probe = context.pool.take();
    probe.becomeProbe(flow, number, nowPs);
    TelemetryCodec format = Objects.requireNonNull(rules.format);
    probe.telemetryBytes = (short) format.begin(probe.telemetry, 0, control.nextQuestion());
    probe.sizeBytes = rules.framing.probeBytes(probe.telemetryBytes);
    if (routeEpoch != context.routes.epoch()) {
      context.routes.refreshForward(this, flow);
    }
    probe.entropy = entropy;
    probe.path = path;
    probe.routeEpoch = routeEpoch;
    return probe;
  }

  /** A packet of this size leaves. */
  final void paceAfter(int packetBytes, long startPs) {
    lastWireBytes = packetBytes + rules.gapBytes;
    gapPs = rules.clock.serialisationPs(lastWireBytes, paceBitsPerSec);
    nextSendPs = startPs + (rules.paced ? gapPs : rules.clock.serialisationPs(lastWireBytes, lineRateBitsPerSec));
  }

  /** Whether its pace holds it back, and not only the NIC's rate. */
  final boolean isPaced() {
    return rules.paced && paceBitsPerSec < lineRateBitsPerSec;
  }

  /** The pace is another one from now on, perhaps also behind the packet that left last. */
  private void pace(long bitsPerSec) {
    if (bitsPerSec != paceBitsPerSec) {
      if (retimes) {
        long newGapPs = rules.clock.serialisationPs(lastWireBytes, bitsPerSec);
        nextSendPs += newGapPs - gapPs;
        gapPs = newGapPs;
      }
      paceBitsPerSec = bitsPerSec;
    }
  }

  /** Takes over what the congestion control has decided. */
  void obey(long nowPs) {
    windowBytes = control.windowBytes();
    pace(control.paceBitsPerSec());
    stats.below(paceBitsPerSec < lineRateBitsPerSec || windowBytes < firstWindowBytes, nowPs);
    if (retimes && rules.profile.movesTimerWithRate()) {
      nic().allowedFrom(nextSendPs, nowPs);
    }
  }

  /** What is reported of it when it has ended. */
  public final SendStats stats() {
    return stats;
  }

  /** What decides its window and its pace. */
  public final CongestionControl control() {
    return control;
  }

  /** The flow that is sent. */
  public final Flow flow() {
    return flow;
  }

  /** The pace in force. */
  public final long paceBitsPerSec() {
    return paceBitsPerSec;
  }
}
