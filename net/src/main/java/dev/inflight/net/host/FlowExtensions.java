package dev.inflight.net.host;

import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.credit.CreditAccount;
import dev.inflight.net.host.timer.ProbeTimer;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.paths.PathScout;
import dev.inflight.net.paths.Spray;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.paths.PathUser;
import dev.inflight.net.recovery.RecoverySender;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Optional mechanisms of a flow's sender: telemetry headers in some packets only, probes, choice of paths, packet spraying,
 * credit. A plain flow has no such object, so its packets pay only for null tests of one reference.
 */
final class FlowExtensions implements PathUser, ProbeTimer.Source {
  private final PacedFlow flow;
  private final HostContext context;
  private final @Nullable HeaderChoice choice;
  private final @Nullable ProbeTimer probes;
  private final @Nullable ProbeTimer measuredProbes; // the same timer, if measured round trips set its period
  private final @Nullable PathScout scout;
  private final @Nullable Spray spray;
  private final @Nullable CreditAccount credit;
  private boolean holds; // no packet leaves before the flow has moved to another path
  private boolean repeatsRequest; // for credit, in the first packet after a timeout

  /** Makes the extensions of a new flow; null for a plain flow. */
  static @Nullable FlowExtensions of(PacedFlow flow, PathFacts path, Nic first, long nowPs) {
    TransportRules rules = flow.rules;
    TelemetryPackets carrier = rules.format == null ? null : rules.config.inBand().carrier();
    PathChoice paths = rules.config.inBand().paths();
    HeaderChoice choice = carrier == null ? null : carrier.choice(path.baseRttPs());
    boolean probes = carrier != null && carrier.probePeriodPs(path.baseRttPs()) > 0;
    boolean scouts = paths instanceof ChosenPaths && carrier != null && flow.flow.beginsWithPacket(); // a stream may be idle for long
    return choice == null && !probes && !scouts && !(paths instanceof Sprayed) && rules.credits == null
        ? null
        : new FlowExtensions(flow, choice, carrier, scouts, path, first, nowPs);
  }

  private FlowExtensions(PacedFlow flow, @Nullable HeaderChoice choice, @Nullable TelemetryPackets carrier, boolean scouts,
      PathFacts path, Nic first, long nowPs) {
    this.flow = flow;
    this.choice = choice;
    context = flow.context;
    TransportRules rules = context.rules;
    PathChoice paths = rules.config.inBand().paths();
    probes = carrier == null ? null : ProbeTimer.of(this, flow, first.loop(), carrier, path.baseRttPs());
    measuredProbes = carrier != null && carrier.probesByMeasuredRtt() ? probes : null;
    scout = scouts && paths instanceof ChosenPaths chosen
        ? new PathScout(first.loop(), flow, chosen, this, path.baseRttPs(), path.lineRateBitsPerSec(), rules.ackDelayPs(),
            flow.flow.id())
        : null;
    spray = paths instanceof Sprayed sprayed ? Spray.of(sprayed, flow.flow.id()) : null;
    credit = rules.credits == null ? null : new CreditAccount(nowPs);
  }

  /** The flow starts. */
  void begin(long nowPs) {
    if (scout != null) {
      scout.begin(nowPs);
    }
  }

  /** Ends the timers of a flow that is over. */
  void end() {
    if (probes != null) {
      probes.end();
    }
    if (scout != null) {
      scout.end();
    }
  }

  // Outgoing packets

  /** Reports whether a new data packet carries telemetry, if data packets do, and writes the packet's request to switches. */
  boolean choosesHeader(Packet packet, long startPs) {
    if (choice == null) {
      return true;
    }
    byte asks = choice.next(startPs);
    if (asks == HeaderChoice.NONE) {
      return false;
    }
    packet.code = asks;
    return asks != HeaderChoice.ASKS_ANSWERS;
  }

  /** Gives a sprayed packet the next path that starts at the flow's NIC. */
  void choosePath(Packet packet) {
    if (spray == null) {
      return;
    }
    for (int tries = 0; tries < Flow.ENTROPIES; tries++) {
      int next = spray.next();
      Port[] along = context.routes.forward(flow, flow.flow, next);
      if (along.length > 0 && Host.egress(along) == flow.nic()) {
        packet.entropy = (byte) next;
        packet.path = along;
        return;
      }
    }
  }

  /**
   * Writes the request for credit into a departing data packet.
   *
   * @param sizeBytes size of the flow so far
   */
  void requestCredit(Packet packet, long sizeBytes) {
    if (credit == null) {
      return;
    }
    RecoverySender recovery = flow.recovery;
    long arrived = Math.max(recovery.ackedBytes(), recovery.arrivedBytes());
    long inflight = repeatsRequest ? packet.payloadBytes : recovery.inflightBytes(); // the rest may be lost
    credit.request(packet, flow.control, flow.everSentBytes(), sizeBytes - arrived - inflight, repeatsRequest);
    repeatsRequest = false;
  }

  /**
   * Handles a data packet that has left. After the last one of an unreliable flow the next probe leaves at once, because its
   * answer is the last count of arrived bytes.
   */
  void left(long startPs) {
    if (context.rules.tallies && probes != null && flow.recovery.usedBytes() == RecoverySender.NOTHING) {
      probes.hurry(startPs);
    }
  }

  /** Starts or stops probing, depending on whether data is in flight from now on. */
  void inFlight(boolean any, long nowPs) {
    if (probes != null) {
      probes.update(any, nowPs);
    }
  }

  /** True if no packet may leave because the flow moves to another path. */
  boolean holds() {
    return holds;
  }

  // Incoming packets

  /** Handles an acknowledgement of any kind. */
  void acknowledged(Packet ack) {
    roundTrip(ack);
    if (spray != null && ack.kind == Packet.Kind.TRIM_NACK) {
      spray.trimmed(ack.entropy);
    } else if (spray != null) {
      spray.answered(ack.entropy, ack.ecnMarked);
    }
  }

  /** Handles a packet that a switch has returned. */
  void returned(Packet header) {
    if (spray != null) {
      spray.trimmed(header.entropy);
    }
  }

  /** Measures the round trip of an answer that echoes the departure time of its packet. */
  void roundTrip(Packet answer) {
    if (measuredProbes != null) {
      measuredProbes.measured(answer.timePs - answer.sentPs);
    }
    if (scout != null) {
      scout.answered(answer.timePs, answer.timePs - answer.sentPs);
    }
  }

  /** Adds the credit state to an acknowledgement's feedback, for schemes with credit. */
  void complete(Feedback facts) {
    if (credit != null) {
      facts.leftFlightBytes = flow.everSentBytes() - flow.recovery.inflightBytes();
    }
  }

  /** True if the flow chooses its path, and so reads reports of paths. */
  boolean choosesPath() {
    return scout != null;
  }

  /** Handles the report of a probe over one of the paths. */
  void pathReported(int entropy, Hops report) {
    if (scout != null) {
      scout.take(entropy, report);
    }
  }

  // Credit

  /** Time to wait for an acknowledgement or for credit, in picoseconds, from the recovery's own timeout. */
  long timeoutPs(long recoveryPs) {
    return credit == null || flow.recovery.awaitsAnswer() ? recoveryPs : credit.waitPs(recoveryPs);
  }

  /** Hands the congestion control a window or credit of the receiver. */
  boolean takesWindow(long bytes, long nowPs) {
    return credit == null
        ? flow.control.onWindow(bytes)
        : credit.accepts(bytes, nowPs) && flow.control.onWindow(credit.inAllBytes(bytes));
  }

  /** Handles further bytes of a stream that had sent all: earlier packets have requested no credit for them. */
  void extended(long nowPs) {
    if (credit != null) {
      credit.restart(flow.everSentBytes(), nowPs);
      flow.control.onRestart(flow.everSentBytes());
      flow.obey(nowPs);
    }
  }

  /** Handles a retransmission timeout: the request for credit may have been lost. */
  void timedOut() {
    repeatsRequest = true;
  }

  // Probes

  /** Sends a probe after the data that has left, through the same port and queues, if it has a route. */
  @Override
  public boolean sendProbe(long number, long nowPs) {
    if (flow.hasNoRoute()) {
      return false;
    }
    Packet probe = makeProbe(number, nowPs);
    context.counters().probes++;
    flow.recovery.probeLeft(number);
    Host.egress(probe.path).sendAck(probe);
    return true;
  }

  /** Probes sent so far. */
  long probesSent() {
    return probes == null ? 0 : probes.sent();
  }

  private Packet makeProbe(long number, long nowPs) {
    Packet probe = context.pool.take();
    probe.becomeProbe(flow.flow, number, nowPs);
    TelemetryCodec format = Objects.requireNonNull(context.rules.format);
    probe.telemetryBytes = (short) format.begin(probe.telemetry, 0, flow.control.nextQuestion());
    probe.sizeBytes = context.rules.framing.probeBytes(probe.telemetryBytes);
    flow.refreshPath();
    probe.entropy = flow.entropy;
    probe.path = flow.path;
    probe.routeEpoch = flow.routeEpoch;
    return probe;
  }

  // A choice of paths

  @Override
  public long ackedBytes() {
    return flow.recovery.ackedBytes();
  }

  @Override
  public long sizeBytes() {
    return flow.flow.sizeBytes();
  }

  @Override
  public boolean isInFlight() {
    return flow.awaitsAnswer();
  }

  @Override
  public long inflightBytes() {
    return flow.inflightBytes();
  }

  @Override
  public void probe(int of, long number, long nowPs) {
    Port[] along = context.routes.forwardPath(flow.flow, of);
    if (along.length == 0 || flow.hasNoRoute() || Host.egress(along) != flow.nic()) {
      return;
    }
    Packet probe = makeProbe(number, nowPs);
    probe.kind = Packet.Kind.PATH_PROBE;
    probe.entropy = (byte) of;
    probe.path = along;
    probe.routeEpoch = context.routes.epoch();
    context.counters().pathProbes++;
    flow.nic().sendAck(probe);
  }

  @Override
  public void hold(long nowPs) {
    holds = true;
    goOn(nowPs);
  }

  @Override
  public void move(int to, double room, long nowPs) {
    holds = false;
    if (flow.takePath(to)) {
      context.counters().moves++;
      flow.control.onPathChange(room, nowPs);
      flow.obey(nowPs);
    }
    goOn(nowPs);
  }

  @Override
  public void resume(long nowPs) {
    holds = false;
    goOn(nowPs);
  }

  @Override
  public void flee(int to, long nowPs) {
    holds = false;
    if (flow.takePath(to)) {
      context.counters().moves++;
      flow.timedOut(nowPs);
    }
  }

  private void goOn(long nowPs) {
    flow.noteInFlight(nowPs);
    flow.nic().changed(flow, nowPs);
  }
}
